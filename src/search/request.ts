import type { EpochMs } from '../model/time.ts'
import type { WalkWindow } from '../model/walk.ts'
import type { Scale } from './index/document.ts'
import type { Segment } from './index/segment.ts'
import type { ItemTests } from './ranking/plan.ts'

/** The options of a search besides its words. */
export interface SearchRequest {
  readonly window: WalkWindow
  readonly now: EpochMs
  /** Whether an item may be shown; default all. */
  readonly accepts?: ((id: number) => boolean) | undefined
  /** The range of times at which accepted items rank; default any. */
  readonly ranked?: TimeRange
  /** Sort key of the hits, highest first; default relevance. */
  readonly orderBy?: ((id: number) => number) | undefined
  /** Whether the sort key is the time at which an item ranks. */
  readonly isByTime?: boolean
  /** The story of an item. Set if only the first hit of each story counts. */
  readonly storyOf?: (id: number) => number
  /** Whether a hit precedes all others of its story. */
  readonly represents?: (id: number) => boolean
  /** Reads item texts for reranking. Deleted items are left out. */
  readonly textsOf?: (ids: readonly number[]) => Promise<ReadonlyMap<number, ItemText>>
  readonly tests: ItemTests
  /** Whether items must have all words, so that the search is never relaxed. */
  readonly allWords?: boolean
  /** Whether each hit explains its score. */
  readonly explain?: boolean
  /** Whether good recent hits suffice and the total is not needed. */
  readonly uncounted?: boolean
}

/** A search in the segments of an index, with the priors of items. */
export interface ScaledRequest extends SearchRequest {
  readonly segments: readonly Segment[]
  readonly scale: Scale
}

/** Times in [from, until). */
export interface TimeRange {
  readonly from: EpochMs
  readonly until: EpochMs
}

/** Number of characters compared between hits. */
export const TEXT_CHARS = 600

export interface ItemText {
  readonly title: string
  /** The start of its content, or its summary if that is longer. Only `TEXT_CHARS` characters are read. */
  readonly text: string
}
