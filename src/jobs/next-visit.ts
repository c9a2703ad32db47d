import type { Collected } from '../domain/entry.ts'
import { DAY_MS, MINUTE_MS } from '../domain/time.ts'
import type { EpochMs } from '../domain/time.ts'

/** Longest wait between two visits, whatever a source says or does wrong. */
export const LONGEST_WAIT_MS = DAY_MS

/** Shortest wait after a failure, so that a source with a short interval is not hammered. */
const SHORTEST_BACKOFF_MS = MINUTE_MS

/** The waits are spread by this share of themselves, so that sources do not march in step. */
const JITTER = 0.1

export interface NextVisit {
  readonly at: EpochMs
  /** The wait before jitter. */
  readonly intervalMs: number
}

/**
 * When to visit a source again. After a success: the usual wait, or the feed's own `ttl` where that is longer. After a failure:
 * twice as long with each one in a row, and never before `Retry-After`. Never more than 24 hours, so that a source that comes
 * back is found again.
 *
 * @param usualMs after a success what the source's rhythm lets wait, after a failure its `every`
 * @param errors failures in a row, this visit's included; 0 after a success
 * @param random 0..1
 */
export function nextVisit(
  usualMs: number,
  collected: Collected,
  errors: number,
  now: EpochMs,
  random: number,
): NextVisit {
  const wanted = collected.kind === 'failed' ? backoff(usualMs, errors) : Math.max(usualMs, ttlOf(collected))
  const asked = collected.exchange.retryAfterMs ?? 0
  const intervalMs = Math.min(LONGEST_WAIT_MS, Math.max(wanted, asked))
  const jittered = intervalMs * (1 + JITTER * random)
  return { at: now + Math.round(Math.min(LONGEST_WAIT_MS, jittered)), intervalMs }
}

function backoff(everyMs: number, errors: number): number {
  // 2^20 half-minutes pass a year: a larger exponent adds nothing below the cap.
  const factor = 2 ** Math.min(20, Math.max(0, errors - 1))
  return Math.max(SHORTEST_BACKOFF_MS, everyMs * factor)
}

function ttlOf(collected: Collected): number {
  return collected.kind === 'entries' ? Math.min(LONGEST_WAIT_MS, collected.feed.ttlMs ?? 0) : 0
}
