import type { ItemFilter, Choice } from '../../model/filter.ts'
import { type Columns, SCORE_STEPS } from './columns.ts'
import { isWordless } from './facet-table.ts'

/** A filter made ready for one state of the columns. */
export interface ItemPredicate {
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
  readonly set: ItemMask | undefined
  /** In tenths. */
  readonly minScore: number
  /** 0 where any story will do. */
  readonly story: number
  /** Whether only one item a story counts. */
  readonly distinct: boolean
}

export function itemPredicate(columns: Columns, filter: ItemFilter): ItemPredicate {
  return {
    mask: columns.facets.mask(filter),
    anyFacet: isWordless(filter),
    from: filter.from ?? -Infinity,
    until: filter.until ?? Infinity,
    seenFrom: filter.seenFrom ?? -Infinity,
    seenUntil: filter.seenUntil ?? Infinity,
    set: itemMask(columns, filter),
    minScore: Math.ceil((filter.minScore ?? 0) * SCORE_STEPS - ROUNDING),
    story: filter.storyId ?? 0,
    distinct: filter.distinctStory,
  }
}

/** 71.3 * 10 is 712.9999…: what a decimal loses in the binary system. */
const ROUNDING = 1e-6

export function isTimed(predicate: ItemPredicate): boolean {
  return predicate.from !== -Infinity || predicate.until !== Infinity
}

export function isSeenTimed(predicate: ItemPredicate): boolean {
  return predicate.seenFrom !== -Infinity || predicate.seenUntil !== Infinity
}

/** Whether neither the time of the first sight nor a set decides: what the long loops do not look at. */
export function isPlain(predicate: ItemPredicate): boolean {
  return !isSeenTimed(predicate) && predicate.set === undefined
}

/** Whether words alone decide, so that facet counts add up to the total. */
export function isByFacet(predicate: ItemPredicate): boolean {
  return !isTimed(predicate) && predicate.minScore <= 0 && predicate.story === 0 && isPlain(predicate)
}

/** Whether another item that passes stands for the story of a slot's item: it alone is shown where one item a story is. */
export function isRepresented(columns: Columns, predicate: ItemPredicate, slot: number): boolean {
  const representative = columns.representativeOf(columns.story[slot] ?? 0)
  return representative !== undefined && representative !== slot && passes(columns, predicate, representative)
}

/** Whether the item of a slot passes; false for an empty slot. */
export function passes(columns: Columns, predicate: ItemPredicate, slot: number): boolean {
  if (predicate.mask[columns.facet[slot] ?? 0] !== 1) return false
  if (isByFacet(predicate)) return true
  const at = columns.publishedAt[slot] ?? 0
  return (
    at >= predicate.from &&
    at < predicate.until &&
    (columns.score[slot] ?? 0) >= predicate.minScore &&
    (predicate.story === 0 || columns.story[slot] === predicate.story) &&
    (isPlain(predicate) || passesMore(columns, predicate, slot))
  )
}

/** The part of a predicate that `isPlain` excludes. */
export function passesMore(columns: Columns, predicate: ItemPredicate, slot: number): boolean {
  const at = columns.firstSeenAt[slot] ?? 0
  return (
    at >= predicate.seenFrom &&
    at < predicate.seenUntil &&
    (predicate.set === undefined || predicate.set.mask[slot] === 1)
  )
}

/** The items that a filter names one by one, or by their tags. */
interface ItemMask {
  /** 1 by slot. */
  readonly mask: Uint8Array
  /** Every slot of the mask; `undefined` where the filter only leaves items out. */
  readonly slots: Uint32Array | undefined
}

/** @returns `undefined` where the filter names neither items nor tags */
function itemMask(columns: Columns, { ids, tag }: ItemFilter): ItemMask | undefined {
  if (ids === undefined && tag.include.length === 0 && tag.exclude.length === 0) return undefined
  const wanted = wantedIds(columns, ids, tag)
  const slots = wanted === undefined ? undefined : slotsOf(columns, wanted)
  const mask = new Uint8Array(columns.end)
  if (slots === undefined) mask.fill(1)
  else for (const slot of slots) mask[slot] = 1
  for (const slot of slotsOf(columns, idsWith(columns, tag.exclude))) mask[slot] = 0
  return { mask, slots: slots && Uint32Array.from(slots.filter((slot) => mask[slot] === 1)) }
}

/** Each id once; `undefined` where none is named, and no tag that an item must have. */
function wantedIds(
  columns: Columns,
  ids: readonly number[] | undefined,
  { include }: Choice,
): readonly number[] | undefined {
  const tagged = include.length === 0 ? undefined : new Set(idsWith(columns, include))
  if (ids === undefined) return tagged && [...tagged]
  return [...new Set(ids)].filter((id) => tagged?.has(id) ?? true)
}

function idsWith(columns: Columns, tags: readonly string[]): number[] {
  return tags.flatMap((tag) => columns.idsWithTag(tag))
}

function slotsOf(columns: Columns, ids: readonly number[]): number[] {
  return ids.map((id) => columns.slotOf(id)).filter((slot) => slot !== undefined)
}
