import type { Query, Value } from '../page-location.ts'

/** Filters without a control: links set them, and the form keeps them. */
export const LINKED_FILTERS = [
  'tag',
  'ids',
  'seenFrom',
  'seenTo',
  'sinceHours',
  'sinceDays',
  'storyId',
  'minPoints',
  'minMinutes',
  'maxMinutes',
] as const

/** The API's parameters that filter items. Lists and feeds accept all of them. */
export const FILTERS = [
  'source',
  'category',
  'region',
  'language',
  'from',
  'to',
  ...LINKED_FILTERS,
  'minScore',
  'distinct',
] as const

export type FilterName = (typeof FILTERS)[number]

/** The part of a query that the API understands, without the page's own and tracking parameters. */
export function filtersOf(query: Query): Readonly<Partial<Record<FilterName, string>>> {
  return Object.fromEntries(
    FILTERS.flatMap((name) => (query[name] === undefined ? [] : [[name, query[name]]])),
  )
}

/** The part of a query that makes the address of a list. */
export function queryOfList(query: Query): Readonly<Record<string, Value>> {
  return { q: query['q'], ...filtersOf(query), sort: query['sort'] }
}

/** Whether any filter beyond the order is in force. */
export function isFiltered(query: Query): boolean {
  return FILTERS.some((name) => query[name] !== undefined)
}
