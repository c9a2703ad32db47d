import type { EpochMs } from './time.ts'

export type TrendDirection = 'rising' | 'steady' | 'falling'

/** How fast a story grows within a window, as in `/api/trending`. */
export interface Trend {
  readonly score: number
  readonly itemCount: number
  readonly sourceCount: number
  readonly itemsPerHour: number
  /** Expected rate, from the story's past and the hour of the week. */
  readonly baselinePerHour: number
  readonly firstItemAt: EpochMs
  readonly lastItemAt: EpochMs
  /** Items in the last third of the window against the third before it. */
  readonly direction: TrendDirection
  /** Items in each equal slice of the window, oldest first. */
  readonly series: readonly number[]
}

/** The sources that carry an item, the first one in front, with that one's weight. */
export interface TrendCarrier {
  readonly sources: readonly string[]
  readonly weight: number
}

/** Stories by their ids. */
export type StorySet = Pick<ReadonlySet<number>, 'has'>

/**
 * Items of a span of time in order of time, by columns: row n of each column is one item. So the trends of
 * a million items cost no million objects.
 */
export interface TrendItems {
  readonly itemId: ArrayLike<number>
  readonly storyId: ArrayLike<number>
  readonly publishedAt: ArrayLike<EpochMs>
  /** Rounded up to the second. */
  readonly firstSeenAt: ArrayLike<EpochMs>
  /** 1 for an item of unknown age (`rankOfUnknownAge`). */
  readonly isAgeUnknown: ArrayLike<number>
  /** The same number for the same publisher, the registrable domain of the item's address. */
  readonly publisher: ArrayLike<number>
  /** Engagement over the source's median. */
  readonly engagement: ArrayLike<number>
  /** Which of `carriers`. */
  readonly carrier: ArrayLike<number>
  readonly carriers: Pick<ReadonlyMap<number, TrendCarrier>, 'get'>
}

/** What the clusterer needs of an item, live or new. */
export interface StoryItem {
  readonly itemId: number
  readonly sourceId: string
  /** Registrable domain of the item's address, else the source's id. */
  readonly publisher: string
  /** Its address: often contains another headline than the title. */
  readonly url: string
  readonly title: string
  readonly summary: string
  readonly language: string | null
  readonly publishedAt: EpochMs
  readonly firstSeenAt: EpochMs
  /** Whether `publishedAt` is news: false for an item of unknown age (`rankOfUnknownAge`). */
  readonly dated: boolean
}

/** An item with the story it was placed in. */
export interface PlacedStoryItem extends StoryItem {
  readonly storyId: number
}

/** Where an item stands now. */
export interface StoryMove {
  readonly itemId: number
  readonly storyId: number
}

/** `into` takes all items of `from`, whose id stays as an alias. */
export interface StoryMerge {
  readonly from: number
  readonly into: number
}

/** The item that stands for a story of several: the same in every list, feed and page. */
export interface StoryRepresentative {
  readonly storyId: number
  readonly itemId: number
}
