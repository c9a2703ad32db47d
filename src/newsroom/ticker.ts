import { HOUR_MS, MINUTE_MS, type EpochMs } from '../domain/time.ts'
import type { Article } from './article.ts'
import type { Cast } from './cast.ts'
import { tickerReport } from './newsdesk.ts'
import { OUTLETS } from './outlets.ts'

/** Silences are shorter than twice this. */
const SILENCE_MS = 8 * MINUTE_MS

/** A ticker's readers see no more of it: the nights of a month would outnumber all other news. */
const TICKER_MS = 4 * HOUR_MS

const TICKERS = OUTLETS.filter(({ role }) => role === 'ticker')

/**
 * What tickers have published in the 4 hours before `now`: a report at the end of each eight minutes in which
 * nothing else was published.
 *
 * @param times when all others published, in no order; complete for these hours
 */
export function tickerArticles(seed: string, cast: Cast, times: readonly EpochMs[], now: EpochMs): Article[] {
  const spanOf = (at: EpochMs): number => Math.ceil(at / SILENCE_MS)
  const busy = new Set(times.map(spanOf))
  const last = Math.floor(now / SILENCE_MS)
  const spans = Array.from({ length: TICKER_MS / SILENCE_MS }, (_, back) => last - back)
  return spans
    .filter((span) => !busy.has(span))
    .flatMap((span) => TICKERS.map((outlet) => tickerReport(seed, cast, outlet, span * SILENCE_MS)))
}
