import { createHash } from 'node:crypto'
import { readTerms } from '../terms.ts'
import { packColumns, unpackColumns } from './packed-columns.ts'
import type { Snapshot } from './snapshot-columns.ts'

export { restoreItems } from './restore-items.ts'
export type { Snapshot } from './snapshot-columns.ts'
export { takeSnapshot } from './take-snapshot.ts'

/** Raise it where what a snapshot holds is found or written in another way, and `readingMark` does not tell. */
const VERSION = 6

interface Kept {
  readonly version: number
  readonly reading: string
  readonly snapshot: Snapshot
  readonly mark: string | null
}

/** @param mark whatever tells how far the stories of the items are those of the store; `null` where nobody knows */
export function encodeSnapshot(snapshot: Snapshot, mark: string | null): Uint8Array {
  const kept: Kept = { version: VERSION, reading: readingMark(), snapshot, mark }
  return packColumns(kept)
}

/** @returns `undefined` where the bytes are damaged, or of a version that reads texts in another way */
export function decodeSnapshot(bytes: Uint8Array): Pick<Kept, 'snapshot' | 'mark'> | undefined {
  // Our own writing, by its digest.
  const kept = unpackColumns(bytes) as Kept | undefined
  return kept?.version === VERSION && kept.reading === readingMark() ? kept : undefined
}

/** Tells whether texts are still read as they were: what a few of them give. */
function readingMark(): string {
  const hash = createHash('sha256')
  for (const text of SAMPLES) {
    hash.update(readTerms({ title: text, summary: text, url: ADDRESS }, 1))
  }
  return hash.digest('base64')
}

const ADDRESS = 'https://example.org/2026/03/ferry-runs-aground-12.html'

const SAMPLES = [
  'https://example.org/harbor-ferry',
  "Velmora's Été budget: 1,300 ferries, O'Brien says",
  'Die Bürgermeisterin öffnet 12 Brücken',
  'Мост через реку открыт',
  '新しい橋が開通した',
  '새 다리가 열렸다 สะพานใหม่',
]
