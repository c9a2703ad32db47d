import { HOUR_MS } from '../../../src/model/time.ts'
import type { Parameters } from '../../api/api.ts'
import type { Query } from '../../page-location.ts'

type WindowName = 'today' | 'day' | 'days' | 'week' | 'date'

export interface FrontWindow {
  readonly name: WindowName
  /** The past day, `YYYY-MM-DD`; `null` for other windows. */
  readonly date: string | null
  /** For `/api/items`. */
  readonly filter: Parameters
}

export const WINDOWS = ['today', 'day', 'days', 'week'] as const

/** API parameters of each window. The week is ordered by score without fading. */
const FILTERS: Readonly<Record<(typeof WINDOWS)[number], (today: string) => Parameters>> = {
  today: (today) => ({ sort: 'hot', from: today }),
  day: () => ({ sort: 'hot', sinceHours: 24 }),
  days: () => ({ sort: 'hot', sinceDays: 3 }),
  week: () => ({ sort: 'score', sinceDays: 7 }),
}

/** Filters of the front page besides its window. */
export const FRONT_FILTERS = ['category', 'language', 'source'] as const

export function frontFilters(query: Query): Parameters {
  return Object.fromEntries(FRONT_FILTERS.map((name) => [name, query[name]]))
}

/** When the window began, epoch ms. */
export function startOf({ filter: { from, sinceHours, sinceDays } }: FrontWindow, now: number): number {
  if (from !== undefined) return Date.parse(String(from))
  return now - (Number(sinceHours ?? 0) + 24 * Number(sinceDays ?? 0)) * HOUR_MS
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
