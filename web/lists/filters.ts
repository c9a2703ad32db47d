import type { Query } from '../page-location.ts'

/** Parameters that choose items, as the interface names them; lists and feeds have them all. */
export const FILTERS = [
  'source',
  'category',
  'region',
  'language',
  'from',
  'to',
  'sinceHours',
  'sinceDays',
  'minScore',
  'storyId',
  'distinct',
] as const

export type FilterName = (typeof FILTERS)[number]

/** What of a place's query the interface understands: the rest is the page's own, or somebody's tracking. */
export function filtersOf(query: Query): Readonly<Partial<Record<FilterName, string>>> {
  return Object.fromEntries(
    FILTERS.flatMap((name) => (query[name] === undefined ? [] : [[name, query[name]]])),
  )
}

/** Whether any filter beyond the order is in force. */
export function isFiltered(query: Query): boolean {
  return FILTERS.some((name) => query[name] !== undefined)
}
