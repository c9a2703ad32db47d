import { getOrInsert } from '../../model/get-or-insert.ts'
import { HOURS_OF_WEEK, hourOfWeek, DAY_MS, type EpochMs, HOUR_MS } from '../../model/time.ts'
import type { Columns } from './columns.ts'
import type { Facet } from './facet.ts'

export interface FacetCount {
  readonly facet: Facet
  readonly count: number
}

export interface FacetTotal extends FacetCount {
  readonly latestAt: EpochMs
}

export function countFacets(columns: Columns): FacetTotal[] {
  const latest = latestByFacet(columns)
  return columns.facets
    .live()
    .map(({ code, facet, count }) => ({ facet, count, latestAt: latest[code] ?? 0 }))
}

/** Counts items published at or after `from` by facet. Facets without any are left out. */
export function countFacetsSince(columns: Columns, from: EpochMs): FacetCount[] {
  return facetCounts(columns, codesBetween(columns, columns.byTime.before(from, 0), columns.size))
}

/** Counts items published at or after `from`. */
export function countSince(columns: Columns, from: EpochMs): number {
  return columns.size - columns.byTime.before(from, 0)
}

export function newestAt(columns: Columns): EpochMs | null {
  return columns.size === 0 ? null : columns.publishedAtOf(columns.byTime.at(columns.size - 1))
}

export function oldestAt(columns: Columns): EpochMs | null {
  return columns.size === 0 ? null : columns.publishedAtOf(columns.byTime.at(0))
}

interface DayCount {
  /** `YYYY-MM-DD` */
  readonly date: string
  readonly count: number
  /** The count by facet. Facets without an item on the day are left out. */
  readonly facets: readonly FacetCount[]
}

/** The last `days` UTC days with items, oldest first. */
export const countByDay = whileUnchanged((columns, days: number): readonly DayCount[] => {
  const counts: DayCount[] = []
  let end = columns.size
  while (end > 0 && counts.length < days) {
    const last = columns.publishedAtOf(columns.byTime.at(end - 1))
    const day = Math.floor(last / DAY_MS) * DAY_MS
    const start = columns.byTime.before(day, 0)
    const facets = facetCounts(columns, codesBetween(columns, start, end))
    counts.push({ date: new Date(day).toISOString().slice(0, 10), count: end - start, facets })
    end = start
  }
  return counts.reverse()
})

/**
 * Counts the items of each source by UTC day, oldest first. The last of the `days` days is the day of `now`. Includes
 * days without items, but no sources without items.
 */
export function countSourcesByDay(
  columns: Columns,
  days: number,
  now: EpochMs,
): ReadonlyMap<string, readonly number[]> {
  return sourcesFrom(columns, (Math.floor(now / DAY_MS) - days + 1) * DAY_MS, days)
}

const sourcesFrom = whileUnchanged((columns, first: EpochMs, days: number): Map<string, number[]> => {
  const counts = new Map<string, number[]>()
  for (let day = 0; day < days; day += 1) {
    const [start, end] = [0, 1].map((next) => columns.byTime.before(first + (day + next) * DAY_MS, 0))
    for (const { facet, count } of facetCounts(columns, codesBetween(columns, start ?? 0, end ?? 0))) {
      for (const source of facet.sources) {
        const byDay = getOrInsert(counts, source, () => Array.from({ length: days }, () => 0))
        byDay[day] = (byDay[day] ?? 0) + count
      }
    }
  }
  return counts
})

/** Counts all items by the hour of the week in which they were published, Monday 00:00 UTC first. */
export const countByHourOfWeek = whileUnchanged((columns): readonly number[] => {
  const { byTime } = columns
  const counts = Array.from({ length: HOURS_OF_WEEK }, () => 0)
  // By time, the items of one hour are adjacent. Each step searches the end of one hour.
  for (let at = 0; at < byTime.length;) {
    const publishedAtFirst = columns.publishedAtOf(byTime.at(at))
    const end = byTime.before((Math.floor(publishedAtFirst / HOUR_MS) + 1) * HOUR_MS, 0)
    const hour = hourOfWeek(publishedAtFirst)
    counts[hour] = (counts[hour] ?? 0) + end - at
    at = end
  }
  return counts
})

const WINDOW_HOURS = (28 * DAY_MS) / HOUR_MS

/**
 * Counts the sources that published in each hour of the week, over the 28 days before the current hour. A source counts
 * once for each of these hours.
 */
export function weekActivity(columns: Columns, now: EpochMs): number[] {
  return [...activityUntil(columns, Math.floor(now / HOUR_MS))]
}

/** @param until in hours since 1970 */
const activityUntil = whileUnchanged((columns, until: number): readonly number[] => {
  const { byTime, facets } = columns
  const counts = Array.from({ length: HOURS_OF_WEEK }, () => 0)
  /** Last counted hour by source. */
  const counted = new Map<string | undefined, number>()
  const from = byTime.before((until - WINDOW_HOURS) * HOUR_MS, 0)
  for (const part of byTime.parts(from, byTime.before(until * HOUR_MS, 0))) {
    for (let at = 0; at < part.length; at += 1) {
      const slot = part[at] ?? 0
      // The first source with the item. Items of unknown age have no known hour.
      const source = facets.facetOf(columns.facetOf(slot))?.sources[0]
      const hour = Math.floor(columns.publishedAtOf(slot) / HOUR_MS)
      if (columns.isAgeUnknown(slot) || counted.get(source) === hour) continue
      counted.set(source, hour)
      const week = hourOfWeek(hour * HOUR_MS)
      counts[week] = (counts[week] ?? 0) + 1
    }
  }
  return counts
})

/** Counts the items at positions [start, end) of `byTime` by facet code. */
function codesBetween({ byTime }: Columns, start: number, end: number): Uint32Array {
  const before = byTime.countFacets(start)
  return byTime.countFacets(end).map((count, code) => count - (before[code] ?? 0))
}

function facetCounts({ facets }: Columns, byCode: Uint32Array): FacetCount[] {
  const counts: FacetCount[] = []
  for (let code = 1; code < byCode.length; code += 1) {
    const count = byCode[code] ?? 0
    const facet = count === 0 ? undefined : facets.facetOf(code)
    if (facet !== undefined) counts.push({ facet, count })
  }
  return counts
}

/** The latest `publishedAt` by facet code. Cached: a facet without new items makes it read all items. */
const latestByFacet = whileUnchanged((columns): Float64Array => {
  // From the newest item back, until every facet is found.
  const { facets } = columns
  const latest = new Float64Array(facets.size)
  const seen = new Uint8Array(facets.size)
  let missing = facets.live().length
  for (const slots of columns.byTime.partsDown(0, columns.size)) {
    for (let at = slots.length - 1; at >= 0 && missing > 0; at -= 1) {
      const slot = slots[at] ?? 0
      const code = columns.facetOf(slot)
      if (seen[code] === 1) continue
      seen[code] = 1
      latest[code] = columns.publishedAtOf(slot)
      missing -= 1
    }
    if (missing === 0) break
  }
  return latest
})

/**
 * Returns the last distinct publication times of each source, latest first. Leaves out sources with an item at or after
 * `from`.
 *
 * @param most maximum number of times per source
 */
export const newestTimes = whileUnchanged(
  (columns, from: EpochMs, most: number): ReadonlyMap<string, readonly EpochMs[]> => {
    const latest = latestByFacet(columns)
    const live = columns.facets.live()
    const isQuiet = ({ code }: { readonly code: number }): boolean => (latest[code] ?? 0) < from
    const busy = new Set(live.flatMap((one) => (isQuiet(one) ? [] : one.facet.sources)))
    const timesOf = new Map<string, EpochMs[]>()
    const listsOf: EpochMs[][][] = []
    let left = 0
    for (const { code, facet, count } of live) {
      const quiet = facet.sources.filter((source) => !busy.has(source))
      for (const source of quiet) if (!timesOf.has(source)) timesOf.set(source, [])
      if (quiet.length === 0) continue
      listsOf[code] = quiet.map((source) => timesOf.get(source) ?? [])
      left += count
    }
    for (const slots of columns.byTime.partsDown(0, columns.byTime.before(from, 0))) {
      for (let at = slots.length - 1; at >= 0 && left > 0; at -= 1) {
        const slot = slots[at] ?? 0
        const lists = listsOf[columns.facetOf(slot)]
        if (lists === undefined) continue
        left -= 1
        const publishedAt = columns.publishedAtOf(slot)
        for (const list of lists)
          if (list.length < most && list.at(-1) !== publishedAt) list.push(publishedAt)
      }
      if (left === 0) break
    }
    return timesOf
  },
)

/** Caches the last result of `find` while columns and arguments stay the same. */
export function whileUnchanged<Asked extends number[], T>(
  find: (columns: Columns, ...asked: Asked) => T,
): (columns: Columns, ...asked: Asked) => T {
  const kept = new WeakMap<Columns, { readonly of: string; readonly found: T }>()
  return (columns, ...asked) => {
    const of = [columns.stamp, ...asked].join(' ')
    const known = kept.get(columns)
    if (known?.of === of) return known.found
    const found = find(columns, ...asked)
    kept.set(columns, { of, found })
    return found
  }
}
