import type { EpochMs } from '../model/time.ts'

/** The times of a report. */
interface Timed {
  readonly itemId: number
  readonly publishedAt: EpochMs
  /** `publishedAt`, except for an item of unknown age. */
  readonly rankedAt: EpochMs
  /** Whether its source states its time. Else `publishedAt` is when it was first seen, which says little. */
  readonly isTimeStated: boolean
}

/**
 * Gives the time of a story: that of its newest dated report. A report without a date may be found long after the
 * event. Only a story without any dated report has the time at which its reports rank.
 *
 * @param reports at least one
 * @see docs/stories.md#the-time-of-a-story
 */
export function storyTime(reports: readonly Timed[]): EpochMs {
  const dated = reports.filter(({ isTimeStated }) => isTimeStated)
  if (dated.length === 0) return Math.max(...reports.map(({ rankedAt }) => rankedAt))
  return Math.max(...dated.map(({ publishedAt }) => publishedAt))
}

/**
 * Makes the function that gives the time from which the hot key of a report fades. The representative has the time of
 * its story. A report without a date has at most that time.
 *
 * @param lead id of the story's representative
 */
export function hotTimes(reports: readonly Timed[], lead: number | undefined): (report: Timed) => EpochMs {
  if (reports.length < 2) return ({ rankedAt }) => rankedAt
  const time = storyTime(reports)
  return ({ itemId, rankedAt, isTimeStated }) => {
    if (itemId === lead) return time
    return isTimeStated ? rankedAt : Math.min(rankedAt, time)
  }
}
