import type { EpochMs } from '../../model/time.ts'
import { civilToEpoch } from './civil.ts'
import { repairedDate } from './damage.ts'
import { readFreeForm } from './free-form.ts'
import { zoneOffset } from './zones.ts'

/**
 * Reads the dates that feeds write: RFC 822, RFC 3339, ISO 8601 and free forms in about 30 languages. A date
 * without a zone is read as UTC.
 *
 * @returns `undefined` if the text is not a date or a part of it is impossible
 */
export function parseDate(value: string | undefined): EpochMs | undefined {
  if (value === undefined) return undefined
  // No date is longer, even in markup, and long texts would cost time.
  const text = value.length > 400 ? '' : value.trim()
  if (text === '') return undefined
  return readStandard(text) ?? readDamaged(text)
}

function readStandard(text: string): EpochMs | undefined {
  return readRfc822(text) ?? readIso(text)
}

function readDamaged(text: string): EpochMs | undefined {
  const repaired = repairedDate(text)
  if (repaired.length > 200) return undefined
  return (repaired === text ? undefined : readStandard(repaired)) ?? readFreeForm(repaired)
}

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')

const RFC822 =
  /^(?:[a-z]{3,9},?\s*)?(\d{1,2})\s+([a-z]{3})\s+(\d{4})\s+(\d{1,2}):(\d{2})(?::(\d{2}))?\s*([+-]\d{4}|[a-z]{1,5})?$/i

/** Reads the form that nearly all RSS feeds use. It is tried first because it is fast. */
function readRfc822(text: string): EpochMs | undefined {
  const found = RFC822.exec(text)
  if (found === null) return undefined
  const [, day, month, year, hour, minute, second, zone] = found
  const offset = zone === undefined ? 0 : zoneOffset(zone)
  const monthIndex = MONTHS.indexOf((month ?? '').toLowerCase())
  if (offset === undefined || monthIndex < 0) return undefined
  return civilToEpoch({
    year: Number(year),
    month: monthIndex + 1,
    day: Number(day),
    hour: Number(hour),
    minute: Number(minute),
    second: Number(second ?? 0),
    millisecond: 0,
    offsetMinutes: offset,
  })
}

const ISO =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T\s]+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d+))?)?\s*(Z|[+-]\d{2}:?\d{2})?)?$/i

function readIso(text: string): EpochMs | undefined {
  const found = ISO.exec(text)
  if (found === null) return undefined
  const [, year, month, day, hour, minute, second, fraction, zone] = found
  const offset = zone === undefined ? 0 : zoneOffset(zone)
  if (offset === undefined) return undefined
  return civilToEpoch({
    year: Number(year),
    month: Number(month),
    day: Number(day),
    hour: Number(hour ?? 0),
    minute: Number(minute ?? 0),
    second: Number(second ?? 0),
    millisecond: fraction === undefined ? 0 : Math.floor(Number(`0.${fraction}`) * 1_000),
    offsetMinutes: offset,
  })
}
