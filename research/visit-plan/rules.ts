import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/model/time.ts'
import { createPublishingHours, MEMORY_MS } from '../../src/pipeline/schedule/publishing-hours.ts'
import { learnRhythm, type Rhythm, waitByRhythm } from '../../src/pipeline/schedule/rhythm.ts'
import { countUntil } from './world.ts'

/** @returns the wait after a visit, ms; the first `known` of `times` (ascending) are what the source has shown so far */
export type Rule = (times: readonly number[], known: number, now: number) => number

/** A feed shows its newest entries: all that the average interval of a document can be taken from. */
const WINDOW = 30

/**
 * Our rule with the rates that the world draws from in place of learnt ones: no rule that follows rates and
 * does not know the future does much better, however it learns.
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
    // Learned anew at most every six hours of virtual time: the service does at each visit, which only costs more here.
    let learned: { times: readonly number[]; at: number; rhythm: Rhythm } | undefined
    return (times, known, now) => {
      if (learned === undefined || learned.times !== times || now - learned.at > 6 * HOUR_MS) {
        const shown = times.slice(countUntil(times, now - MEMORY_MS), known)
        learned = { times, at: now, rhythm: learnRhythm(createPublishingHours(shown), now) }
      }
      return known === 0 ? HOUR_MS * scale : waitByRhythm(learned.rhythm, HOUR_MS * scale, now)
    }
  },
}
