import type { StoryItem } from '../../model/story.ts'
import type { EpochMs } from '../../model/time.ts'
import type { Terms } from './terms.ts'

/** So many of the most similar items are told apart by how like they are. */
export const MAX_NEIGHBOURS = 12

/** What a placed item keeps in memory. */
export interface LiveItem {
  readonly itemId: number
  readonly sourceId: string
  readonly publishedAt: EpochMs
  readonly firstSeenAt: EpochMs
  /** Published at a time that its source states; else it counts as of any time. */
  readonly dated: boolean
  /** Number of the namespace of its words. */
  readonly space: number
  readonly publisher: number
  readonly publisherName: string
  readonly language: string | null
  /** As `titleNumber` gives it. */
  readonly title: number
  readonly terms: Terms
  /** Its title names a column that the source fills again and again: no word of it counts. */
  column: boolean
  /** The nearest neighbours of all items, the most similar first, with which it may share a story. */
  neighbours: LiveItem[]
  story: LiveStory
  /** The item as a cluster of one, weighted at `epoch` of the document frequencies. */
  singleton: Cluster | undefined
  epoch: number
  /** Number of the place that it has in lists of sums as long as it lives. */
  readonly slot: number
  /** How many items had come, with it, when it was placed, and when it was last looked at. */
  arrivedAt: number
  lookedAt: number
  /** Whether likely items have come since then. */
  hasNewNeighbours: boolean
}

/** What an item begins with. */
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

/** One place that makes them: what reads them is quick as long as all are of one shape. */
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
  /** 0 as long as the batch that founds it is being placed. */
  storyId: number
  items: LiveItem[]
  /** Items taken together; `undefined` after a change. */
  cluster: Cluster | undefined
  /** Size at which all its items are compared anew. */
  dissolveAt: number
  /** Items that document frequencies were counted from when its items were last compared with each other. */
  assignedAt: number
  /** Older items of the story are in the store, and no longer here. */
  anchored: boolean
}

export function newLiveStory(storyId: number): LiveStory {
  return { storyId, items: [], cluster: undefined, dissolveAt: 0, assignedAt: 0, anchored: false }
}

/** Items taken together: the sums of their terms, with what comparing two of them needs. */
export interface Cluster {
  readonly items: readonly LiveItem[]
  readonly size: number
  /** Two Zobrist hashes of the set of items, 32 bits each. */
  readonly hashOne: number
  readonly hashTwo: number
  /** Whether all items are of columns: "Morning briefing" of two papers is alike by its form, and tells no one event. */
  readonly column: boolean
  /** The source that all items are of. */
  readonly source: string | undefined
  /** Distinct terms of the items, added up. */
  readonly words: number
  /** Distinct terms of the items, ascending; of many items only the heaviest. */
  readonly terms: Int32Array
  /** Of each term as many numbers as `cluster.ts` says. */
  readonly values: Float32Array
  /** Items that have any text, any summary, any name, any pair: what the sums are averaged over. */
  readonly counts: Counts
  /** Length of the sum of all text, over the size: 1 where all items say the same. */
  readonly cohesion: number
  /** Weights of the distinct words of each item's title, and of all its text, added up. */
  readonly titleMass: number
  readonly allMass: number
  /** Times of the dated items; `Infinity` and `-Infinity` where there is none. */
  readonly from: EpochMs
  readonly until: EpochMs
  /** The same of the undated items, which are known by when they were first seen. */
  readonly seenFrom: EpochMs
  readonly seenUntil: EpochMs
  /** Numbers of the publishers, one an item; of a big cluster none. */
  readonly publishers: readonly number[]
}

interface Counts {
  readonly summaries: number
  readonly names: number
  readonly bigrams: number
}

/** Where an item stands in time among those that it is compared with: undated ones after all others. */
export function sortTime(live: Pick<LiveItem, 'dated' | 'publishedAt'>): EpochMs {
  return live.dated ? live.publishedAt : live.publishedAt + UNDATED
}

/** Later than any time of a dated item, ms. */
export const UNDATED = 2 ** 46

/** Placement goes by time, then id: the order of a batch does not matter. */
export function byTime(a: StoryItem, b: StoryItem): number {
  return a.publishedAt - b.publishedAt || a.itemId - b.itemId
}
