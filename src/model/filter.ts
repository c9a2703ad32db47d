import type { EpochMs } from './time.ts'

/** Values of one field: any of `include` (all if empty) and none of `exclude`. */
export interface Choice {
  readonly include: readonly string[]
  readonly exclude: readonly string[]
}

export const ANY: Choice = { include: [], exclude: [] }

/** A filter of items. Every given condition must hold. */
export interface ItemFilter {
  /** Through sightings: an item is found under every source that carries it. */
  readonly source: Choice
  readonly category: Choice
  readonly region: Choice
  readonly language: Choice
  /** An item has any of them; case does not matter. */
  readonly tag: Choice
  /** Only these items; `undefined` is any. */
  readonly ids: readonly number[] | undefined
  /** First moment of `publishedAt` that counts. */
  readonly from: EpochMs | undefined
  /** First moment after the range: exclusive. */
  readonly until: EpochMs | undefined
  /** First moment of `firstSeenAt` that counts. */
  readonly seenFrom: EpochMs | undefined
  /** Exclusive. */
  readonly seenUntil: EpochMs | undefined
  /** 0..100. */
  readonly minScore: number | undefined
  readonly storyId: number | undefined
  /**
   * Only one item of each story: its representative, or the first in the requested order if that one is
   * filtered out.
   */
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
  storyId: undefined,
  distinctStory: false,
}

/** Orders of a list; ties by descending id (ascending for `oldest`), so that pages never overlap. */
export type ItemOrder = 'newest' | 'oldest' | 'score' | 'hot' | 'firstSeen'
export type SearchOrder = 'relevance' | 'newest' | 'score' | 'hot' | 'firstSeen'

/** The position of an item in an order: its sort key and its id. */
export interface CursorPosition {
  readonly value: number
  readonly id: number
}

/** Which part of a list is wanted: `limit` items after `after`, or after the first `offset`. */
export interface Window {
  /** 1..500. */
  readonly limit: number
  /** >= 0; 0 where `after` is given. */
  readonly offset: number
  readonly after: CursorPosition | undefined
}

/** Part of a list by its ids, with the exact total. */
export interface Selection {
  readonly ids: readonly number[]
  readonly total: number
  /** How many items of the list precede the first of `ids`. */
  readonly before: number
  /** Of the last of `ids`; `undefined` where nothing follows. */
  readonly next: CursorPosition | undefined
}
