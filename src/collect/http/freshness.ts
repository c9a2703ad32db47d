import { DAY_MS, type EpochMs, SECOND_MS } from '../../domain/time.ts'

/**
 * How long an answer says that it stays the same: `Cache-Control: max-age` less its `Age`, else `Expires`;
 * at most 24 hours.
 *
 * @returns `undefined` where it says nothing, or that it must always be asked for anew
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
