import { type EpochMs, DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../model/time.ts'
import { readClock } from '../../text/dates/free-form.ts'
import { LANGUAGES } from '../../text/dates/months.ts'

const UNITS = {
  second: SECOND_MS,
  minute: MINUTE_MS,
  hour: HOUR_MS,
  day: DAY_MS,
  week: 7 * DAY_MS,
  month: 30 * DAY_MS,
  year: 365 * DAY_MS,
} as const

/** Longer texts say more than a time. */
const LONGEST = 60

/** Numbers whose words differ in some language. */
const NUMBERS = [1, 2, 3, 5, 11, 21]

/** Those whose dates are written in numbers alone, too. */
const ALL_LANGUAGES = ['en', ...LANGUAGES, 'ja', 'zh', 'zh-Hant', 'ko']

/** How long ago a phrase is, ms; one with a number, which stands as `#`, is of one unit. */
const phrases = new Map<string, number>([['just now', 0]])
/** Those that name a day, which a time may stand beside. */
const days = new Map<string, number>()
let languagesRead = 0

/**
 * Reads how long ago something was, as pages say it in some forty languages: `3 days ago`, `vor 2 Std.`, `yesterday`, `heute, 14:30`,
 * whatever stands before it. As exact as what is said: to the minute, the hour, the day, the month. A time without a zone is UTC.
 *
 * @returns `undefined` for anything else, the future included
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
  if (clock === undefined || daysAgo === undefined) return undefined
  const local = now + clock.offsetMs - daysAgo
  return local - (local % DAY_MS) + clock.ms - clock.offsetMs
}

/** What the longest end of a text that is among `known` stands for; languages are learned until one is found. */
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

/** From the runtime's own language data: a few milliseconds each. */
function learn(language: string): void {
  const locale = `${language}-u-nu-latn`
  for (const style of ['long', 'short', 'narrow'] as const) {
    const counted = new Intl.RelativeTimeFormat(locale, { style, numeric: 'always' })
    for (const unit of ['second', 'minute', 'hour', 'day', 'week', 'month', 'year'] as const) {
      for (const number of NUMBERS) put(fold(counted.format(-number, unit)).replace(/\d+/, '#'), UNITS[unit])
    }
  }
  const named = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  for (const ago of [0, 1, 2]) {
    const name = fold(named.format(-ago, 'day'))
    if (/\d/.test(name)) continue
    // Swedish and Norwegian `i går` is written `igår`, too.
    for (const spelling of [name, name.replace(/^i /, 'i')]) {
      put(spelling, ago * DAY_MS)
      if (!days.has(spelling)) days.set(spelling, ago * DAY_MS)
    }
  }
}

/** The first language that knows a phrase decides. */
function put(phrase: string, ms: number): void {
  if (!phrases.has(phrase)) phrases.set(phrase, ms)
}

function fold(text: string): string {
  return text
    .toLowerCase()
    .replace(/[.,:;·|]/g, ' ')
    .replaceAll('’', "'")
    .replace(/\s+/g, ' ')
    .replace(/(?<=\d) (?=[\p{Script=Han}\p{Script=Hangul}\p{Script=Hira}\p{Script=Kana}])/gu, '')
    .trim()
}
