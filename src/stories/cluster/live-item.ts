import type { StoryItem } from '../../model/story.ts'
import type { EpochMs } from '../../model/time.ts'
import type { Terms } from './terms.ts'

/** Each item keeps this many of its most similar items. */
export const MAX_NEIGHBOURS = 12

/** A placed item in memory. */
export interface LiveItem {
  readonly itemId: number
  readonly sourceId: string
  readonly publishedAt: EpochMs
  readonly firstSeenAt: EpochMs
  /** Whether its source states when it was published. An undated item may be of any time. */
  readonly dated: boolean
  /** Number of the namespace of its words. */
  readonly space: number
  readonly publisher: number
  readonly publisherName: string
  readonly language: string | null
  /** From `titleNumber`. */
  readonly title: number
  readonly terms: Terms
  /** Whether its title names a column of the source. The words of the title then do not count. */
  column: boolean
  /** Its nearest neighbours, the most similar first. It may share a story with them. */
  neighbours: LiveItem[]
  story: LiveStory
  /** The item as a cluster of one, weighted at `epoch` of the document frequencies. */
  singleton: Cluster | undefined
  epoch: number
  /** Its index in arrays by slot, as long as it is live. */
  readonly slot: number
  /** The number of items that had come, itself included, when it was placed and when it was last looked at. */
  arrivedAt: number
  lookedAt: number
  /** Whether it got new neighbours since the last look. */
  hasNewNeighbours: boolean
}

/** The fields that an item begins with. */
export type Known = Pick<
  LiveItem,
  | 'itemId'
  | 'sourceId'
  | 'publishedAt'
  | 'firstSeenAt'
  | 'dated'
  | 'space'
  | 'publisher'
  | 'publisherName'
  | 'language'
  | 'title'
  | 'terms'
  | 'column'
  | 'story'
  | 'slot'
>

/** The only place that makes live items: one object shape keeps code that reads them fast. */
export function newLiveItem(known: Known, neighbours: LiveItem[]): LiveItem {
  return {
    itemId: known.itemId,
    sourceId: known.sourceId,
    publishedAt: known.publishedAt,
    firstSeenAt: known.firstSeenAt,
    dated: known.dated,
    space: known.space,
    publisher: known.publisher,
    publisherName: known.publisherName,
    language: known.language,
    title: known.title,
    terms: known.terms,
    column: known.column,
    neighbours,
    story: known.story,
    singleton: undefined,
    epoch: -1,
    slot: known.slot,
    arrivedAt: 0,
    lookedAt: 0,
    hasNewNeighbours: false,
  }
}

/** The live items of one story. */
export interface LiveStory {
  /** 0 until the end of the batch that creates it. */
  storyId: number
  items: LiveItem[]
  /** The cluster of its items; `undefined` after a change. */
  cluster: Cluster | undefined
  /** The number of items at which it is dissolved and clustered again. */
  dissolveAt: number
  /** `LiveSet.counted` when its items were last clustered. */
  assignedAt: number
  /** Whether older items of the story are in the store but no longer live. */
  anchored: boolean
}

export function newLiveStory(storyId: number): LiveStory {
  return { storyId, items: [], cluster: undefined, dissolveAt: 0, assignedAt: 0, anchored: false }
}

/** A set of items, with the sums of their terms and other numbers by which two clusters are compared. */
export interface Cluster {
  readonly items: readonly LiveItem[]
  readonly size: number
  /** Two Zobrist hashes of the set of items, 32 bits each. */
  readonly hashOne: number
  readonly hashTwo: number
  /** Whether all items are of columns. The "Morning briefing" of two papers has the same form but reports no common event. */
  readonly column: boolean
  /** The source of all items; `undefined` if they have several. */
  readonly source: string | undefined
  /** The sum of the numbers of distinct terms of the items. */
  readonly words: number
  /** The distinct terms of the items, ascending. A large cluster keeps only the heaviest. */
  readonly terms: Int32Array
  /** For each term the `VALUES` numbers that `cluster.ts` describes. */
  readonly values: Float32Array
  /** The numbers of items with summaries, names and bigrams, for means. */
  readonly counts: Counts
  /** Length of the summed vectors of all text, divided by the size: 1 if all items say the same. */
  readonly cohesion: number
  /** Sums of the weights of the distinct words of each item's title, and of all its text. */
  readonly titleMass: number
  readonly allMass: number
  /** First and last time of the dated items; `Infinity` and `-Infinity` if there are none. */
  readonly from: EpochMs
  readonly until: EpochMs
  /** First and last time of the undated items: when they were first seen. */
  readonly seenFrom: EpochMs
  readonly seenUntil: EpochMs
  /** The numbers of the publishers, one for each item; empty for a large cluster. */
  readonly publishers: readonly number[]
}

interface Counts {
  readonly summaries: number
  readonly names: number
  readonly bigrams: number
}

/** The time that items are ordered by, ms. Undated items come after all others. */
export function sortTime(live: Pick<LiveItem, 'dated' | 'publishedAt'>): EpochMs {
  return live.dated ? live.publishedAt : live.publishedAt + UNDATED
}

/** Larger than the time of any dated item, ms. */
export const UNDATED = 2 ** 46

/** Items are placed by time, then by id. The order of a batch does not matter. */
export function byTime(a: StoryItem, b: StoryItem): number {
  return a.publishedAt - b.publishedAt || a.itemId - b.itemId
}
