import { DAY_MS, type EpochMs, HOUR_MS } from '../../model/time.ts'

/** Publications older than this say nothing of how a source publishes now. */
export const MEMORY_MS = 28 * DAY_MS
const HOURS_KEPT = MEMORY_MS / HOUR_MS

/** More publications in one hour than this teach nothing more. */
const MAX_PER_HOUR = 65_535

/**
 * How many publications each hour of the last four weeks brought: what is needed of a source's past, in little more than a
 * kilobyte however busy it is.
 */
export interface PublishingHours {
  /** @param at what lies four weeks before the newest that was added changes nothing but `oldestAt` */
  add(at: EpochMs): void
  /** The earliest that was added; `undefined` where nothing was. */
  readonly oldestAt: EpochMs | undefined
  /** Tells of each hour from `from` to `until` that brought any: when it begins, and how many. In no order. */
  eachHour(from: EpochMs, until: EpochMs, visitHour: (at: EpochMs, count: number) => void): void
}

export function createPublishingHours(times: Iterable<EpochMs> = []): PublishingHours {
  /** By the hour since the epoch, round and round. */
  const counts = new Uint16Array(HOURS_KEPT)
  /** The same two by two: most hours bring nothing. */
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
