import { DAY_MS, type EpochMs } from './time.ts'

/** Times by which the rhythm of a source is judged, at most. */
export const MAX_TIMES = 50

/** With fewer times, the rhythm is unknown. */
const MIN_TIMES = 10

/** Holidays are shorter. */
export const MIN_SILENCE_MS = 7 * DAY_MS

/** The same where the rhythm is unknown. */
const MIN_SILENCE_OF_FEW_MS = 60 * DAY_MS

/** How many times as long as the longest pause before. Of captured feeds, one in five years of a feed has such a pause, and goes on. */
const PAUSES = 3

const MAX_SILENCE_MS = 365 * DAY_MS

/**
 * Tells since when a source has had nothing new for longer than is usual for it: it may have ended or moved.
 *
 * @param times at which its last items were published, each once, latest first, `MAX_TIMES` at most
 * @param until the last successful visit
 * @returns `undefined` if its silence is usual
 */
export function silentSince(times: readonly EpochMs[], until: EpochMs): EpochMs | undefined {
  const [last] = times
  if (last === undefined) return undefined
  const pauses = times.slice(1).map((at, index) => (times[index] ?? at) - at)
  const shortest = times.length < MIN_TIMES ? MIN_SILENCE_OF_FEW_MS : MIN_SILENCE_MS
  const since = last + Math.min(MAX_SILENCE_MS, Math.max(shortest, PAUSES * Math.max(0, ...pauses)))
  return since < until ? since : undefined
}
