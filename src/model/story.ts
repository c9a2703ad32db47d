import type { TrendBody } from './item-body.ts'
import type { Encoded, Timed } from './json-values.ts'
import type { EpochMs } from './time.ts'

/** Growth of a story in a window, for `/api/trending`. */
export type Trend = Timed<Encoded<typeof TrendBody>, 'firstItemAt' | 'lastItemAt'>

/** The sources of an item, the first one first, and the weight of that source. */
export interface TrendCarrier {
  readonly sources: readonly string[]
  readonly weight: number
}

export type StorySet = Pick<ReadonlySet<number>, 'has'>

/**
 * Items of a time range, in order of time. Row n of each column is one item: a million items need no million objects.
 */
export interface TrendItems {
  readonly itemId: ArrayLike<number>
  readonly storyId: ArrayLike<number>
  readonly publishedAt: ArrayLike<EpochMs>
  /** Rounded up to the second. */
  readonly firstSeenAt: ArrayLike<EpochMs>
  /** 1 for an item of unknown age (`rankOfUnknownAge`). */
  readonly isAgeUnknown: ArrayLike<number>
  /** 1 for an item whose source states no time: `publishedAt` is when it was first seen. */
  readonly isUndated: ArrayLike<number>
  /** Number of the publisher, which is the registrable domain of the item's address. */
  readonly publisher: ArrayLike<number>
  /** Share of its publisher's coverage: 1, or less for a copy. */
  readonly share: ArrayLike<number>
  /** Engagement relative to the source's median. */
  readonly engagement: ArrayLike<number>
  /** Key in `carriers`. */
  readonly carrier: ArrayLike<number>
  readonly carriers: Pick<ReadonlyMap<number, TrendCarrier>, 'get'>
}

/** The fields of an item for clustering. */
export interface StoryItem {
  readonly itemId: number
  readonly sourceId: string
  /** Registrable domain of the item's address, else the source's id. */
  readonly publisher: string
  /** Its words often come from another headline than the title. */
  readonly url: string
  readonly title: string
  readonly summary: string
  readonly language: string | null
  readonly publishedAt: EpochMs
  readonly firstSeenAt: EpochMs
  /** False for an item of unknown age (`rankOfUnknownAge`). */
  readonly dated: boolean
}

export interface PlacedStoryItem extends StoryItem {
  readonly storyId: number
}

/** The current story of an item. */
export interface StoryMove {
  readonly itemId: number
  readonly storyId: number
}

/** `into` takes all items of `from`, whose id stays as an alias. */
export interface StoryMerge {
  readonly from: number
  readonly into: number
}

/** The representative of a story with several items, the same in every list, feed and page. */
export interface StoryRepresentative {
  readonly storyId: number
  readonly itemId: number
}
