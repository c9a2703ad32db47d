import type { Parameters } from '../../api/api.ts'
import type { Query } from '../../page-location.ts'

type WindowName = 'today' | 'day' | 'days' | 'week' | 'date'

/** The time window of the front page. */
export interface FrontWindow {
  readonly name: WindowName
  /** The day, `YYYY-MM-DD`, where it is one of the past. */
  readonly date: string | null
  /** For `/api/items`. */
  readonly filter: Parameters
}

export const WINDOWS = ['today', 'day', 'days', 'week'] as const

/** What is over has no freshness left to fade: there, the weight alone decides. */
const FILTERS: Readonly<Record<(typeof WINDOWS)[number], (today: string) => Parameters>> = {
  today: (today) => ({ sort: 'hot', from: today }),
  day: () => ({ sort: 'hot', sinceHours: 24 }),
  days: () => ({ sort: 'hot', sinceDays: 3 }),
  week: () => ({ sort: 'score', sinceDays: 7 }),
}

/** What the front page can be narrowed to, beside its window. */
export const FRONT_FILTERS = ['category', 'language', 'source'] as const

export function frontFilters(query: Query): Parameters {
  return Object.fromEntries(FRONT_FILTERS.map((name) => [name, query[name]]))
}

/** @param today UTC, `YYYY-MM-DD` */
export function windowOf(query: Query, today: string): FrontWindow {
  const date = query['date']
  if (date !== undefined && /^\d{4}-\d\d-\d\d$/.test(date)) {
    return { name: 'date', date, filter: { sort: 'score', from: date, to: date } }
  }
  const name = WINDOWS.find((known) => known === query['window']) ?? 'day'
  return { name, date: null, filter: FILTERS[name](today) }
}
