import { DAY_MS, type EpochMs, HOUR_MS } from '../../model/time.ts'

/** Older publications do not count: sources change their rhythm. */
export const MEMORY_MS = 28 * DAY_MS
const HOURS_KEPT = MEMORY_MS / HOUR_MS

/** The highest count of one hour, 16 bits. */
const MAX_PER_HOUR = 65_535

/**
 * Counts the publications of each hour of the last 4 weeks. The counts take about 1.3 kB a source, however busy it is.
 */
export interface PublishingHours {
  /** @param at a time 4 weeks or more before the newest publication changes only `oldestAt` */
  add(at: EpochMs): void
  /** The earliest publication added; `undefined` before the first. */
  readonly oldestAt: EpochMs | undefined
  /** Calls `visitHour` for each hour with publications between `from` and `until`, in no order: its start and count. */
  eachHour(from: EpochMs, until: EpochMs, visitHour: (at: EpochMs, count: number) => void): void
}

export function createPublishingHours(times: Iterable<EpochMs> = []): PublishingHours {
  /** A ring buffer by hour since 1970. */
  const counts = new Uint16Array(HOURS_KEPT)
  /** The same counts in pairs: one read skips two empty hours. Most hours are empty. */
  const pairs = new Uint32Array(counts.buffer)
  let newestHour: number | undefined
  let oldestAt: EpochMs | undefined

  const slotOf = (hour: number): number => ((hour % HOURS_KEPT) + HOURS_KEPT) % HOURS_KEPT
  const isKept = (hour: number): boolean =>
    newestHour !== undefined && hour <= newestHour && hour > newestHour - HOURS_KEPT

  function moveTo(hour: number): void {
    if (newestHour !== undefined) {
      const first = Math.max(newestHour + 1, hour - HOURS_KEPT + 1)
      for (let passed = first; passed <= hour; passed++) counts[slotOf(passed)] = 0
    }
    newestHour = hour
  }

  function add(at: EpochMs): void {
    oldestAt = Math.min(at, oldestAt ?? at)
    const hour = Math.floor(at / HOUR_MS)
    if (newestHour === undefined || hour > newestHour) moveTo(hour)
    const slot = slotOf(hour)
    if (isKept(hour)) counts[slot] = Math.min(MAX_PER_HOUR, (counts[slot] ?? 0) + 1)
  }

  for (const at of times) add(at)
  return {
    add,
    get oldestAt() {
      return oldestAt
    },
    eachHour(from, until, visitHour) {
      if (newestHour === undefined) return
      const newestSlot = slotOf(newestHour)
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
    },
  }
}
