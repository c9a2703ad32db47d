import { type EpochMs, MINUTE_MS, DAY_MS } from '../../model/time.ts'
import { zoneOffset } from './zones.ts'

/** A date and time of day as written, with the offset of its zone. */
export interface CivilTime {
  readonly year: number
  /** 1..12. */
  readonly month: number
  readonly day: number
  readonly hour: number
  readonly minute: number
  readonly second: number
  readonly millisecond: number
  /** East of Greenwich is positive. */
  readonly offsetMinutes: number
}

/** @returns `undefined` if a part is out of range; 24:00 and the leap second 60 are valid */
export function civilToEpoch(time: CivilTime): EpochMs | undefined {
  const { year, month, day, hour, minute, second } = time
  if (!(year >= 1 && year <= 9_999 && month >= 1 && month <= 12 && day >= 1)) return undefined
  if (day > daysInMonth(year, month)) return undefined
  if (hour > 24 || (hour === 24 && (minute > 0 || second > 0)) || minute > 59 || second > 60) return undefined
  const date = new Date(0)
  // Date.UTC would read the years 0 to 99 as 1900 to 1999.
  date.setUTCFullYear(year, month - 1, day)
  date.setUTCHours(hour, minute, second, time.millisecond)
  return date.getTime() - time.offsetMinutes * MINUTE_MS
}

/** Gives a full year. Two digits mean the years 1969 to 2068, as in POSIX. */
export function fullYear(digits: string): number {
  const year = Number(digits)
  if (digits.length !== 2) return year
  return year < 69 ? 2_000 + year : 1_900 + year
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

/** Reads ISO 8601 without hyphens, with two-digit years or with missing parts: a year or a month alone. */
export function readCompact(text: string): EpochMs | undefined {
  const day = (year: string, month: string, of = '1'): EpochMs | undefined =>
    civilToEpoch({
      year: fullYear(year),
      month: Number(month),
      day: Number(of),
      hour: 0,
      minute: 0,
      second: 0,
      millisecond: 0,
      offsetMinutes: 0,
    })
  let found = /^(\d{4})-?(\d{2})-?(\d{2})[T ]?(\d{2})(\d{2})(\d{2})?(Z|[+-]\d{2}:?\d{2})?$/i.exec(text)
  if (found !== null) {
    const [, year = '', month = '', of = '', hour = '', minute = '', second = '0', zone = 'Z'] = found
    const start = day(year, month, of)
    const offset = zoneOffset(zone)
    if (start === undefined || offset === undefined || Number(hour) > 23 || Number(minute) > 59)
      return undefined
    return start + ((Number(hour) * 60 + Number(minute) - offset) * 60 + Number(second)) * 1_000
  }
  found = /^(\d{4})(?:-(\d{2}))?$/.exec(text)
  if (found !== null) return day(found[1] ?? '', found[2] ?? '1')
  found = /^(\d{4})(\d{2})(\d{2})$/.exec(text) ?? /^(\d{2})-?(\d{2})-?(\d{2})$/.exec(text)
  if (found !== null) return day(found[1] ?? '', found[2] ?? '', found[3] ?? '')
  found = /^-(\d{2})-?(\d{2})$/.exec(text)
  if (found !== null) return day(found[1] ?? '', found[2] ?? '')
  found = /^(\d{4})-?([0-3]\d{2})$/.exec(text) ?? /^(\d{2})-?([1-3]\d{2})$/.exec(text)
  if (found !== null) {
    const start = day(found[1] ?? '', '1')
    const ordinal = Number(found[2])
    return start === undefined || ordinal < 1 || ordinal > 366 ? undefined : start + (ordinal - 1) * DAY_MS
  }
  found = /^(\d{4})-?W(\d{2})(?:-?([1-7]))?$/i.exec(text)
  if (found !== null) {
    // Week 1 contains 4 January, and weeks begin on Monday.
    const fourth = day(found[1] ?? '', '1', '4')
    if (fourth === undefined || Number(found[2]) < 1 || Number(found[2]) > 53) return undefined
    const monday = fourth - ((new Date(fourth).getUTCDay() + 6) % 7) * DAY_MS
    return monday + ((Number(found[2]) - 1) * 7 + Number(found[3] ?? 1) - 1) * DAY_MS
  }
  return undefined
}
