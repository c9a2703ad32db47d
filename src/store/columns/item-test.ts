import type { ItemFilter } from '../../domain/filter.ts'
import { type Columns, SCORE_STEPS } from './columns.ts'
import { isWordless } from './facet-table.ts'
import { type ItemSet, itemSet } from './item-set.ts'

/** A filter made ready for one state of the columns. */
export interface ItemTest {
  /** 1 by facet code. */
  readonly mask: Uint8Array
  /** Whether every facet passes. */
  readonly anyFacet: boolean
  readonly from: number
  /** Exclusive. */
  readonly until: number
  readonly seenFrom: number
  /** Exclusive. */
  readonly seenUntil: number
  /** The items named one by one or by tags; `undefined` where any will do. */
  readonly set: ItemSet | undefined
  /** In tenths. */
  readonly minScore: number
  /** 0 where any story will do. */
  readonly story: number
  /** Whether only one item a story counts. */
  readonly distinct: boolean
}

export function itemTest(columns: Columns, filter: ItemFilter): ItemTest {
  return {
    mask: columns.facets.mask(filter),
    anyFacet: isWordless(filter),
    from: filter.from ?? -Infinity,
    until: filter.until ?? Infinity,
    seenFrom: filter.seenFrom ?? -Infinity,
    seenUntil: filter.seenUntil ?? Infinity,
    set: itemSet(columns, filter),
    minScore: Math.ceil((filter.minScore ?? 0) * SCORE_STEPS - ROUNDING),
    story: filter.storyId ?? 0,
    distinct: filter.distinctStory,
  }
}

/** 71.3 * 10 is 712.9999…: what a decimal loses in the binary system. */
const ROUNDING = 1e-6

export function isTimed(test: ItemTest): boolean {
  return test.from !== -Infinity || test.until !== Infinity
}

export function isSeenTimed(test: ItemTest): boolean {
  return test.seenFrom !== -Infinity || test.seenUntil !== Infinity
}

/** Whether neither the time of the first sight nor a set decides: what the long loops do not look at. */
export function isPlain(test: ItemTest): boolean {
  return !isSeenTimed(test) && test.set === undefined
}

/** Whether words alone decide, so that facet counts add up to the total. */
export function isByFacet(test: ItemTest): boolean {
  return !isTimed(test) && test.minScore <= 0 && test.story === 0 && isPlain(test)
}

/** Whether another item that passes stands for the story of a slot's item: it alone is shown where one item a story is. */
export function isRepresented(columns: Columns, test: ItemTest, slot: number): boolean {
  const representative = columns.representativeOf(columns.story[slot] ?? 0)
  return representative !== undefined && representative !== slot && passes(columns, test, representative)
}

/** Whether the item of a slot passes; false for an empty slot. */
export function passes(columns: Columns, test: ItemTest, slot: number): boolean {
  if (test.mask[columns.facet[slot] ?? 0] !== 1) return false
  if (isByFacet(test)) return true
  const at = columns.publishedAt[slot] ?? 0
  return (
    at >= test.from &&
    at < test.until &&
    (columns.score[slot] ?? 0) >= test.minScore &&
    (test.story === 0 || columns.story[slot] === test.story) &&
    (isPlain(test) || passesMore(columns, test, slot))
  )
}

/** The part of a test that `isPlain` tells of. */
export function passesMore(columns: Columns, test: ItemTest, slot: number): boolean {
  const at = columns.firstSeenAt[slot] ?? 0
  return at >= test.seenFrom && at < test.seenUntil && (test.set === undefined || test.set.mask[slot] === 1)
}
