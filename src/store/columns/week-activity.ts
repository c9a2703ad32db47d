import { DAY_MS, type EpochMs, HOUR_MS } from '../../domain/time.ts'
import { HOURS_OF_WEEK, hourOfWeek } from '../../domain/hour-of-week.ts'
import type { Columns } from './columns.ts'
const DAYS_LOOKED_AT = 28

/** When sources publish, kept for the hour that it was computed in: what is past hardly changes. */
export class WeekActivity {
  #columns: Columns | undefined
  #hour = -1
  #counts: readonly number[] = []

  /**
   * How many sources published in each hour of the week, over 28 days before the present hour; a source
   * counts once an hour.
   */
  activity(columns: Columns, now: EpochMs): number[] {
    const hour = Math.floor(now / HOUR_MS)
    if (this.#columns !== columns || this.#hour !== hour) {
      this.#counts = countActivity(columns, hour * HOUR_MS)
      this.#columns = columns
      this.#hour = hour
    }
    return [...this.#counts]
  }
}

function countActivity(columns: Columns, until: EpochMs): number[] {
  const { byTime, publishedAt, facet } = columns
  const owners = ownersOf(columns)
  const first = byTime.before(until - DAYS_LOOKED_AT * DAY_MS, 0)
  const slots = byTime.view().subarray(first, Math.max(first, byTime.before(until, 0)))
  const counts = Array.from({ length: HOURS_OF_WEEK }, () => 0)
  const lastHours = new Int32Array(columns.facets.size).fill(-1)
  for (const slot of slots) {
    if (columns.isAgeUnknown(slot)) continue
    const at = publishedAt[slot] ?? 0
    const hour = Math.floor(at / HOUR_MS)
    const owner = owners[facet[slot] ?? 0] ?? 0
    if (lastHours[owner] === hour) continue
    lastHours[owner] = hour
    counts[hourOfWeek(at)] = (counts[hourOfWeek(at)] ?? 0) + 1
  }
  return counts
}

/** By facet code the number of the source that had its items first. */
function ownersOf({ facets }: Columns): Uint32Array {
  const numbers = new Map<string, number>()
  const owners = new Uint32Array(facets.size)
  for (const { code, facet } of facets.live()) {
    const [owner = ''] = facet.sources
    const number = numbers.get(owner) ?? numbers.size
    numbers.set(owner, number)
    owners[code] = number
  }
  return owners
}
