import { type EpochMs, SECOND_MS } from './time.ts'

/** Whether an item has no time of its own: then it has that at which it was first seen, which is known to the second. */
export function isUndated(publishedAt: EpochMs, firstSeenAt: EpochMs): boolean {
  const early = firstSeenAt - publishedAt
  return early >= 0 && early < SECOND_MS
}
