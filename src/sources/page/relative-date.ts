import { type EpochMs, DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../model/time.ts'
import { parseDate } from '../../text/dates/dates.ts'
import { readClock } from '../../text/dates/free-form.ts'
import { LANGUAGES } from '../../text/dates/months.ts'
import { digitOf } from '../../text/fold.ts'

const UNITS = {
  second: SECOND_MS,
  minute: MINUTE_MS,
  hour: HOUR_MS,
  day: DAY_MS,
  week: 7 * DAY_MS,
  month: 30 * DAY_MS,
  year: 365 * DAY_MS,
} as const

/** A longer text is not just a time; characters. */
const LONGEST = 60

/** Sample numbers with different plural forms in some languages. */
const NUMBERS = [1, 2, 3, 5, 11, 21]

/** With languages that write dates only in numbers. */
const ALL_LANGUAGES = ['en', ...LANGUAGES, 'ja', 'zh', 'zh-Hant', 'ko']

/** Age of each phrase, ms. `#` stands for a number; the age is then that of one unit. */
const phrases = new Map<string, number>([['just now', 0]])
/** Age of phrases for days, ms; a time of day may follow them. */
const days = new Map<string, number>()
let languagesRead = 0

/**
 * Reads a relative time in about 40 languages: `3 days ago`, `vor 2 Std.`, `yesterday`, `heute, 14:30`. Other text may
 * precede it. The result is as exact as the phrase: to the minute, hour, day or month. A time of day is UTC. A day
 * without a year (`Nov 19`, `19.11.`) is the one nearest to now, also in the future.
 *
 * @returns `undefined` for any other text
 */
export function relativeDate(written: string, now: EpochMs): EpochMs | undefined {
  if (written.length > LONGEST) return undefined
  const text = fold(written).replace(
    /\b(?:(?:an?|one) (?=\p{L}+ ago\b)|(?:eine[mr]|une?|una|uma) (?=\p{L}))/u,
    '1 ',
  )
  const number = Number(/\d+/.exec(text)?.[0] ?? 1)
  const ago = endOf(text.replace(/\d+/, '#'), phrases)
  if (ago !== undefined) return now - number * ago

  const clock = readClock(written)
  const daysAgo = clock === undefined ? undefined : endOf(fold(clock.words), days)
  if (clock === undefined || daysAgo === undefined) return nearestDay(written, now)
  const local = now + clock.offsetMs - daysAgo
  return local - (local % DAY_MS) + clock.ms - clock.offsetMs
}

/** A day and the name of its month, or two numbers that can hardly be anything else. */
const DAY_OF_MONTH = /^(?=.*\d).*(?:\p{L}{3}|月)|\d{1,2}(?:\.\d{1,2}\.|\/\d{1,2})(?!\d)|^\d\d-\d\d$/u

function nearestDay(written: string, now: EpochMs): EpochMs | undefined {
  if (!DAY_OF_MONTH.test(written)) return undefined
  const day = written.replace(/^(\d\d)-(\d\d)$/, '$1月$2日')
  const year = new Date(now).getUTCFullYear()
  return [year + 1, year, year - 1]
    .map((one) => parseDate(day.includes('月') ? `${one}年${day}` : `${day} ${one}`))
    .find((at) => at !== undefined && at <= now + UNITS.year / 2)
}

/** Value of the longest known phrase at the end of the text. Loads languages until one has such a phrase. */
function endOf(text: string, known: ReadonlyMap<string, number>): number | undefined {
  const words = text.split(' ')
  for (;;) {
    for (let from = 0; from < words.length; from++) {
      const ago = known.get(words.slice(from).join(' '))
      if (ago !== undefined) return ago
    }
    const language = ALL_LANGUAGES[languagesRead]
    if (language === undefined) return undefined
    learn(language)
    languagesRead++
  }
}

/** Adds a language's phrases from the runtime's language data. Takes a few milliseconds per language. */
function learn(language: string): void {
  const locale = `${language}-u-nu-latn`
  for (const style of ['long', 'short', 'narrow'] as const) {
    const counted = new Intl.RelativeTimeFormat(locale, { style, numeric: 'always' })
    for (const unit of ['second', 'minute', 'hour', 'day', 'week', 'month', 'year'] as const) {
      for (const number of NUMBERS) {
        // Arabic and Hebrew have a word for two hours; the data of Hebrew append `(2)`.
        const phrase = fold(counted.format(-number, unit)).replace(/ \(\d\)$/, '')
        put(phrase.replace(/\d+/, '#'), /\d/.test(phrase) ? UNITS[unit] : number * UNITS[unit])
      }
    }
  }
  const named = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  for (const ago of [0, 1, 2]) {
    const name = fold(named.format(-ago, 'day'))
    if (/\d/.test(name)) continue
    // Swedish and Norwegian `i går` is also written `igår`.
    for (const spelling of [name, name.replace(/^i /, 'i')]) {
      put(spelling, ago * DAY_MS)
      if (!days.has(spelling)) days.set(spelling, ago * DAY_MS)
    }
  }
}

/** Keeps the first meaning if several languages share a phrase. */
function put(phrase: string, ms: number): void {
  if (!phrases.has(phrase)) phrases.set(phrase, ms)
}

function fold(text: string): string {
  return (
    text
      .toLowerCase()
      .replace(/[.,:;·|]/g, ' ')
      .replaceAll('’', "'")
      .replace(/[۰-۹]/g, digitOf)
      .replace(/\s+/g, ' ')
      .replace(/^منذ /, 'قبل ')
      .replace(/ واحدة?$/, '')
      // 10분전, 2 hours 5 min ago
      .replace(/(?<=\d(?:초|분|시간|일|주|개월|년))전$/, ' 전')
      .replace(/^(\D*\d+ \p{L}+) \d+ \p{L}+(?=\D*$)/u, '$1')
      .replace(/^πριν (?=\d)/, 'πριν από ')
      .replace(/ที่แล้ว$/, 'ที่ผ่านมา')
      .replace(/(?<=\d) (?=[\p{Script=Han}\p{Script=Hangul}\p{Script=Hira}\p{Script=Kana}])/gu, '')
      .trim()
  )
}
