import type { SourceHealth } from '../model/source-report.ts'
import type { HealthStatus } from '../model/source.ts'

/** Facts that determine the health of a source. */
interface VisitHistory extends Pick<SourceHealth, 'lastVisitAt' | 'consecutiveErrors' | 'successRate24h'> {
  readonly enabled: boolean
  /** Its server answered 410, or 404 for two days. */
  readonly isGone: boolean
}

/** From this many failed visits in a row a source is failing. */
export const FAILING_ERRORS = 3

/** Minimum share of successful visits in 24 hours for `ok`. */
const GOOD_RATE = 0.8

/**
 * Returns the state of a source:
 *
 *     disabled   switched off in the configuration
 *     new        never visited
 *     gone       its server answered 410, or 404 for two days
 *     failing    the last three visits or more failed
 *     degraded   the last visit failed, or more than 20 % of the visits of the last 24 hours
 *     ok         otherwise
 */
export function healthOf(history: VisitHistory): HealthStatus {
  if (!history.enabled) return 'disabled'
  if (history.lastVisitAt === null) return 'new'
  if (history.isGone) return 'gone'
  if (history.consecutiveErrors >= FAILING_ERRORS) return 'failing'
  if (history.consecutiveErrors > 0 || (history.successRate24h ?? 1) < GOOD_RATE) return 'degraded'
  return 'ok'
}
