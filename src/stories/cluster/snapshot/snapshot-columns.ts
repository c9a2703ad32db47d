import type { BoilerplateState } from '../boilerplate.ts'
import type { FrequenciesState } from '../document-frequencies.ts'
import type { OperatingPointState } from '../operating-point.ts'

/**
 * The state of the live items, and the statistics of all items seen so far. It is stored in columns: row n of each
 * column is one item. In columns with several numbers for each item (`terms`, `grams`), the numbers of the items follow
 * one another.
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
  /** `DATED`, `COLUMN`, `SUMMARY`, `HAN`, `NUMBERS`. */
  readonly flags: Uint8Array
  /** Indices into `sources`, `publishers` and `languages`. */
  readonly source: Int32Array
  readonly publisher: Int32Array
  readonly language: Int32Array
  /** The number of items that had come, itself included, when it was last looked at. */
  readonly lookedAt: Int32Array
  /** Of its story: `dissolveAt` of `LiveStory`. */
  readonly dissolveAt: Int32Array
  readonly norm: Float64Array
  readonly titleMass: Float64Array
  readonly epoch: Int32Array
  /** As `readText` gives them. */
  readonly termCount: Int32Array
  readonly terms: Int32Array
  readonly titleTermCount: Int32Array
  readonly titleTerms: Int32Array
  readonly gramCount: Int32Array
  readonly grams: Int32Array
  readonly topTermCount: Int32Array
  readonly topTerms: Int32Array
  readonly links: LinkColumns
  /** The number of items placed so far. */
  readonly arrived: number
  readonly point: OperatingPointState
  /** Ids of the items from the start of the collection that wait for another look, the next first. */
  readonly young: Float64Array
  readonly frequencies: FrequenciesState
  readonly boilerplate: BoilerplateState
}

/** Row n of each column is one link. `one` and `other` are rows of items. */
export interface LinkColumns {
  readonly one: Int32Array
  readonly other: Int32Array
  readonly cosine: Float32Array
  readonly odds: Float32Array
}

/** Bits of `flags`. */
export const DATED = 1
export const COLUMN = 2
export const SUMMARY = 4
export const HAN = 8
export const NUMBERS = 16
