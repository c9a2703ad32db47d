import { DAY_MS, type EpochMs } from '../../domain/time.ts'

/** Longest wait that a server can ask for. */
const LONGEST_RETRY_MS = DAY_MS

/**
 * Reads `Retry-After`, seconds or a date, as a delay of 0 to 24 hours.
 *
 * @see RFC 9110 section 10.2.3
 */
export function parseRetryAfter(value: string | undefined, now: EpochMs): number | undefined {
  const text = value?.trim() ?? ''
  const delay = /^\d{1,12}$/.test(text)
    ? Number(text) * 1_000
    : /[a-z]/i.test(text)
      ? Date.parse(text) - now
      : Number.NaN
  return Number.isNaN(delay) ? undefined : Math.min(LONGEST_RETRY_MS, Math.max(0, delay))
}
