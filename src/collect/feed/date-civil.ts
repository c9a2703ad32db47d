import { type EpochMs, MINUTE_MS } from '../../domain/time.ts'

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

/** @returns `undefined` where a part is out of its range; 24:00 and the leap second 60 are in theirs */
export function civilToEpoch(time: CivilTime): EpochMs | undefined {
  const { year, month, day, hour, minute, second } = time
  if (!(year >= 1 && year <= 9_999 && month >= 1 && month <= 12 && day >= 1)) return undefined
  if (day > daysInMonth(year, month)) return undefined
  if (hour > 24 || (hour === 24 && (minute > 0 || second > 0)) || minute > 59 || second > 60) return undefined
  const date = new Date(0)
  // Not Date.UTC, which takes the years 0 to 99 as 1900 to 1999.
  date.setUTCFullYear(year, month - 1, day)
  date.setUTCHours(hour, minute, second, time.millisecond)
  return date.getTime() - time.offsetMinutes * MINUTE_MS
}

/** Two digits stand for the years 1969 to 2068, as POSIX has it. */
export function fullYear(digits: string): number {
  const year = Number(digits)
  if (digits.length !== 2) return year
  return year < 69 ? 2_000 + year : 1_900 + year
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}
