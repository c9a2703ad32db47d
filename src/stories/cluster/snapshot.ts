import { createHash } from 'node:crypto'
import type { DaysState } from './known-days.ts'
import { packColumns, unpackColumns } from './packed-columns.ts'
import type { IdfState } from './idf.ts'
import type { BoilerplateState } from './boilerplate.ts'
import { readTerms } from './terms.ts'

/** Raise it where what a snapshot holds is found or written in another way, and `readingMark` does not tell. */
const VERSION = 6

/**
 * What is known of the live items, of the words of all items seen so far, and of their sources. By columns: row n of
 * each list is one item; lists of several numbers an item follow one another.
 */
export interface Snapshot {
  readonly sources: readonly string[]
  readonly publishers: readonly string[]
  readonly languages: readonly (string | null)[]
  /** Ascending. */
  readonly itemId: Float64Array
  readonly storyId: Float64Array
  readonly publishedAt: Float64Array
  readonly firstSeenAt: Float64Array
  /** As `titleNumber` gives it. */
  readonly title: Float64Array
  /** `DATED`, `COLUMN`, `STIRRED`. */
  readonly flags: Uint8Array
  /** Places in `sources`, `publishers` and `languages`. */
  readonly source: Int32Array
  readonly publisher: Int32Array
  readonly language: Int32Array
  /** How many items had come, with it, when the item was placed, and when it was last looked at. */
  readonly arrivedAt: Int32Array
  readonly lookedAt: Int32Array
  /** Of its story: the size at which all items are compared anew, and the items counted when they last were. */
  readonly dissolveAt: Int32Array
  readonly assignedAt: Int32Array
  readonly termCount: Int32Array
  /** Of each item, as `readTerms` gives them. */
  readonly terms: Int32Array
  readonly topTermCount: Int32Array
  readonly topTerms: Int32Array
  readonly neighbourCount: Int32Array
  /** Rows; -1 where that item is gone. */
  readonly neighbours: Int32Array
  readonly similarities: Float64Array
  /** Items that came so far. */
  readonly arrived: number
  /** Ids of the items that wait for a second look, the next first: while the collection is young, and later on. */
  readonly young: Float64Array
  readonly grown: Float64Array
  readonly idf: IdfState
  readonly boilerplate: BoilerplateState
  readonly days: DaysState
}

/** What an item's flags hold. */
export const DATED = 1
export const COLUMN = 2
export const STIRRED = 4

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
