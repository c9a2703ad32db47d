import { countWhile } from '../model/count-while.ts'
import { DAY_MS, type EpochMs } from '../model/time.ts'

/** How far before and after an item its source's other items count. */
const AROUND_MS = 28 * DAY_MS

/** An item of a source, by which its rate is measured. */
export interface Publication {
  /** Time of the visit if its age is unknown. */
  readonly publishedAt: EpochMs
  /** Whether its age is known. */
  readonly dated: boolean
}

/**
 * Makes the function that gives how many items a day a source publishes around one of its items, or at present if that
 * is more: an old item that a loud source keeps in its feed is alone only there.
 *
 * The days begin with the oldest item known. One day is added, so a rate is never more than the number of items, and a
 * source of which nothing is known has one item a day. Items of unknown age say only since when the source is known.
 *
 * @param known items of the source, those to be rated among them
 * @returns items a day, > 0
 */
export function frequencyOf(known: readonly Publication[], now: EpochMs): (at: EpochMs) => number {
  const start = known.reduce((least, { publishedAt }) => Math.min(least, publishedAt), now)
  const times = Float64Array.from(
    known.filter(({ dated }) => dated),
    ({ publishedAt }) => publishedAt,
  ).sort()

  const countBefore = (end: EpochMs): number => countWhile(times.length, (index) => (times[index] ?? 0) < end)

  function rateAround(at: EpochMs): number {
    const from = Math.max(start, at - AROUND_MS)
    const until = Math.min(now, at + AROUND_MS)
    const items = countBefore(until + 1) - countBefore(from)
    return Math.max(1, items) / (Math.max(0, until - from) / DAY_MS + 1)
  }

  const present = rateAround(now)
  return (at) => Math.max(present, rateAround(at))
}
