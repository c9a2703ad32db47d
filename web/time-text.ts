import { DAY_MS, HOUR_MS, MINUTE_MS } from '../src/model/time.ts'
import type { Item } from './api/types.ts'
import type { Words } from './words/words.ts'

/** Age up to which times are shown as "days ago", in days; older ones as dates. */
const DAYS_COUNTED = 7

/**
 * The elapsed time in a word or two; the date after a week.
 *
 * @param at epoch ms; after `now` counts as now
 * @param timeZone IANA name, for the date
 */
export function relativeTime(at: number, now: number, words: Words, timeZone: string): string {
  const age = now - at
  if (age < MINUTE_MS) return words.time.now
  if (age < HOUR_MS) return words.time.minutes(Math.floor(age / MINUTE_MS))
  if (age < DAY_MS) return words.time.hours(Math.floor(age / HOUR_MS))
  if (age < DAYS_COUNTED * DAY_MS) return words.time.days(Math.floor(age / DAY_MS))
  return dateText(at, words, timeZone)
}

/** The day of a time in UTC, `YYYY-MM-DD`. */
export function utcDay(at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}

/** Formats epoch ms in the words' language and a time zone (IANA name). */
type FormatTime = (at: number, words: Words, timeZone: string) => string

export const exactTime = timeFormat({ dateStyle: 'full', timeStyle: 'long' })

export const dateText = timeFormat({ day: 'numeric', month: 'short', year: 'numeric' })

/** `9 Oct`. */
export const shortDate = timeFormat({ day: 'numeric', month: 'short' })

export const longDate = timeFormat({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })

/** `13:05`. */
export const clockTime = timeFormat({ hour: '2-digit', minute: '2-digit' })

/** `Tue, 13:05`. */
const weekdayTime = timeFormat({ weekday: 'short', hour: '2-digit', minute: '2-digit' })

/** The time of a last event, as short as it is unambiguous: `07:40` today, `Tue, 07:40` within a week, then `9 Oct`. */
export function sinceText(at: number, now: number, words: Words, timeZone: string): string {
  if (now - at > DAYS_COUNTED * DAY_MS) return shortDate(at, words, timeZone)
  const isToday = dateText(at, words, timeZone) === dateText(now, words, timeZone)
  return (isToday ? clockTime : weekdayTime)(at, words, timeZone)
}

/** Caches formats: a list shows 100 times, and creating a format costs far more than using it. */
function timeFormat(options: Intl.DateTimeFormatOptions): FormatTime {
  const formats = new Map<string, Intl.DateTimeFormat>()
  return (at, { locale }, timeZone) => {
    const key = `${locale} ${timeZone}`
    const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone })
    formats.set(key, format)
    return format.format(at)
  }
}

/** Whether the source of an item states its time. Else the item has the time at which it was first seen. */
export function isDated({ publishedAt, firstSeenAt }: Pick<Item, 'publishedAt' | 'firstSeenAt'>): boolean {
  return publishedAt !== firstSeenAt
}
