import type { BoilerplateState } from '../boilerplate.ts'
import type { IdfState } from '../idf.ts'
import type { DaysState } from '../known-days.ts'

/**
 * The state of the live items, and the statistics of all items seen so far. It is stored in columns: row n of each
 * column is one item. In columns with several numbers for each item (`terms`, `topTerms`, `neighbours`), the numbers of
 * the items follow one another.
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
  /** Indices into `sources`, `publishers` and `languages`. */
  readonly source: Int32Array
  readonly publisher: Int32Array
  readonly language: Int32Array
  /** The number of items that had come, itself included, when it was placed and when it was last looked at. */
  readonly arrivedAt: Int32Array
  readonly lookedAt: Int32Array
  /** Of its story: `dissolveAt` and `assignedAt` of `LiveStory`. */
  readonly dissolveAt: Int32Array
  readonly assignedAt: Int32Array
  readonly termCount: Int32Array
  /** The terms of each item, as `readTerms` gives them. */
  readonly terms: Int32Array
  readonly topTermCount: Int32Array
  readonly topTerms: Int32Array
  readonly neighbourCount: Int32Array
  /** Rows of the neighbours. */
  readonly neighbours: Int32Array
  readonly similarities: Float64Array
  /** The number of items placed so far. */
  readonly arrived: number
  /** Ids of the items that wait for another look, the next first: those from the start of the collection, and later ones. */
  readonly young: Float64Array
  readonly grown: Float64Array
  readonly idf: IdfState
  readonly boilerplate: BoilerplateState
  readonly days: DaysState
}

/** Bits of `flags`. */
export const DATED = 1
export const COLUMN = 2
export const HAS_NEW_NEIGHBOURS = 4
