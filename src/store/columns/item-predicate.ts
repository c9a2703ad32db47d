import type { ItemFilter, Choice } from '../../model/filter.ts'
import type { Columns } from './columns.ts'
import type { FacetMask } from './slots/facet-table.ts'

/** A filter compiled for one state of the columns. Invalid after a change. */
export interface ItemPredicate {
  readonly mask: FacetMask
  readonly from: number
  /** Exclusive. */
  readonly until: number
  readonly seenFrom: number
  /** Exclusive. */
  readonly seenUntil: number
  readonly minScore: number
  readonly minPoints: number
  readonly minMinutes: number
  readonly maxMinutes: number
  /** The limits of times and score by order. The items of each are adjacent in its order. */
  readonly ranges: readonly ValueRange[]
  /** Items that the filter includes or excludes by id or tag; `undefined` if there are none. */
  readonly set: ItemSet | undefined
  /** 0: any story. */
  readonly story: number
  /** Whether facet and ranges decide, without a test of each item. */
  readonly isByRanges: boolean
  /** Whether there are no limits of points or minutes, which no order has. */
  readonly isUnlimited: boolean
  /** Whether there are neither these, nor a range of `firstSeenAt`, nor a set, as in most requests. */
  readonly isPlain: boolean
  /** Whether the list has one item per story. */
  readonly distinct: boolean
}

/** Values in [from, until). */
interface ValueRange {
  readonly order: 'byTime' | 'seen' | 'highest'
  readonly from: number
  readonly until: number
}

export function itemPredicate(columns: Columns, filter: ItemFilter): ItemPredicate {
  const {
    from = -Infinity,
    until = Infinity,
    seenFrom = -Infinity,
    seenUntil = Infinity,
    minScore = 0,
    minPoints = 0,
    minMinutes = 0,
    maxMinutes = Infinity,
  } = filter
  const ranges: ValueRange[] = [
    { order: 'byTime', from, until },
    { order: 'seen', from: seenFrom, until: seenUntil },
    { order: 'highest', from: minScore > 0 ? minScore : -Infinity, until: Infinity },
  ]
  const set = itemSet(columns, filter)
  const isUnlimited = minPoints === 0 && minMinutes === 0 && maxMinutes === Infinity
  return {
    mask: columns.facets.mask(filter),
    from,
    until,
    seenFrom,
    seenUntil,
    minScore,
    minPoints,
    minMinutes,
    maxMinutes,
    ranges: ranges.filter((range) => range.from !== -Infinity || range.until !== Infinity),
    set,
    story: filter.storyId ?? 0,
    isByRanges: set === undefined && filter.storyId === undefined && isUnlimited,
    isUnlimited,
    isPlain: isUnlimited && set === undefined && seenFrom === -Infinity && seenUntil === Infinity,
    distinct: filter.distinctStory,
  }
}

/** Whether the facet alone decides: facet counts then add up to the total. */
export function isByFacet({ ranges, isByRanges }: ItemPredicate): boolean {
  return ranges.length === 0 && isByRanges
}

/** Whether the predicate limits the values of an order. */
export function limits({ ranges }: ItemPredicate, order: ValueRange['order']): boolean {
  return ranges.some((range) => range.order === order)
}

export function withoutTimes(predicate: ItemPredicate): ItemPredicate {
  return { ...predicate, from: -Infinity, until: Infinity }
}

/** Whether the item of a slot passes; false for an empty slot. */
export function passes(columns: Columns, predicate: ItemPredicate, slot: number): boolean {
  if (predicate.mask.bits[columns.facetOf(slot)] !== 1) return false
  const at = columns.publishedAtOf(slot)
  return (
    at >= predicate.from &&
    at < predicate.until &&
    (predicate.minScore <= 0 || columns.scoreOf(slot) >= predicate.minScore) &&
    (predicate.story === 0 || columns.storyOf(slot) === predicate.story) &&
    (predicate.isPlain || passesMore(columns, predicate, slot))
  )
}

/** The tests that `isPlain` makes unnecessary. */
function passesMore(columns: Columns, predicate: ItemPredicate, slot: number): boolean {
  const { seenFrom, seenUntil, set } = predicate
  const at = columns.firstSeenAtOf(slot)
  const minutes = columns.minutes[slot] ?? 0
  return (
    at >= seenFrom &&
    at < seenUntil &&
    (columns.points[slot] ?? 0) >= predicate.minPoints &&
    minutes >= predicate.minMinutes &&
    minutes <= predicate.maxMinutes &&
    (set === undefined || set.has(slot) === set.isWanted)
  )
}

/** Items that a filter includes or excludes by id or tag. */
interface ItemSet {
  /** Without duplicates. */
  readonly slots: readonly number[]
  readonly isWanted: boolean
  has(slot: number): boolean
}

/** @returns `undefined` if the filter has neither ids nor tags */
function itemSet(columns: Columns, { ids, tag }: ItemFilter): ItemSet | undefined {
  if (ids === undefined && tag.include.length === 0 && tag.exclude.length === 0) return undefined
  const unwanted = idsWith(columns, tag.exclude)
  const wanted = wantedIds(columns, ids, tag)
  if (wanted === undefined) return setOf(columns.slotsOf(unwanted), false)
  const left = unwanted.size === 0 ? wanted : [...wanted].filter((id) => !unwanted.has(id))
  return setOf(columns.slotsOf(left), true)
}

/** The set is built on demand: most selections never call `has`, and building it takes as long as reading the ids. */
function setOf(slots: readonly number[], isWanted: boolean): ItemSet {
  let set: ReadonlySet<number> | undefined
  return { slots, isWanted, has: (slot) => (set ??= new Set(slots)).has(slot) }
}

/** Ids to include; `undefined` if the filter includes neither ids nor tags. */
function wantedIds(
  columns: Columns,
  ids: readonly number[] | undefined,
  { include }: Choice,
): ReadonlySet<number> | undefined {
  const tagged = include.length === 0 ? undefined : idsWith(columns, include)
  if (ids === undefined) return tagged
  return new Set(tagged === undefined ? ids : ids.filter((id) => tagged.has(id)))
}

/** Ids of the items with at least one of the tags. */
function idsWith(columns: Columns, tags: readonly string[]): ReadonlySet<number> {
  const [first = new Set<number>(), ...more] = tags.map((tag) => columns.idsWithTag(tag))
  return more.length === 0 ? first : new Set([first, ...more].flatMap((ids) => [...ids]))
}
