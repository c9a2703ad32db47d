import { type EpochMs, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../model/time.ts'
import { digitOf } from '../fold.ts'
import { civilToEpoch, fullYear, readCompact } from './civil.ts'
import { monthNumber, weekdayNumber } from './months.ts'
import { zoneOffset } from './zones.ts'

/**
 * Reads a date that is not in a standard form. It recognises the parts by their shape: a time has colons, a
 * zone is a name or an offset after the time, a month is a word or a number, and the other numbers are day
 * and year.
 *
 * @returns `undefined` if a part is not recognised
 */
export function readFreeForm(text: string): EpochMs | undefined {
  if (/^-\d{4}-|\s-000\d\b/.test(text)) return undefined // zero dates of databases turn into the year -1
  const counted = readTimestamp(text)
  if (counted !== undefined) return counted
  const compact = readCompact(text)
  if (compact !== undefined) return compact

  const draft = readTime(normalise(text))
  if (draft === undefined) return undefined
  const date = readDay(draft.rest)
  if (date === undefined) return undefined

  const local = { ...date, ...draft.time }
  const asUtc = civilToEpoch(local)
  if (asUtc === undefined) return undefined
  if (draft.zone === undefined) return asUtc
  const offset = zoneOffset(draft.zone, asUtc)
  return offset === undefined ? undefined : civilToEpoch({ ...local, offsetMinutes: offset })
}

/**
 * Reads seconds, milliseconds or microseconds since 1970. The number of digits decides which. .NET writes
 * milliseconds as `/Date(…)/`.
 */
function readTimestamp(text: string): EpochMs | undefined {
  const [, dotNet] = /^\/Date\((\d{12,13})(?:[+-]\d{4})?\)\/$/.exec(text) ?? []
  const digits = dotNet ?? text
  if (/^\d{9,10}(?:\.\d{1,9})?$/.test(digits)) return Math.floor(Number(digits) * 1_000)
  if (/^\d{12,13}$/.test(digits) && (dotNet !== undefined || digits.length === 13)) return Number(digits)
  return /^\d{16}$/.test(digits) ? Math.floor(Number(digits) / 1_000) : undefined
}

/** Full-width, Arabic, Devanagari, Bengali and Thai digits. Persian digits usually mean another calendar. */
const DIGITS = /[\uff10-\uff19\u0660-\u0669\u0966-\u096f\u09e6-\u09ef\u0e50-\u0e59]/g

/** The year before the first year of each Japanese era. */
const ERAS: Readonly<Record<string, number>> = { 令和: 2018, 平成: 1988, 昭和: 1925 }

/**
 * Rewrites dates in a plain form: Korean, Chinese and Japanese dates, and times of about 12 languages. Ordinals,
 * comments and other additions are simplified or removed.
 */
function normalise(written: string): string {
  const text = written.replace(DIGITS, digitOf)
  const eastern = /[년年]/.test(text)
  const korean = eastern ? /[년월일]/.test(text) : /오전|오후/.test(text)
  let plain = text
    // `(GMT+7)` in place of an offset
    .replace(/(?<!(?:[+-]\d{2}:?\d{2}|Z|GMT|UTC)\s?)\(((?:GMT|UTC)[+-]\d{1,2}(?::?\d{2})?)\)/i, ' $1')
    .replace(/\\n|[(（][^)）]*[)）]|\[[^\]]*\]/g, ' ')
    .replaceAll('：', ':')
    // พ.ย. is one word.
    .replace(/[\u0e01-\u0e4e]+\.(?:[\u0e01-\u0e4e]+\.?)*/g, (word) => word.replaceAll('.', ''))
    // `Published: …`, `Stand: …`
    .replace(/^[^\d:]{1,40}:\s+/, '')
    .replace(/(令和|平成|昭和)\s*(元|\d{1,2})\s*年/, (_, era: string, year: string) => {
      return `${(ERAS[era] ?? 0) + (year === '元' ? 1 : Number(year))}年`
    })
    .replace(/\bR(\d{1,2})\.(?=\d{1,2}\.\d{1,2}(?!\d))/, (_, year: string) => `${2018 + Number(year)}.`)
    .replace(/(\d{1,2})\s+tháng\s+(\d{1,2})(?:,|\s+năm)\s+(\d{4})/i, '$3-$2-$1')
    // Hebrew has "in" before a month, Thai "on" after a weekday; months in the Levant are two words.
    .replace(/(?<=\d\s)ב(?=[\u05d0-\u05ea]{3})|(?<=[\u0e01-\u0e4e])ที่(?=\s)/g, '')
    .replace(/(تشرين|كانون)\s(?=ال)/, '$1')
    // 25 พ.ย. 69 is in the Buddhist year 2569.
    .replace(/(?<=\d\s[\u0e01-\u0e4e]{2,12}\s)(?=\d{2}(?![\d:]))/, '25')
    // 14.30 Uhr, 14 Uhr, klo 14.30, kl. 14.30, 14h30
    .replace(/\b(\d{1,2})(?:[.:](\d{2}))?\s*uhr\b/i, (_, hour: string, minute = '00') => `${hour}:${minute}`)
    .replace(/\b(?:klo|kl\.?)\s*(\d{1,2})\.(\d{2})(?!\d|\.\d)/i, '$1:$2')
    // March 12, 2026, 14.30: after a month's name and a year, this is a time and not a day and month.
    .replace(/(?<=\p{L}{3}\D*\d{4}\D{1,8})(\d{1,2})\.(\d{2})(?!\d|\.\d)/u, '$1:$2')
    .replace(/(?<![\d:.])(\d{1,2})\s?h\s?(\d{2})(?!\w)/i, '$1:$2')
    // `à 9h`, `às 9h`. Without the word before it, `9h` is a duration.
    .replace(/(?<=(?:^|\s)(?:à|às|a las)\s)(\d{1,2})\s?h(?!\w)/i, '$1:00')
    // Words before a time are removed, because they look like names of zones: `at` like Atlantic Time.
    .replace(/(?<=\s)(?:at|a|o|om|um|v|ve)\s+(?=\d{1,2}(?::\d|\s*[ap]\.?\s?m\b))/i, '')
    .replace(/(\d)\s*[년年]\s*(\d{1,2})\s*[월月]\s*(\d{1,2})\s*[일日号]?/, '$1-$2-$3 ')
    .replace(/(\d)\s*[시時时点]\s*(\d{1,2})\s*[분分]\s*(?:(\d{1,2})\s*[초秒])?/, '$1:$2:$3')
    .replace(/:(?=\s|$)/, '')
    .replace(/(?:오전|午前|上午)\s*(\d{1,2}:\d{2}(?::\d{2})?)/, '$1 AM')
    .replace(/(?:오후|午後|下午)\s*(\d{1,2}:\d{2}(?::\d{2})?)/, '$1 PM')
    .replace(/\b([ap])\.\s?m\.?(?!\w)/gi, '$1m')
    .replace(/\b(\d{1,2})(?:st|nd|rd|th)\b/gi, '$1')
    .replace(/(?<=\d)T(?=\d)/i, ' ')
    .trim()
  // Dates with Korean words come from Korea, and feeds there omit the zone.
  if (korean && /\d:\d/.test(plain) && !/[+-]\d{2}:?\d{2}$|[a-z]{3}$/i.test(plain.replace(/\s[ap]m$/i, '')))
    plain += ' +0900'
  return plain
}

/**
 * Reads the time of day in a text and gives its other words.
 *
 * @returns `undefined` for a text without a time; `offsetMs` is 0 if no zone is named
 */
export function readClock(
  text: string,
): { readonly ms: number; readonly offsetMs: number; readonly words: string } | undefined {
  // Such a text has at most a weekday beside the time, so 14.30 is a time here.
  const draft = readTime(normalise(text.replace(/(?<![\d.])(\d{1,2})\.(\d{2})(?![\d.])/, '$1:$2')))
  if (draft?.time === undefined) return undefined
  const { hour, minute, second } = draft.time
  const offset = draft.zone === undefined ? 0 : zoneOffset(draft.zone)
  if (hour > 23 || minute > 59 || second > 59 || offset === undefined) return undefined
  const words = draft.rest.split(/[\s,]+/).filter((word) => !FILLERS.has(word.toLowerCase()))
  return {
    ms: hour * HOUR_MS + minute * MINUTE_MS + second * SECOND_MS,
    offsetMs: offset * MINUTE_MS,
    words: words.join(' '),
  }
}

interface TimeOfDay {
  readonly hour: number
  readonly minute: number
  readonly second: number
}

const TIME = /(?<![\d:])(\d{1,2}):(\d{1,2})(?::(\d{1,2})(?:[.,]\d+)?)?(?!:?\d)\s*([ap]m\b)?(?![a-z]*\d)/i
/** An offset must follow a time. Elsewhere a sign and digits are part of a date. */
const OFFSET =
  /(?<=(?:\d|[ap]m)\s*)(?<=\d:\d.*|\d\s*[ap]m.*)(?:\b(?:GMT|UTC)\s*)?([+-]\d{1,2}(?::?\d{2})?)(?=Z?\s*$|\s)/i
const HOUR = /(?<![\d:./-])(\d{1,2})\s*([ap]m)\b/i

/** Removes time and zone from the text and reads them. */
function readTime(text: string):
  | {
      readonly time: TimeOfDay | undefined
      readonly zone: string | undefined
      readonly rest: string
    }
  | undefined {
  let rest = text
  let time: TimeOfDay | undefined
  // The offset is removed first, because its digits look like a time.
  let zone: string | undefined
  const offset = OFFSET.exec(rest)
  if (offset !== null) {
    zone = offset[1]
    // Go adds the zone's name: `+0100 CET`.
    const behind = rest.slice(offset.index + offset[0].length).replace(/^Z|^ [A-Z]{3,5}(?: m=\S+)?$/i, '')
    rest = `${rest.slice(0, offset.index)} ${behind}`
  }
  const found = TIME.exec(rest)
  if (found !== null) {
    const [whole, hour, minute, second, half] = found
    time = { hour: hourOf(Number(hour), half), minute: Number(minute), second: Number(second ?? 0) }
    let behind = rest.slice(found.index + whole.length)
    // `8:20 PM ET, Thu November 19, 2026`
    const [, near = ''] = zone === undefined ? (/^\s?([A-Z]{2,4})(?=[, ])/.exec(behind) ?? []) : []
    if (near !== '' && zoneOffset(near) !== undefined) {
      zone = near
      behind = behind.replace(near, ' ')
    }
    rest = `${rest.slice(0, found.index)} ${behind}`
  } else {
    const hour = HOUR.exec(rest)
    if (hour !== null) {
      time = { hour: hourOf(Number(hour[1]), hour[2]), minute: 0, second: 0 }
      rest = rest.replace(hour[0], ' ')
    }
  }
  if (zone === undefined) {
    const named =
      /(?:^|[\s\d])([a-z]{1,5}(?:[+-]\d{1,2}(?::?\d{2})?)?|[a-z]+\/[a-z_+\-/0-9]+)(?:\s+\d{4})?\s*$/i.exec(
        rest,
      )
    const name = named?.[1]
    if (name !== undefined && monthNumber(name) === undefined && zoneOffset(name) !== undefined) {
      zone = name
      rest = rest.replace(name, ' ')
    }
  } else rest = rest.replace(/\b(?:GMT|UTC)\b/i, ' ')
  return /:/.test(rest) ? undefined : { time, zone, rest }
}

function hourOf(hour: number, half: string | undefined): number {
  if (half === undefined) return hour
  return half.toLowerCase() === 'am' ? hour % 12 : hour < 12 ? hour + 12 : hour
}

/** Words between the parts that have no meaning for the date. */
const FILLERS: ReadonlySet<string> = new Set(
  'at on a um uhr am de del of den le the à las às alle ore il om uur klo kl kello klockan den o godz r v ve в года г z เวลา น พศ m d gada'.split(
    ' ',
  ),
)

/** Maximum of words before a date. */
const MAX_LEADING = 4

interface Day {
  readonly year: number
  readonly month: number
  readonly day: number
}

/** Reads day, month and year: numbers in some order, at most one name of a month, and maybe a weekday. */
function readDay(text: string): Day | undefined {
  const tokens = Array.from(text.matchAll(/\d+|\p{L}[\p{L}\p{M}'’]*\.?/gu), ([token]) => token)
  const numbers = tokens.filter((token) => /^\d/.test(token))
  const words = tokens.filter(
    (token) => !/^\d/.test(token) && !FILLERS.has(token.toLowerCase().replace(/\.$/, '')),
  )
  let named = words.filter((word) => monthNumber(word) !== undefined)
  // `mar. 01 déc.`: if two words can be months, the first one is a weekday.
  if (named.length === 2 && named[0] === words[0] && weekdayNumber(words[0] ?? '') !== undefined)
    named = named.slice(1)
  const [monthWord] = named
  if (named.length > 1) return undefined
  // The first word may be a weekday in an unknown language, and several may lead to the date: `Last updated on …`.
  const first = tokens.findIndex((token) => /^\d/.test(token) || token === monthWord)
  const rest = words.filter((word) => word !== monthWord && tokens.indexOf(word) >= first)
  if (first > MAX_LEADING || rest.some((word) => weekdayNumber(word) === undefined)) return undefined

  const separators = /\d\s*\/\s*\d/.test(text) ? '/' : /\d\.\d/.test(text) ? '.' : '-'
  const month = monthWord === undefined ? undefined : monthNumber(monthWord)
  const monthFirst = monthWord !== undefined && tokens.indexOf(monthWord) < tokens.indexOf(numbers[0] ?? '')
  if (month !== undefined) return withMonth(month, numbers, monthFirst)
  const [a, b, c] = numbers
  if (a === undefined || b === undefined || c === undefined || numbers.length > 3) return undefined
  // A year has two or four digits: `v1.2.3` is not a date.
  if (a.length !== 4 && c.length !== 2 && c.length !== 4) return undefined
  if (a.length === 4) {
    const swapped = Number(b) > 12 && Number(c) <= 12
    return { year: Number(a), month: Number(swapped ? c : b), day: Number(swapped ? b : c) }
  }
  // `18/01/30` is in the year 2018, since 2030 and later years are in the future.
  if (a.length === 2 && c.length === 2 && Number(a) > 12 && Number(c) >= 30) {
    return { year: fullYear(a), month: Number(b), day: Number(c) }
  }
  const year = fullYear(c)
  const dayFirst = { year, month: Number(b), day: Number(a) }
  const american = { year, month: Number(a), day: Number(b) }
  if (Number(a) > 12) return dayFirst
  if (Number(b) > 12) return american
  const weekday = words[0] === undefined ? undefined : weekdayNumber(words[0])
  if (weekday !== undefined) {
    const fits = (day: Day): boolean =>
      new Date(Date.UTC(day.year, day.month - 1, day.day)).getUTCDay() === weekday
    if (fits(dayFirst) !== fits(american)) return fits(dayFirst) ? dayFirst : american
  }
  return separators === '/' ? american : dayFirst
}

function withMonth(month: number, numbers: readonly string[], monthFirst: boolean): Day | undefined {
  const [a, b] = numbers
  if (a === undefined || numbers.length > 2) return undefined
  if (b === undefined) return a.length === 4 ? { year: Number(a), month, day: 1 } : undefined
  // `2004-july-13`. In all other forms the day is before the year.
  if (a.length === 4 && !monthFirst) return { year: Number(a), month, day: Number(b) }
  return { year: fullYear(b), month, day: Number(a) }
}
