import { HOUR_MS, MINUTE_MS, type EpochMs } from '../../src/model/time.ts'
import type { Outlet } from '../outlets/outlet.ts'
import { randomFor } from '../random.ts'

/** Counts change in steps, so that a feed stays the same for a while and can be answered with 304. */
export const ENGAGEMENT_STEP_MS = 15 * MINUTE_MS
/** Counts do not change after this time. */
export const ENGAGEMENT_LIFE_MS = 36 * HOUR_MS
const GROWTH_MS = 6 * HOUR_MS

export interface Interest {
  readonly points: number | undefined
  readonly comments: number
}

/**
 * Points and comments at this moment. They grow quickly at first, then slowly, towards a level that depends on the
 * importance of the event. `undefined` if the outlet counts neither.
 */
export function interestIn(
  seed: string,
  key: string,
  outlet: Outlet,
  importance: number,
  publishedAt: EpochMs,
  now: EpochMs,
): Interest | undefined {
  const kind = outlet.style.engagement
  if (kind === 'none') return undefined
  const random = randomFor(seed, 'interest', key)
  const level = random.around(6 + 90 * importance ** 2, 0.9)
  const step = Math.floor(now / ENGAGEMENT_STEP_MS) * ENGAGEMENT_STEP_MS
  const age = Math.min(Math.max(0, step - publishedAt), ENGAGEMENT_LIFE_MS)
  const grown = level * (1 - Math.exp(-age / GROWTH_MS))
  const comments = Math.floor(grown * (0.2 + 0.6 * random.next()))
  return { points: kind === 'points' ? 1 + Math.floor(grown) : undefined, comments }
}
