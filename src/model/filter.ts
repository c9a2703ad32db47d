import type { EpochMs } from './time.ts'

/** Selects values of a field: any of `include` (all if empty) and none of `exclude`. */
export interface Choice {
  readonly include: readonly string[]
  readonly exclude: readonly string[]
}

export const ANY: Choice = { include: [], exclude: [] }

/** A filter of items. All conditions must hold. */
export interface ItemFilter {
  /** An item passes by any of its sources. */
  readonly source: Choice
  readonly category: Choice
  readonly region: Choice
  readonly language: Choice
  /** Tags, ignoring case. */
  readonly tag: Choice
  /** Only these items; `undefined` for all. */
  readonly ids: readonly number[] | undefined
  /** Start of the range of `publishedAt`, inclusive. */
  readonly from: EpochMs | undefined
  /** End of the range of `publishedAt`, exclusive. */
  readonly until: EpochMs | undefined
  /** Start of the range of `firstSeenAt`, inclusive. */
  readonly seenFrom: EpochMs | undefined
  /** End of the range of `firstSeenAt`, exclusive. */
  readonly seenUntil: EpochMs | undefined
  /** 0..100. */
  readonly minScore: number | undefined
  /** Of the item's engagement. */
  readonly minPoints: number | undefined
  /** Range of `readingMinutes`, inclusive. */
  readonly minMinutes: number | undefined
  readonly maxMinutes: number | undefined
  readonly storyId: number | undefined
  /** Only one item per story: its representative, or the first in order if the representative does not pass. */
  readonly distinctStory: boolean
}

export const EVERYTHING: ItemFilter = {
  source: ANY,
  category: ANY,
  region: ANY,
  language: ANY,
  tag: ANY,
  ids: undefined,
  from: undefined,
  until: undefined,
  seenFrom: undefined,
  seenUntil: undefined,
  minScore: undefined,
  minPoints: undefined,
  minMinutes: undefined,
  maxMinutes: undefined,
  storyId: undefined,
  distinctStory: false,
}

/** Orders of a list. Ties by descending id (ascending for `oldest`), so that pages never overlap. */
export const ITEM_ORDERS = ['newest', 'oldest', 'score', 'hot', 'firstSeen'] as const
export type ItemOrder = (typeof ITEM_ORDERS)[number]

export const SEARCH_ORDERS = ['relevance', 'newest', 'score', 'hot', 'firstSeen'] as const
export type SearchOrder = (typeof SEARCH_ORDERS)[number]

/** The position of an item in an order: its sort key and its id. */
export interface CursorPosition {
  readonly value: number
  readonly id: number
}

/** Part of a list: `limit` items after `after`, or after the first `offset` items. */
export interface Window {
  /** 1..500. */
  readonly limit: number
  /** >= 0; 0 if `after` is given. */
  readonly offset: number
  readonly after: CursorPosition | undefined
}

/** The ids of a part of a list, with the exact total. */
export interface Selection {
  readonly ids: readonly number[]
  readonly total: number
  /** Number of items before the first of `ids`. */
  readonly before: number
  /** Position of the last of `ids`; `undefined` at the end of the list. */
  readonly next: CursorPosition | undefined
}
