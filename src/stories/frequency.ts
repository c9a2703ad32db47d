import { countWhile } from '../model/count-while.ts'
import { DAY_MS, type EpochMs } from '../model/time.ts'

/** The source's items within this time of an item count. */
const AROUND_MS = 28 * DAY_MS

/** An item of a source, as input of its frequency. */
export interface Publication {
  /** Time of the visit if its age is unknown. */
  readonly publishedAt: EpochMs
  /** Whether its age is known. */
  readonly dated: boolean
}

/**
 * Makes a function that returns how many items a day a source publishes around one of its items, or now if that is
 * more: an old item in the feed of a busy source may be the only one of its time.
 *
 * The days start at the oldest known item. One day is added, so that a rate is at most the number of items, and an
 * unknown source has one item a day. Items of unknown age only show since when the source is known.
 *
 * @param known items of the source, including those to rate
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
