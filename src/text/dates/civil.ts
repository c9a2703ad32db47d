import { type EpochMs, MINUTE_MS } from '../../model/time.ts'
import { zoneOffset } from './zones.ts'

/** A date and time of day as written, with the offset of its zone. Absent parts are 0. */
interface CivilTime {
  readonly year: number
  /** 1..12. */
  readonly month: number
  readonly day: number
  readonly hour?: number
  readonly minute?: number
  readonly second?: number
  readonly millisecond?: number
  /** East of Greenwich is positive. */
  readonly offsetMinutes?: number
}

/** @returns `undefined` if a part is out of range; 24:00 and the leap second 60 are valid */
export function civilToEpoch({
  year,
  month,
  day,
  hour = 0,
  minute = 0,
  second = 0,
  millisecond = 0,
  offsetMinutes = 0,
}: CivilTime): EpochMs | undefined {
  if (!(year >= 1 && year <= 9_999 && month >= 1 && month <= 12 && day >= 1)) return undefined
  if (hour > 24 || (hour === 24 && (minute > 0 || second > 0)) || minute > 59 || second > 60) return undefined
  const date = new Date(0)
  // Date.UTC would read the years 0 to 99 as 1900 to 1999. Programs in Thailand write Buddhist years.
  date.setUTCFullYear(year < 2_500 ? year : year - 543, month - 1, day)
  // The month has fewer days.
  if (date.getUTCDate() !== day) return undefined
  date.setUTCHours(hour, minute, second, millisecond)
  return date.getTime() - offsetMinutes * MINUTE_MS
}

/** Gives a full year. Two digits mean the years 1969 to 2068, as in POSIX. */
export function fullYear(digits: string): number {
  const year = Number(digits)
  if (digits.length !== 2) return year
  return year < 69 ? 2_000 + year : 1_900 + year
}

/** Reads ISO 8601 without hyphens, with two-digit years or with missing parts: a year or a month alone. */
export function readCompact(text: string): EpochMs | undefined {
  const timed = /^(\d{4})-?(\d{2})-?(\d{2})[T ]?(\d{2}):?(\d{2})(?::?(\d{2}))?(Z|[+-]\d{2}:?\d{2})?$/i.exec(
    text,
  )
  if (timed !== null) {
    const [, year = '', month = '', day = '', hour = '', minute = '', second = '0', zone = 'Z'] = timed
    const start = startOfDay(year, month, day)
    const offset = zoneOffset(zone)
    if (start === undefined || offset === undefined || Number(hour) > 23 || Number(minute) > 59)
      return undefined
    return start + ((Number(hour) * 60 + Number(minute) - offset) * 60 + Number(second)) * 1_000
  }
  const date =
    /^(\d{4})(?:-(\d{2}))?$/.exec(text) ??
    /^(\d{4})(\d{2})(\d{2})$/.exec(text) ??
    /^(\d{2})-?(\d{2})-?(\d{2})$/.exec(text) ??
    /^-(\d{2})-?(\d{2})$/.exec(text)
  return date === null ? undefined : startOfDay(date[1], date[2], date[3])
}

function startOfDay(year = '', month = '1', day = '1'): EpochMs | undefined {
  return civilToEpoch({ year: fullYear(year), month: Number(month), day: Number(day) })
}
