import type * as z from 'zod'
import { EVERYTHING, type ItemFilter } from '../../model/filter.ts'
import type { EpochMs } from '../../model/time.ts'
import type { ReadStore } from '../../store/read-store.ts'
import { beginOf, endOf, type FilterQuery, FILTERS_BY_NAME } from './filters.ts'
import { refuse } from './validate.ts'

export type Ranges = Pick<FilterQuery, 'from' | 'to' | 'seenFrom' | 'seenTo'>

/** Checks that a range of time does not end before it begins. */
export function checkRanges(query: Ranges, context: z.core.$RefinementCtx): void {
  for (const [first, last] of [['from', 'to'] as const, ['seenFrom', 'seenTo'] as const]) {
    const [begin, end] = [query[first], query[last]]
    if (begin === undefined || end === undefined || beginOf(begin) < endOf(end)) continue
    refuse(context, first, `${first} must not be after ${last}: '${begin}' is after '${end}'`)
  }
}

/**
 * The filter of a query: all conditions combined.
 *
 * @param query may have other parameters too
 * @param now the end of `sinceHours` and `sinceDays`
 */
export function itemFilter(query: FilterQuery, now: EpochMs): ItemFilter {
  let filter = EVERYTHING
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue
    const condition = FILTERS_BY_NAME[name]?.condition(value, now)
    filter = { ...filter, ...condition, from: later(filter.from, condition?.from) }
  }
  return filter
}

function later(a: EpochMs | undefined, b: EpochMs | undefined): EpochMs | undefined {
  return a === undefined || b === undefined ? (a ?? b) : Math.max(a, b)
}

/** Whether the items of a query change with time alone. */
export function movesWithTime(query: FilterQuery): boolean {
  return query.sinceHours !== undefined || query.sinceDays !== undefined
}

/** Replaces a merged story's id with its successor's. An unknown id stays and matches nothing. */
export async function resolveStory(store: ReadStore, filter: ItemFilter): Promise<ItemFilter> {
  if (filter.storyId === undefined) return filter
  return { ...filter, storyId: (await store.resolveStoryId(filter.storyId)) ?? filter.storyId }
}
