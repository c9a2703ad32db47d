import { EPOCH_HOUR_OF_WEEK, HOURS_OF_WEEK, HOUR_MS, type EpochMs } from '../../model/time.ts'

/** Added to each hour's count. Without it, a few items at night would look like a rhythm. */
const PRIOR_COUNT = 4

/** Larger counts would cost the sums their precision. */
const HIGHEST_COUNT = 1e12

/** Maximum ratio between the mean hour and the busiest or quietest hour. */
const MAX_UNEVEN = 4

/** Time between two moments in hours of mean activity: a busy hour counts more than 1, a quiet one less. */
export type WeekRhythm = (from: EpochMs, until: EpochMs) => number

/**
 * Makes a rhythm from counts. Smooths the counts over adjacent hours, shrinks small counts towards the mean, and scales
 * them so that a whole week counts as 168 hours.
 *
 * @param counts sources that published in each hour of the week, Monday 00:00 UTC first; missing ones count as 0
 * @see docs/scoring.md#trend
 */
export function weekRhythm(counts: readonly number[]): WeekRhythm {
  const rates = hourRates(counts)
  const before = [0]
  for (const rate of rates) before.push((before.at(-1) ?? 0) + rate)

  const upTo = (at: EpochMs): number => {
    const hours = at / HOUR_MS + EPOCH_HOUR_OF_WEEK
    const week = Math.floor(hours / HOURS_OF_WEEK)
    const hourOfWeek = Math.min(HOURS_OF_WEEK - 1, Math.floor(hours - week * HOURS_OF_WEEK))
    const within = hours - week * HOURS_OF_WEEK - hourOfWeek
    return week * HOURS_OF_WEEK + (before[hourOfWeek] ?? 0) + within * (rates[hourOfWeek] ?? 1)
  }
  return (from, until) => upTo(until) - upTo(from)
}

/** Relative activity of each hour of the week, with mean 1. */
function hourRates(counts: readonly number[]): number[] {
  const count = (hour: number): number => {
    const value = counts[(hour + HOURS_OF_WEEK) % HOURS_OF_WEEK]
    return value !== undefined && value > 0 ? Math.min(value, HIGHEST_COUNT) : 0
  }
  const hours = Array.from({ length: HOURS_OF_WEEK }, (_, hour) => hour)
  const smooth = hours.map((hour) => (count(hour - 1) + 2 * count(hour) + count(hour + 1)) / 4 + PRIOR_COUNT)
  const mean = meanOf(smooth)
  const bounded = smooth.map((value) => Math.min(MAX_UNEVEN, Math.max(1 / MAX_UNEVEN, value / mean)))
  const boundedMean = meanOf(bounded)
  return bounded.map((value) => value / boundedMean)
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
