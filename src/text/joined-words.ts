import { getOrInsert } from '../model/get-or-insert.ts'
import { primarySubtag } from './language/language-tag.ts'
import { classAt, LETTER } from './runs.ts'

/** Receives a word's start and end in the text, in UTF-16 units, and its spelling as one word. */
type JoinedVisitor = (start: number, end: number, joined: string) => void

/**
 * Visits words that can also be written as one: `e-mail` as `email`, `5,000` as `5000`.
 *
 * @param language primary subtag of the text, which decides how numbers are grouped; `null` if unknown, `undefined` for
 *   a query, which may be in any language
 */
export function forEachJoinedWord(
  text: string,
  language: string | null | undefined,
  visit: JoinedVisitor,
): void {
  forEachHyphenated(text, visit)
  forEachGroupedNumber(text, language, visit)
}

/**
 * Visits each word of two hyphenated parts, in order, as one word: `email` for `e-mail`. Longer chains are phrases
 * (`state-of-the-art`) and are skipped, as are words that begin with a digit. Linear in the length of the text.
 */
export function forEachHyphenated(text: string, visit: JoinedVisitor): void {
  HYPHEN.lastIndex = 0
  for (let match = HYPHEN.exec(text); match !== null; match = HYPHEN.exec(text)) {
    const at = match.index
    let start = at
    while (start > 0 && classAt(text, start - 1) === LETTER) start -= 1
    let end = at + 1
    while (end < text.length && classAt(text, end) === LETTER) end += 1
    if (start < at && end > at + 1 && isWhole(text, start, end)) {
      visit(start, end, text.slice(start, at) + text.slice(at + 1, end))
    }
  }
}

/** Hyphen-minus, hyphen, non-breaking hyphen. */
const HYPHEN = /[-\u2010\u2011]/g
const JOINER = /[-\u2010\u2011.'\u2019\u02bc\uff07_]/

/** Whether the word is complete: not a part of a longer chain, an acronym or a word with an apostrophe. */
function isWhole(text: string, start: number, end: number): boolean {
  if (/\p{N}/u.test(text.charAt(start)) || JOINER.test(text.charAt(start - 1))) return false
  // A full stop, a quotation mark or `'s` may follow the word.
  return !/[-\u2010\u2011_]/.test(text.charAt(end))
}

/** Spaces that group digits: no-break, narrow no-break and thin. They do not separate words of a number. */
export const NUMBER_SPACES = '\u00a0\u202f\u2009'

/**
 * A number with digits grouped by one sign: `5,000`, `1.234.567`, `5 000`; in India also by hundreds (`1,00,000`).
 * Chinese or Japanese may adjoin it.
 */
const GROUPED = new RegExp(
  String.raw`(?<![\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}_]|\p{N}[.,'’${NUMBER_SPACES}])[1-9]\d{0,2}(?:([.,'’${NUMBER_SPACES} ])\d{3}(?:\1\d{3})*|(,)(?:\d{2},)+\d{3})(?!\p{N}|[.,'’${NUMBER_SPACES} ]\p{N}{3}(?!\p{N}))`,
  'gu',
)
/**
 * Visits each number with grouped digits, without the signs. A sign counts only if the text's language groups digits by
 * it: `5.000` is grouped in German, and a decimal in English. Linear in the length of the text.
 *
 * @param language `null` if unknown, `undefined` for any
 */
export function forEachGroupedNumber(
  text: string,
  language: string | null | undefined,
  visit: JoinedVisitor,
): void {
  // Most texts end here.
  if (!/\d/.test(text)) return
  const groupsBy = language === undefined ? undefined : groupSigns(language)
  for (const match of text.matchAll(GROUPED)) {
    const [number, sign, indian] = match
    if (groupsBy?.includes(sign ?? indian ?? '') === false) continue
    visit(match.index, match.index + number.length, number.replace(/\D/g, ''))
  }
}

const signsByLanguage = new Map<string, string>()

/** The digit-grouping signs of a language in CLDR. Apostrophes and narrow spaces group everywhere. */
function groupSigns(language: string | null): string {
  return getOrInsert(signsByLanguage, primarySubtag(language) ?? 'en', (tag) => {
    const parts = new Intl.NumberFormat(tag, { useGrouping: 'always' }).formatToParts(12_345_678)
    const sign = parts.find(({ type }) => type === 'group')?.value ?? ','
    return `'’${NUMBER_SPACES}${/\s/.test(sign) ? ' ' : sign}`
  })
}
