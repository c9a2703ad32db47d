import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../domain/time.ts'
import type { FeedInfo } from '../../domain/entry.ts'
import { weekdayNumber } from './date-months.ts'
import { child, childText, count } from './values.ts'
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

/** Hours and days in which a feed says that it does not change: RSS `skipHours` and `skipDays`. */
export function readQuietTimes(channel: XmlElement): Pick<FeedInfo, 'quietHours' | 'quietDays'> {
  const hours = numbers(child(channel, 'skiphours'), 'hour', (text) => (count(text) ?? Number.NaN) % 24)
  const days = numbers(child(channel, 'skipdays'), 'day', (text) => weekdayNumber(text) ?? Number.NaN)
  return {
    ...(hours.length === 0 ? {} : { quietHours: hours }),
    ...(days.length === 0 ? {} : { quietDays: days }),
  }
}

function numbers(element: XmlElement | undefined, name: string, read: (text: string) => number): number[] {
  const children = element?.children.filter((one) => one.name === name).slice(0, 24) ?? []
  return [...new Set(children.map(({ text }) => read(text.trim())))].filter((number) => !Number.isNaN(number))
}
