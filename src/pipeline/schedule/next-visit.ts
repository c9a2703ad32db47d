import type { FetchResult } from '../../model/entry.ts'
import type { SourceLocation, PollingHints } from '../../model/source.ts'
import { DAY_MS, type EpochMs, HOUR_MS, MINUTE_MS } from '../../model/time.ts'

/** Longest wait between two visits, whatever a source says or does wrong. */
export const LONGEST_WAIT_MS = DAY_MS

/** A source that is gone is still asked now and then: some come back. */
const GONE_WAIT_MS = 7 * DAY_MS

/** Shortest wait after a failure, so that a source with a short interval is not hammered. */
const SHORTEST_BACKOFF_MS = MINUTE_MS

/**
 * `Cache-Control` and `Expires` are believed this far: they are often those of a server's static files, a year long,
 * and say nothing of the feed; asking on condition costs such a server next to nothing.
 */
const MAX_FRESH_MS = 6 * HOUR_MS

/** The waits are spread by this share of themselves, so that sources do not march in step. */
const JITTER = 0.1

export interface VisitPast {
  /** After a success what the source's rhythm lets wait, after a failure its `every`, ms. */
  readonly usualMs: number
  readonly collected: FetchResult
  /** Failures in a row, this visit's included; 0 after a success. */
  readonly errors: number
  /** This visit taken into account. */
  readonly location: Pick<SourceLocation, 'goneSince' | 'pollingHints'>
}

export interface NextVisit {
  readonly at: EpochMs
  /** The wait before jitter and quiet hours. */
  readonly intervalMs: number
}

/**
 * When to visit a source again. After a success: the usual wait, or what the feed (`ttl`, `sy:updatePeriod`)
 * or its server (`Cache-Control`, `Expires`) asks for where that is longer. After a failure: twice as long
 * with each one in a row. Never before `Retry-After`, nor in hours and on days in which the feed says that it
 * does not change. All of it within 24 hours, so that no wish starves a source and one that comes back is
 * found again; a source that is gone is visited once a week.
 *
 * @param random 0..1
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

function wantedMs({ usualMs, collected, errors, location }: VisitPast): number {
  if (collected.kind === 'failed') return backoff(usualMs, errors)
  const freshMs = Math.min(MAX_FRESH_MS, collected.exchange.freshForMs ?? 0)
  return Math.max(usualMs, location.pollingHints.ttlMs ?? 0, freshMs)
}

function backoff(everyMs: number, errors: number): number {
  // 2^20 half-minutes pass a year: a larger exponent adds nothing below the cap.
  const factor = 2 ** Math.min(20, Math.max(0, errors - 1))
  return Math.max(SHORTEST_BACKOFF_MS, everyMs * factor)
}

/**
 * The first moment at or after `at` that is in no quiet hour, spread over its first minutes; `until` where
 * there is none before.
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
