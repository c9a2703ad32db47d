import { createHash } from 'node:crypto'
import { readText } from '../terms.ts'
import { packColumns, unpackColumns } from './packed-columns.ts'
import type { Snapshot } from './snapshot-columns.ts'

export { restoreItems } from './restore-items.ts'
export type { Snapshot } from './snapshot-columns.ts'
export { takeSnapshot } from './take-snapshot.ts'

/** Raise it when the content or the format of a snapshot changes in a way that `readingMark` does not notice. */
const VERSION = 7

interface Kept {
  readonly version: number
  readonly reading: string
  readonly snapshot: Snapshot
  readonly mark: string | null
}

/** @param mark the version of the store whose stories the items have; `null` if it is unknown */
export function encodeSnapshot(snapshot: Snapshot, mark: string | null): Uint8Array {
  const kept: Kept = { version: VERSION, reading: readingMark(), snapshot, mark }
  return packColumns(kept)
}

/** @returns `undefined` if the bytes are damaged, or were written by a version that reads texts in another way */
export function decodeSnapshot(bytes: Uint8Array): Pick<Kept, 'snapshot' | 'mark'> | undefined {
  const kept = unpackColumns(bytes)
  return isKept(kept) ? kept : undefined
}

/** The digest shows that `encodeSnapshot` wrote the bytes, so only its version is open. */
function isKept(value: unknown): value is Kept {
  if (typeof value !== 'object' || value === null) return false
  return (
    'version' in value && value.version === VERSION && 'reading' in value && value.reading === readingMark()
  )
}

/** A hash of the terms of some sample texts. It changes when texts are read in another way. */
function readingMark(): string {
  const hash = createHash('sha256')
  for (const text of SAMPLES) {
    const { terms, titleTerms, grams } = readText({ title: text, summary: text, url: ADDRESS }, 1)
    for (const part of [terms, titleTerms, grams]) hash.update(part)
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
