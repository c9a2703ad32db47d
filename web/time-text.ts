import type { Words } from './words/words.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/** Beyond this, "days ago" says less than the date. */
const DAYS_COUNTED = 7

/**
 * How long ago a time was, in a word or two; the date where that is more than a week.
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

export function exactTime(at: number, words: Words, timeZone: string): string {
  return new Intl.DateTimeFormat(words.locale, {
    dateStyle: 'full',
    timeStyle: 'long',
    timeZone,
  }).format(at)
}

export function dateText(at: number, words: Words, timeZone: string): string {
  return new Intl.DateTimeFormat(words.locale, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone,
  }).format(at)
}

/** `9 Oct`. */
export function shortDate(at: number, words: Words, timeZone: string): string {
  return new Intl.DateTimeFormat(words.locale, { day: 'numeric', month: 'short', timeZone }).format(at)
}

export function longDate(at: number, words: Words, timeZone: string): string {
  return new Intl.DateTimeFormat(words.locale, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone,
  }).format(at)
}

/** `13:05`. */
export function clockTime(at: number, words: Words, timeZone: string): string {
  return new Intl.DateTimeFormat(words.locale, { hour: '2-digit', minute: '2-digit', timeZone }).format(at)
}
