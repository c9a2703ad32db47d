import { DAY_MS, HOUR_MS, HOURS_OF_WEEK, hourOfWeek, type EpochMs } from '../../model/time.ts'
import type { Columns } from './columns.ts'

const WINDOW_HOURS = (28 * DAY_MS) / HOUR_MS

/** The number of sources that published in one hour, and the state of the items it was counted from. */
interface HourActivity {
  readonly items: number
  readonly change: number
  readonly sources: number
}

/** Counts when sources publish. The count of an hour is cached until items change that stand near its items in time. */
export class WeekActivity {
  #columns: Columns | undefined
  /** By hours since 1970. */
  #hours = new Map<number, HourActivity>()
  #last: { readonly stamp: number; readonly until: number; readonly counts: readonly number[] } | undefined

  /**
   * Counts the sources that published in each hour of the week, over the 28 days before the present hour. A source
   * counts once for each of these hours.
   */
  activity(columns: Columns, now: EpochMs): number[] {
    const until = Math.floor(now / HOUR_MS)
    if (this.#columns !== columns) {
      this.#columns = columns
      this.#hours = new Map()
      this.#last = undefined
    }
    const { stamp } = columns
    if (this.#last?.stamp !== stamp || this.#last.until !== until)
      this.#last = { stamp, until, counts: this.#count(columns, until) }
    return [...this.#last.counts]
  }

  /** @param until in hours since 1970 */
  #count(columns: Columns, until: number): number[] {
    const counts = Array.from({ length: HOURS_OF_WEEK }, () => 0)
    const first = until - WINDOW_HOURS
    let start = columns.byTime.before(first * HOUR_MS, 0)
    for (let hour = first; hour < until; hour += 1) {
      const end = columns.byTime.before((hour + 1) * HOUR_MS, 0)
      const week = hourOfWeek(hour * HOUR_MS)
      counts[week] = (counts[week] ?? 0) + this.#sourcesOf(columns, hour, start, end)
      start = end
    }
    return counts
  }

  /** @param start the hour's items stand at [start, end) in order of time */
  #sourcesOf(columns: Columns, hour: number, start: number, end: number): number {
    if (start === end) return 0
    const change = columns.byTime.lastChange(start, end)
    const known = this.#hours.get(hour)
    if (known?.items === end - start && known.change === change) return known.sources
    const sources = countSources(columns, start, end)
    this.#hours.set(hour, { items: end - start, change, sources })
    return sources
  }
}

/** Counts the sources that showed an item first. Leaves out items of unknown age: their hour is not known. */
function countSources(columns: Columns, start: number, end: number): number {
  const owners = new Set<string | undefined>()
  for (let at = start; at < end; at += 1) {
    const slot = columns.byTime.at(at)
    if (!columns.isAgeUnknown(slot)) owners.add(columns.facets.facetOf(columns.facet[slot] ?? 0)?.sources[0])
  }
  return owners.size
}
