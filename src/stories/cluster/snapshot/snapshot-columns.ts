import type { BoilerplateState } from '../boilerplate.ts'
import type { IdfState } from '../idf.ts'
import type { DaysState } from '../known-days.ts'

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
  /** `DATED`, `COLUMN`, `HAS_NEW_NEIGHBOURS`. */
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
export const HAS_NEW_NEIGHBOURS = 4
