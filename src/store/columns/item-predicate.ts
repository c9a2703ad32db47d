import type { ItemFilter, Choice } from '../../model/filter.ts'
import { SCORE_STEPS } from './column-row.ts'
import type { Columns } from './columns.ts'
import type { FacetMask } from './facet-table.ts'

/** A filter prepared for one state of the columns. It must be made anew after a change. */
export interface ItemPredicate {
  readonly mask: FacetMask
  readonly from: number
  /** Exclusive. */
  readonly until: number
  readonly seenFrom: number
  /** Exclusive. */
  readonly seenUntil: number
  /** The items that the filter names by id or by tag; `undefined` if it names none. */
  readonly set: ItemSet | undefined
  /** In tenths. */
  readonly minScore: number
  /** 0 for any story. */
  readonly story: number
  /** Whether one item stands for each story. */
  readonly distinct: boolean
}

export function itemPredicate(columns: Columns, filter: ItemFilter): ItemPredicate {
  return {
    mask: columns.facets.mask(filter),
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

/** Makes up for binary rounding: 71.3 * 10 is 712.9999…. */
const ROUNDING = 1e-6

export function isTimed({ from, until }: ItemPredicate): boolean {
  return from !== -Infinity || until !== Infinity
}

export function isSeenTimed({ seenFrom, seenUntil }: ItemPredicate): boolean {
  return seenFrom !== -Infinity || seenUntil !== Infinity
}

/** Whether the facet alone decides. Facet counts then add up to the total. */
export function isByFacet(predicate: ItemPredicate): boolean {
  return !isTimed(predicate) && predicate.minScore <= 0 && predicate.story === 0 && isPlain(predicate)
}

/** The predicate for any time of publication. */
export function withoutTimes(predicate: ItemPredicate): ItemPredicate {
  return { ...predicate, from: -Infinity, until: Infinity }
}

/** Whether the predicate has neither a range of `firstSeenAt` nor a set. Most requests have neither. */
function isPlain(predicate: ItemPredicate): boolean {
  return !isSeenTimed(predicate) && predicate.set === undefined
}

/** Whether the item of a slot passes; false for an empty slot. */
export function passes(columns: Columns, predicate: ItemPredicate, slot: number): boolean {
  if (predicate.mask.bits[columns.facet[slot] ?? 0] !== 1) return false
  if (isTimed(predicate)) {
    const at = columns.publishedAt[slot] ?? 0
    if (at < predicate.from || at >= predicate.until) return false
  }
  return (
    (predicate.minScore <= 0 || (columns.score[slot] ?? 0) >= predicate.minScore) &&
    (predicate.story === 0 || columns.story[slot] === predicate.story) &&
    (isPlain(predicate) || passesMore(columns, predicate, slot))
  )
}

/** The part of a predicate that `isPlain` excludes. */
function passesMore(columns: Columns, predicate: ItemPredicate, slot: number): boolean {
  const at = columns.firstSeenAt[slot] ?? 0
  return (
    at >= predicate.seenFrom &&
    at < predicate.seenUntil &&
    (predicate.set === undefined || predicate.set.has(slot) === predicate.set.isWanted)
  )
}

/** The items that a filter names by id or by tag, either to include or to exclude them. */
interface ItemSet {
  /** Each once. */
  readonly slots: readonly number[]
  readonly isWanted: boolean
  has(slot: number): boolean
}

/** @returns `undefined` where the filter names neither items nor tags */
function itemSet(columns: Columns, { ids, tag }: ItemFilter): ItemSet | undefined {
  if (ids === undefined && tag.include.length === 0 && tag.exclude.length === 0) return undefined
  const unwanted = idsWith(columns, tag.exclude)
  const wanted = wantedIds(columns, ids, tag)
  if (wanted === undefined) return setOf(slotsOf(columns, unwanted), false)
  const excluded = new Set(unwanted)
  return setOf(
    slotsOf(columns, excluded.size === 0 ? wanted : wanted.filter((id) => !excluded.has(id))),
    true,
  )
}

/** Most selections never ask `has`, and making its set takes as long as reading the ids. */
function setOf(slots: readonly number[], isWanted: boolean): ItemSet {
  let set: ReadonlySet<number> | undefined
  return { slots, isWanted, has: (slot) => (set ??= new Set(slots)).has(slot) }
}

/** The ids to include, each once; `undefined` if the filter includes neither ids nor tags. */
function wantedIds(
  columns: Columns,
  ids: readonly number[] | undefined,
  { include }: Choice,
): readonly number[] | undefined {
  const tagged = include.length === 0 ? undefined : idsWith(columns, include)
  if (ids === undefined) return tagged
  const withTag = tagged && new Set(tagged)
  return [...new Set(ids)].filter((id) => withTag?.has(id) ?? true)
}

/** The ids of the items that have one of the tags, each once. */
function idsWith(columns: Columns, tags: readonly string[]): readonly number[] {
  const [first, ...more] = tags
  if (first === undefined) return []
  const ids = columns.idsWithTag(first)
  return more.length === 0 ? ids : [...new Set([...ids, ...more.flatMap((tag) => columns.idsWithTag(tag))])]
}

function slotsOf(columns: Columns, ids: readonly number[]): number[] {
  return ids.map((id) => columns.slotOf(id)).filter((slot) => slot !== undefined)
}
