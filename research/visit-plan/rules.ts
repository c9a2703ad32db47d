import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/model/time.ts'
import { learnRhythm, MEMORY_MS, type Rhythm, waitByRhythm } from '../../src/pipeline/schedule/rhythm.ts'
import { countUntil } from './world.ts'

/**
 * @param times all publications of the source, ascending
 * @param known how many of them the source has shown so far
 * @returns the wait until the next visit, ms
 */
export type Rule = (times: readonly number[], known: number, now: number) => number

/** Entries of a document, from which CommaFeed takes the average interval. */
const WINDOW = 30

/**
 * Our rule with the true rates of the simulation instead of learned ones. No rule that follows rates without knowing
 * the future can do much better.
 */
export function knowingAll(rates: ReadonlyMap<readonly number[], Rhythm>): (scale: number) => Rule {
  return (scale) => (times, _known, now) => {
    const rhythm = rates.get(times)
    return rhythm === undefined ? HOUR_MS * scale : waitByRhythm(rhythm, HOUR_MS * scale, now)
  }
}

/** Each rule by name; a larger scale visits less often. */
export const RULES: Record<string, (scale: number) => Rule> = {
  'fixed interval': (scale) => () => HOUR_MS * scale,
  CommaFeed: (scale) => (times, known, now) => {
    const last = times[known - 1]
    const longest = 4 * HOUR_MS * scale
    const shortest = 5 * MINUTE_MS * scale
    if (last === undefined || now - last >= 30 * DAY_MS) return longest
    if (now - last >= 14 * DAY_MS) return longest / 2
    if (now - last >= 7 * DAY_MS) return longest / 4
    const shown = Math.min(WINDOW, known)
    const average = (last - (times[known - shown] ?? last)) / Math.max(1, shown - 1)
    return Math.min(longest / 4, Math.max(shortest, (average / 2) * scale))
  },
  'Miniflux entry frequency': (scale) => (times, known, now) => {
    const weekly = known - countUntil(times, now - 7 * DAY_MS)
    const wait = weekly === 0 ? DAY_MS : ((7 * DAY_MS) / weekly) * scale
    return Math.min(DAY_MS, Math.max(5 * MINUTE_MS, wait))
  },
  'our rhythm': (scale) => {
    // Learned at most every six hours of virtual time, to save computation. The service learns at each visit.
    let learned: { times: readonly number[]; at: number; rhythm: Rhythm } | undefined
    return (times, known, now) => {
      if (learned === undefined || learned.times !== times || now - learned.at > 6 * HOUR_MS) {
        const shown = times.slice(countUntil(times, now - MEMORY_MS), known)
        learned = { times, at: now, rhythm: learnRhythm(shown, now) }
      }
      return known === 0 ? HOUR_MS * scale : waitByRhythm(learned.rhythm, HOUR_MS * scale, now)
    }
  },
}
