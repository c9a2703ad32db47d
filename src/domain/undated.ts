import { DAY_MS, type EpochMs } from './time.ts'

/** An item of unknown age is ranked as at least this much older than its first sight: no list of news reaches so far. */
const UNKNOWN_AGE_MS = 30 * DAY_MS

/**
 * Gives the time at which orders by time, hot and search rank the items of unknown age: those whose source states no
 * believable time for them and that its first visit brings. They may be of any age, so they rank behind the dated items of
 * that visit. What a later visit brings is new: it ranks at its first sight, dated or not.
 *
 * @param statedTimes publication times that the source states for the other items of its first visit
 */
export function rankOfUnknownAge(firstVisitAt: EpochMs, statedTimes: readonly EpochMs[]): EpochMs {
  return statedTimes.reduce((rank, at) => Math.min(rank, at - 1), firstVisitAt - UNKNOWN_AGE_MS)
}
