import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../domain/time.ts'
import { childText, count } from './values.ts'
import type { XmlElement } from './xml/tree.ts'

const PERIODS: ReadonlyMap<string, number> = new Map([
  ['hourly', HOUR_MS],
  ['daily', DAY_MS],
  ['weekly', 7 * DAY_MS],
  ['monthly', 30 * DAY_MS],
  ['yearly', 365 * DAY_MS],
])

/** What a feed asks for between visits: RSS `ttl` in minutes, else `sy:updatePeriod` by its frequency. */
export function readTtl(channel: XmlElement): number | undefined {
  const minutes = count(childText(channel, 'ttl'))
  if (minutes !== null && minutes > 0) return minutes * MINUTE_MS
  const period = PERIODS.get(childText(channel, 'sy:updateperiod')?.toLowerCase() ?? '')
  if (period === undefined) return undefined
  return period / Math.max(1, count(childText(channel, 'sy:updatefrequency')) ?? 1)
}
