import { DAY_MS, type EpochMs } from './time.ts'

/** Maximum number of publication times that show a source's rhythm. */
export const MAX_TIMES = 50

/** With fewer times, the rhythm is unknown. */
const MIN_TIMES = 10

/** Longer than holidays. */
export const MIN_SILENCE_MS = 7 * DAY_MS

/** The same if the rhythm is unknown. */
const MIN_SILENCE_OF_FEW_MS = 60 * DAY_MS

/** Multiple of the longest earlier pause. Captured feeds that go on have one such pause in five years. */
const PAUSES = 3

const MAX_SILENCE_MS = 365 * DAY_MS

/**
 * Since when a source has been silent for longer than usual: it may have ended or moved.
 *
 * @param times distinct publication times of its last items, latest first, at most `MAX_TIMES`
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
