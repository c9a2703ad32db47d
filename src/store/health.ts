import type { HealthStatus } from '../model/source.ts'

/** Facts that determine the health of a source. */
export interface VisitHistory {
  readonly enabled: boolean
  readonly lastVisitAt: number | null
  /** Its server answered 410, or 404 for two days. */
  readonly isGone: boolean
  readonly consecutiveErrors: number
  /** 0..1 over the visits of the last 24 hours; `null` where there were none. */
  readonly successRate24h: number | null
}

/** Visits in a row that must fail before a source counts as failing, not as having a bad hour. */
export const FAILING_ERRORS = 3

/** Share of the day's visits that must succeed. */
const GOOD_RATE = 0.8

/**
 * Gives the state of a source:
 *
 *     disabled   switched off in the configuration
 *     new        never visited
 *     gone       its server says that it is gone for good (410), or has said for two days that there is nothing (404)
 *     failing    the last three visits or more failed
 *     degraded   the last visit failed, or more than a fifth of the day's
 *     ok otherwise
 */
export function healthOf(history: VisitHistory): HealthStatus {
  if (!history.enabled) return 'disabled'
  if (history.lastVisitAt === null) return 'new'
  if (history.isGone) return 'gone'
  if (history.consecutiveErrors >= FAILING_ERRORS) return 'failing'
  if (history.consecutiveErrors > 0 || (history.successRate24h ?? 1) < GOOD_RATE) return 'degraded'
  return 'ok'
}
