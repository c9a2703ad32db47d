import { DAY_MS, type EpochMs, SECOND_MS } from '../model/time.ts'

/**
 * The freshness lifetime of a response: `Cache-Control: max-age` less its `Age`, else `Expires`;
 * at most 24 hours.
 *
 * @returns `undefined` if it states none, or requires revalidation
 * @see RFC 9111 section 4.2
 */
export function freshFor(headers: ReadonlyMap<string, string>, now: EpochMs): number | undefined {
  const control = headers.get('cache-control')?.toLowerCase() ?? ''
  if (/\bno-(?:cache|store)\b/.test(control)) return undefined
  const [, maxAge] = /(?:^|[\s,])max-age\s*=\s*"?(\d{1,10})/.exec(control) ?? []
  const left =
    maxAge === undefined
      ? Date.parse(headers.get('expires') ?? '') - now
      : (Number(maxAge) - Number(headers.get('age') ?? 0)) * SECOND_MS
  return left > 0 ? Math.min(DAY_MS, left) : undefined
}

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
