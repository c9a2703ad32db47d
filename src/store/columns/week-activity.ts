import { DAY_MS, HOUR_MS, HOURS_OF_WEEK, hourOfWeek, type EpochMs } from '../../model/time.ts'
import type { Columns } from './columns.ts'
import { whileUnchanged } from './counts.ts'

const WINDOW_HOURS = (28 * DAY_MS) / HOUR_MS

/**
 * Counts the sources that published in each hour of the week, over the 28 days before the present hour. A source counts
 * once for each of these hours.
 */
export function weekActivity(columns: Columns, now: EpochMs): number[] {
  return [...activityUntil(columns, Math.floor(now / HOUR_MS))]
}

/** @param until in hours since 1970 */
const activityUntil = whileUnchanged((columns, until: number): readonly number[] => {
  const { byTime, facets } = columns
  const counts = Array.from({ length: HOURS_OF_WEEK }, () => 0)
  /** By source: the last hour in which it was counted. */
  const counted = new Map<string | undefined, number>()
  const from = byTime.before((until - WINDOW_HOURS) * HOUR_MS, 0)
  for (const part of byTime.parts(from, byTime.before(until * HOUR_MS, 0))) {
    for (let at = 0; at < part.length; at += 1) {
      const slot = part[at] ?? 0
      // The source that showed the item first. The hour of an item of unknown age is not known.
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
