import type { Place, SearchOrder, Window } from '../../domain/filter.ts'
import type { FoundSelection } from '../read-store.ts'
import { type Columns, SCORE_STEPS } from './columns.ts'
import { RADIX_FROM, positionsByKey } from './positions-by-key.ts'

/** Slots that a search found, each with its worth for the query, >= 0. */
export interface RankedSlots {
  readonly slots: number[]
  readonly worth: number[]
}

/** A page of what was found, in the order asked for; relevance is the worth over that of the best. */
export function pageOf(
  columns: Columns,
  found: RankedSlots,
  order: SearchOrder,
  distinctStory: boolean,
  window: Window,
): FoundSelection {
  const values = valuesOf(columns, found, order, distinctStory)
  const best = found.worth.reduce((highest, worth) => Math.max(highest, worth), 0)
  const sorted = sortedDown(columns, found.slots, values)
  const list = distinctStory ? firstOfStories(columns, found.slots, sorted, order) : sorted

  const placeAt = (index: number): Place => ({
    value: values[index] ?? 0,
    id: columns.idOf(found.slots[index] ?? 0),
  })
  const before = window.after === undefined ? window.offset : countUpTo(list, placeAt, window.after)
  const page = list.subarray(before, before + window.limit)
  const last = page.at(-1)
  return {
    hits: Array.from(page, (index) => ({
      id: columns.idOf(found.slots[index] ?? 0),
      relevance: best === 0 ? 0 : (found.worth[index] ?? 0) / best,
    })),
    total: list.length,
    before: Math.min(before, list.length),
    next: last !== undefined && before + page.length < list.length ? placeAt(last) : undefined,
  }
}

function valuesOf(
  columns: Columns,
  found: RankedSlots,
  order: SearchOrder,
  distinctStory: boolean,
): Float64Array {
  if (order === 'relevance') return Float64Array.from(found.worth)
  if (order === 'score')
    return Float64Array.from(found.slots, (slot) => (columns.score[slot] ?? 0) / SCORE_STEPS)
  const column =
    order === 'hot'
      ? hotColumn(columns, distinctStory)
      : order === 'firstSeen'
        ? columns.firstSeenAt
        : columns.rankedAt
  return Float64Array.from(found.slots, (slot) => column[slot] ?? 0)
}

/** What stands for a story has all that the story's coverage gives. */
export function hotColumn(columns: Columns, distinctStory: boolean): Float64Array {
  return distinctStory ? columns.hot : columns.ownHot
}

/** Indices into `slots`, the highest value first, ties by descending id. */
function sortedDown(columns: Columns, slots: readonly number[], values: Float64Array): Uint32Array {
  if (slots.length < RADIX_FROM) {
    return Uint32Array.from(slots, (_, index) => index).sort(
      (a, b) =>
        (values[b] ?? 0) - (values[a] ?? 0) || columns.idOf(slots[b] ?? 0) - columns.idOf(slots[a] ?? 0),
    )
  }
  return positionsByKey(columns, slots, values).reverse()
}

/** By relevance a story is shown by what answers best, else by what stands for it where that was found. */
function firstOfStories(
  columns: Columns,
  slots: readonly number[],
  sorted: Uint32Array,
  order: SearchOrder,
): Uint32Array {
  const seen = new Uint8Array(columns.highestStory + 1)
  const storyOf = (slot: number): number => columns.story[slot] ?? 0
  const found =
    order === 'relevance' ? [] : slots.filter((slot) => columns.representativeOf(storyOf(slot)) === slot)
  const represented = new Map(found.map((slot) => [storyOf(slot), slot]))
  return sorted.filter((index) => {
    const slot = slots[index] ?? 0
    const story = storyOf(slot)
    const first = seen[story] !== 1 && (represented.get(story) ?? slot) === slot
    if (!first) return false
    seen[story] = 1
    return first
  })
}

/** How many of the list stand at or before a place, which need not be in it. */
function countUpTo(list: Uint32Array, placeAt: (index: number) => Place, place: Place): number {
  let low = 0
  let high = list.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const there = placeAt(list[middle] ?? 0)
    const after = there.value < place.value || (there.value === place.value && there.id < place.id)
    if (after) high = middle
    else low = middle + 1
  }
  return low
}
