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
  const values = valuesOf(columns, found, order)
  const best = found.worth.reduce((highest, worth) => Math.max(highest, worth), 0)
  const sorted = sortedDown(columns, found.slots, values)
  const list = distinctStory ? firstOfStories(columns, found.slots, sorted) : sorted

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

function valuesOf(columns: Columns, found: RankedSlots, order: SearchOrder): Float64Array {
  if (order === 'relevance') return Float64Array.from(found.worth)
  if (order === 'score')
    return Float64Array.from(found.slots, (slot) => (columns.score[slot] ?? 0) / SCORE_STEPS)
  const column =
    order === 'hot' ? columns.hot : order === 'firstSeen' ? columns.firstSeenAt : columns.publishedAt
  return Float64Array.from(found.slots, (slot) => column[slot] ?? 0)
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

function firstOfStories(columns: Columns, slots: readonly number[], sorted: Uint32Array): Uint32Array {
  const seen = new Uint8Array(columns.highestStory + 1)
  return sorted.filter((index) => {
    const story = columns.story[slots[index] ?? 0] ?? 0
    const first = seen[story] !== 1
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
