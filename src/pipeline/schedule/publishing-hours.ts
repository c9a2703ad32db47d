import { DAY_MS, type EpochMs, HOUR_MS } from '../../model/time.ts'

/** Older publications do not count: sources change their rhythm. */
export const MEMORY_MS = 28 * DAY_MS
const HOURS_KEPT = MEMORY_MS / HOUR_MS

/** The highest count of one hour, 16 bits. */
const MAX_PER_HOUR = 65_535

/**
 * Counts the publications of each hour of the last 4 weeks. The counts take about 1.3 kB a source, however busy it is.
 */
export class PublishingHours {
  /** A ring buffer by hour since 1970. */
  readonly #counts = new Uint16Array(HOURS_KEPT)
  /** The same counts in pairs: one read skips two empty hours. Most hours are empty. */
  readonly #pairs = new Uint32Array(this.#counts.buffer)
  #newestHour: number | undefined
  #oldestAt: EpochMs | undefined

  constructor(times: Iterable<EpochMs> = []) {
    for (const at of times) this.add(at)
  }

  /** The earliest publication added; `undefined` before the first. */
  get oldestAt(): EpochMs | undefined {
    return this.#oldestAt
  }

  /** @param at a time 4 weeks or more before the newest publication changes only `oldestAt` */
  add(at: EpochMs): void {
    this.#oldestAt = Math.min(at, this.#oldestAt ?? at)
    const hour = Math.floor(at / HOUR_MS)
    if (this.#newestHour === undefined || hour > this.#newestHour) this.#moveTo(hour)
    else if (hour <= this.#newestHour - HOURS_KEPT) return
    const slot = slotOf(hour)
    this.#counts[slot] = Math.min(MAX_PER_HOUR, (this.#counts[slot] ?? 0) + 1)
  }

  /** Calls `visitHour` for each hour with publications between `from` and `until`, in no order: its start and count. */
  eachHour(from: EpochMs, until: EpochMs, visitHour: (at: EpochMs, count: number) => void): void {
    const newestHour = this.#newestHour
    if (newestHour === undefined) return
    const [counts, pairs, newestSlot] = [this.#counts, this.#pairs, slotOf(newestHour)]
    for (let slot = 0; slot < HOURS_KEPT; slot++) {
      if (pairs[slot >> 1] === 0) {
        slot++
        continue
      }
      const count = counts[slot] as number
      if (count === 0) continue
      const back = newestSlot >= slot ? newestSlot - slot : newestSlot - slot + HOURS_KEPT
      const at = (newestHour - back) * HOUR_MS
      if (at + HOUR_MS > from && at <= until) visitHour(at, count)
    }
  }

  #moveTo(hour: number): void {
    if (this.#newestHour !== undefined) {
      const first = Math.max(this.#newestHour + 1, hour - HOURS_KEPT + 1)
      for (let passed = first; passed <= hour; passed++) this.#counts[slotOf(passed)] = 0
    }
    this.#newestHour = hour
  }
}

function slotOf(hour: number): number {
  return ((hour % HOURS_KEPT) + HOURS_KEPT) % HOURS_KEPT
}
