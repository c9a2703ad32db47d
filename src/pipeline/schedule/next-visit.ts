import type { FetchResult } from '../../model/entry.ts'
import type { SourceLocation, PollingHints, SourceState } from '../../model/source.ts'
import { DAY_MS, type EpochMs, HOUR_MS, MINUTE_MS } from '../../model/time.ts'

/** Longest wait between two visits, unless the source is gone. */
export const LONGEST_WAIT_MS = DAY_MS

/** Wait of a source that is gone. Some come back. */
const GONE_WAIT_MS = 7 * DAY_MS

/** Shortest wait after a failure, for sources with a short interval. */
const SHORTEST_BACKOFF_MS = MINUTE_MS

/**
 * Maximum effect of `Cache-Control` and `Expires`. They are often set for static files, to a year, and say nothing
 * about the feed. A conditional request costs such a server very little.
 */
const MAX_FRESH_MS = 6 * HOUR_MS

/** Waits are extended at random by up to this share, to spread visits. */
const JITTER = 0.1

export interface VisitPast {
  /** After a success, the wait by the source's rhythm; after a failure, its `every`; ms. */
  readonly usualMs: number
  /** Time in which half of the document's entries are replaced, ms; called only if needed. */
  readonly turnoverMs: () => number
  readonly collected: FetchResult<unknown>
  /** Consecutive failures, including this visit; 0 after a success. */
  readonly errors: number
  /** After this visit. */
  readonly location: Pick<SourceLocation, 'goneSince' | 'pollingHints'>
}

export interface NextVisit {
  readonly at: EpochMs
  /** The wait before jitter and quiet hours. */
  readonly intervalMs: number
}

/**
 * Computes the time of the next visit to a source.
 *
 * - After a success: the usual wait, or the longer one that the feed (`ttl`, `sy:updatePeriod`) or its server
 *   (`Cache-Control`, `Expires`) asks for, but not so long that entries are missed.
 * - After a failure: the usual wait, doubled with each consecutive failure.
 * - Never before `Retry-After`, and never in the hours and on the days in which the feed says that it does not change.
 * - Always within 24 hours, whatever the feed asks for, so that a source that comes back is noticed.
 * - A source that is gone is visited once a week.
 *
 * @param random 0 to 1
 */
export function nextVisit(past: VisitPast, now: EpochMs, random: number): NextVisit {
  if (past.location.goneSince !== null) {
    return { at: now + Math.round(GONE_WAIT_MS * (1 + JITTER * random)), intervalMs: GONE_WAIT_MS }
  }
  const { retryAfterMs = 0 } = past.collected.exchange
  const intervalMs = Math.min(LONGEST_WAIT_MS, Math.max(wantedMs(past), retryAfterMs))
  const latest = now + LONGEST_WAIT_MS
  const jittered = Math.min(latest, now + Math.round(intervalMs * (1 + JITTER * random)))
  return {
    at: Math.min(latest, afterQuiet(jittered, latest, past.location.pollingHints, random)),
    intervalMs,
  }
}

/**
 * When a source is due. A last visit in the future means that the clock was set back: the wait then counts from now.
 *
 * @param state `undefined` before its first visit
 */
export function dueAt(state: SourceState | undefined, now: EpochMs): EpochMs {
  const { nextVisitAt = null, lastVisitAt = null } = state ?? {}
  if (nextVisitAt === null || lastVisitAt === null || lastVisitAt <= now) return nextVisitAt ?? 0
  return Math.min(nextVisitAt, now + Math.max(0, nextVisitAt - lastVisitAt))
}

function wantedMs({ usualMs, turnoverMs, collected, errors, location }: VisitPast): number {
  if (collected.kind === 'failed') return backoff(usualMs, errors)
  const freshMs = Math.min(MAX_FRESH_MS, collected.exchange.freshForMs ?? 0)
  const hintedMs = Math.max(location.pollingHints.ttlMs ?? 0, freshMs)
  return hintedMs > usualMs ? Math.max(usualMs, Math.min(hintedMs, turnoverMs())) : usualMs
}

function backoff(everyMs: number, errors: number): number {
  // More doubling has no effect: 2^20 times the shortest interval is far above the longest wait.
  const factor = 2 ** Math.min(20, Math.max(0, errors - 1))
  return Math.max(SHORTEST_BACKOFF_MS, everyMs * factor)
}

/**
 * The first time from `at` on outside quiet hours, spread over the first minutes of its hour. If there is none before
 * `until`, a time at or after `until`.
 */
function afterQuiet(at: EpochMs, until: EpochMs, pollingHints: PollingHints, random: number): EpochMs {
  if (!isQuiet(at, pollingHints)) return at
  let hour = at
  do hour = Math.floor(hour / HOUR_MS) * HOUR_MS + HOUR_MS
  while (hour < until && isQuiet(hour, pollingHints))
  return hour + Math.round(JITTER * HOUR_MS * random)
}

function isQuiet(at: EpochMs, { skipHours, skipDays }: PollingHints): boolean {
  if (skipHours.length === 0 && skipDays.length === 0) return false
  const moment = new Date(at)
  return skipHours.includes(moment.getUTCHours()) || skipDays.includes(moment.getUTCDay())
}
