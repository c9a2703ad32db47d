import type { ActiveSource, Source } from '../../api/types.ts'
import type { Query } from '../../page-location.ts'
import { idBesideName, sharedNames } from '../../parts/source-name.ts'
import { type Status, statusOf } from '../../parts/source-status.tsx'
import { sum } from '../../sum.ts'

/** Most urgent first. */
export const STATUSES: readonly Status[] = ['failing', 'gone', 'degraded', 'silent', 'new', 'ok', 'disabled']

export type SourceRow = Pick<
  ActiveSource,
  | 'id'
  | 'name'
  | 'category'
  | 'region'
  | 'language'
  | 'iconUrl'
  | 'itemCount'
  | 'itemsLast24h'
  | 'itemsByDay'
  | 'lastItemAt'
  | 'silentSince'
> & {
  readonly health: Pick<Source['health'], 'status' | 'lastVisitAt' | 'lastStatus' | 'lastError'>
  readonly idBesideName: string | undefined
}

/** The sources that an address selects, with counts of all sources. */
export interface ChosenSources {
  readonly rows: readonly SourceRow[]
  /** Sources that match the filters; `rows` may have fewer. */
  readonly chosen: number
  readonly total: number
  readonly byStatus: Readonly<Partial<Record<Status, number>>>
  readonly categories: readonly string[]
}

export const COLUMNS = ['name', 'status', 'recent', 'days', 'items', 'latest'] as const
export type Column = (typeof COLUMNS)[number]

/** Failing sources first; ties by items in the last 24 hours. */
const DEFAULT_SORT = 'status'

/** Rows without `all`: there may be thousands of sources. */
const FIRST_ROWS = 200

/**
 * Applies an address's filters and order: `status`, `category`, `name` (a part of it), `sort` (a column; a leading `-`
 * reverses it) and `all` (all rows).
 */
export function chosenSources(sources: readonly ActiveSource[], query: Query): ChosenSources {
  const name = (query['name'] ?? '').toLowerCase()
  const fitting = sources.filter(
    (source) =>
      (query['status'] === undefined || statusOf(source) === query['status']) &&
      (query['category'] === undefined || source.category === query['category']) &&
      (source.name.toLowerCase().includes(name) || source.id.includes(name)),
  )
  const { column, isReversed } = sortOf(query)
  const sorted = fitting.toSorted((a, b) => ORDERS[column](a, b) * (isReversed ? -1 : 1) || ORDERS.name(a, b))
  const rows = query['all'] === undefined ? sorted.slice(0, FIRST_ROWS) : sorted
  const shared = sharedNames(sources)
  return {
    rows: rows.map((source) => rowOf(source, shared)),
    chosen: fitting.length,
    total: sources.length,
    byStatus: countStatuses(sources),
    categories: [...new Set(sources.map(({ category }) => category))].sort(),
  }
}

/** The sort column of an address; the default for a missing or unknown one. */
export function sortOf(query: Query): { readonly column: Column; readonly isReversed: boolean } {
  const sort = query['sort'] ?? DEFAULT_SORT
  const column = COLUMNS.find((one) => one === sort.replace(/^-/, ''))
  return column === undefined
    ? { column: DEFAULT_SORT, isReversed: false }
    : { column, isReversed: sort.startsWith('-') }
}

type Order = (a: ActiveSource, b: ActiveSource) => number

/** Text ascending, numbers and times descending. */
const ORDERS: Readonly<Record<Column, Order>> = {
  name: (a, b) => a.name.localeCompare(b.name, 'en') || (a.id < b.id ? -1 : 1),
  status: (a, b) =>
    STATUSES.indexOf(statusOf(a)) - STATUSES.indexOf(statusOf(b)) || b.itemsLast24h - a.itemsLast24h,
  recent: (a, b) => b.itemsLast24h - a.itemsLast24h,
  days: (a, b) => sum(b.itemsByDay) - sum(a.itemsByDay),
  items: (a, b) => b.itemCount - a.itemCount,
  latest: (a, b) => Date.parse(b.lastItemAt ?? '1970') - Date.parse(a.lastItemAt ?? '1970'),
}

function rowOf(source: ActiveSource, shared: ReadonlySet<string>): SourceRow {
  const { id, name, category, region, language, iconUrl, itemCount, itemsLast24h, itemsByDay } = source
  const { lastItemAt, silentSince } = source
  const { status, lastVisitAt, lastStatus, lastError } = source.health
  return {
    id,
    name,
    category,
    region,
    language,
    iconUrl,
    itemCount,
    itemsLast24h,
    itemsByDay,
    lastItemAt,
    silentSince,
    health: { status, lastVisitAt, lastStatus, lastError },
    idBesideName: idBesideName(source, shared),
  }
}

function countStatuses(sources: readonly ActiveSource[]): ChosenSources['byStatus'] {
  const counts: Partial<Record<Status, number>> = {}
  for (const source of sources) {
    const status = statusOf(source)
    counts[status] = (counts[status] ?? 0) + 1
  }
  return counts
}
