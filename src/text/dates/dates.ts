import type { EpochMs } from '../../model/time.ts'
import { civilToEpoch } from './civil.ts'
import { readFreeForm } from './free-form.ts'
import { ENGLISH_MONTHS } from './months.ts'
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

/** Reads dates damaged by templates, editors or URLs, and free forms. */
function readDamaged(text: string): EpochMs | undefined {
  const repaired = repairedDate(text)
  if (repaired.length > 200) return undefined
  return (repaired === text ? undefined : readStandard(repaired)) ?? readFreeForm(repaired)
}

const RFC822 =
  /^(?:[a-z]{3,9},?\s*)?(?<day>\d{1,2})\s+(?<month>[a-z]{3})\s+(?<year>\d{4})\s+(?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2}))?\s*(?<zone>[+-]\d{4}|[a-z]{1,5})?$/i
const ISO =
  /^(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})(?:[T\s]+(?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:[.,](?<fraction>\d+))?)?\s*(?<zone>Z|[+-]\d{2}:?\d{2})?)?$/i

/** Reads the forms of nearly all feeds, first because this is fast. */
function readStandard(text: string): EpochMs | undefined {
  const found = (RFC822.exec(text) ?? ISO.exec(text))?.groups
  if (found === undefined) return undefined
  const { year, month = '', day, hour = 0, minute = 0, second = 0, fraction = 0, zone = 'Z' } = found
  const offsetMinutes = zoneOffset(zone)
  if (offsetMinutes === undefined) return undefined
  return civilToEpoch({
    year: Number(year),
    month: ENGLISH_MONTHS.get(month.toLowerCase()) ?? Number(month),
    day: Number(day),
    hour: Number(hour),
    minute: Number(minute),
    second: Number(second),
    millisecond: Math.floor(Number(`0.${fraction}`) * 1_000),
    offsetMinutes,
  })
}

/** Unicode hyphens and minus signs, without dashes, which mark ranges. */
const MINUS = /[\u2010\u2011\u2212\uFE63\uFF0D]/g

/** A time with seconds and an offset with a Unicode dash. */
const DASH = /(?<=:\d{2}:\d{2}\s?)[\u2012-\u2015](?=\d{2}:?\d{2}$)/

/** A date or year, a time, and an offset whose `+` became a blank, as in a URL's query. */
const LOST_PLUS =
  /(?<=\d{4}(?:-\d{2}-\d{2})?[T ]\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?) {1,2}(?=(?:0\d|1[0-4]):?(?:00|15|30|45)$)/

/** A time with dots instead of colons, after a date or year. */
const POINTS = /(?<=\d{4}(?:-\d{2}-\d{2})?[T ,]\s?)(\d{1,2})\.(\d{2})(?:\.(\d{2}))?(?![\d.])/

/** The attribute of the `time` element in which Drupal wraps dates. */
const DATETIME = /<time\b[^<>]*\bdatetime\s*=\s*["']?([^"'<>]{4,60})/i

function repairedDate(text: string): string {
  const plain = text.includes('<') ? (DATETIME.exec(text)?.[1] ?? text.replace(/<[^<>]*>/g, ' ')) : text
  return plain
    .trim()
    .replace(MINUS, '-')
    .replace(DASH, '-')
    .replace(/\uFF0B|%2b/i, '+')
    .replace(LOST_PLUS, '+')
    .replace(POINTS, (_, hour: string, minute: string, second?: string) =>
      second === undefined ? `${hour}:${minute}` : `${hour}:${minute}:${second}`,
    )
}
