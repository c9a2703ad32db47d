import { DAY_MS, type EpochMs, HOUR_MS } from '../../src/model/time.ts'

/** Days over which the invented collection was collected. */
export const DAYS = 400

/** Relative number of items published in each UTC hour: most when people in Europe and America are awake. */
const HOURS = [4, 3, 3, 3, 4, 6, 8, 10, 11, 11, 11, 11, 12, 13, 14, 14, 14, 13, 12, 11, 10, 8, 7, 5]
const WEEKEND = 0.55
/** Ratio of items on the last day to items on the first, since collections grow. */
const GROWTH = 1.3

/**
 * Gives the time by which a share of all items was collected. It follows day and night, weekends and growth.
 *
 * @param endAt end of the last hour
 * @returns an ascending function of a share, 0..1
 */
export function publishingTimes(endAt: EpochMs): (share: number) => EpochMs {
  const startAt = endAt - DAYS * DAY_MS
  const sums = [0]
  for (let hour = 0; hour < DAYS * 24; hour += 1) {
    const at = new Date(startAt + hour * HOUR_MS)
    const weekend = at.getUTCDay() % 6 === 0 ? WEEKEND : 1
    const growth = 1 + (GROWTH - 1) * (hour / (DAYS * 24))
    sums.push((sums.at(-1) ?? 0) + (HOURS[at.getUTCHours()] ?? 1) * weekend * growth)
  }
  const whole = sums.at(-1) ?? 1
  let hour = 0
  return (share) => {
    const wanted = share * whole
    if ((sums[hour] ?? 0) > wanted) hour = 0
    while (hour < DAYS * 24 - 1 && (sums[hour + 1] ?? whole) <= wanted) hour += 1
    const begin = sums[hour] ?? 0
    const part = (wanted - begin) / ((sums[hour + 1] ?? whole) - begin)
    return Math.floor(startAt + (hour + Math.min(1, part)) * HOUR_MS)
  }
}
