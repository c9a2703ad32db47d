import { DAY_MS, type EpochMs } from '../../domain/time.ts'
import { civilToEpoch, fullYear } from './date-civil.ts'
import { zoneOffset } from './date-zones.ts'

/** ISO 8601 without hyphens, with two-digit years, or ending early; years and months alone. */
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
    // Week 1 has the 4th of January, and weeks begin on Monday.
    const fourth = day(found[1] ?? '', '1', '4')
    if (fourth === undefined || Number(found[2]) < 1 || Number(found[2]) > 53) return undefined
    const monday = fourth - ((new Date(fourth).getUTCDay() + 6) % 7) * DAY_MS
    return monday + ((Number(found[2]) - 1) * 7 + Number(found[3] ?? 1) - 1) * DAY_MS
  }
  return undefined
}
