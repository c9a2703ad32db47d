import { primarySubtag } from './language/language-tag.ts'

/** Spaces that group digits: no-break, narrow no-break and thin. They do not separate words of a number. */
export const NUMBER_SPACES = '\u00a0\u202f\u2009'

/**
 * A number whose digits are grouped by the same sign: `5,000`, `1.234.567`, `5 000`, also by hundreds as in India
 * (`1,00,000`). It may stand beside Chinese or Japanese.
 */
const GROUPED = new RegExp(
  String.raw`(?<![\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}_]|\p{N}[.,'’${NUMBER_SPACES}])[1-9]\d{0,2}(?:([.,'’${NUMBER_SPACES} ])\d{3}(?:\1\d{3})*|(,)(?:\d{2},)+\d{3})(?!\p{N}|[.,'’${NUMBER_SPACES} ]\p{N}{3}(?!\p{N}))`,
  'gu',
)
const DIGIT = /\d/

/**
 * Visits each number with grouped digits, and gives it without the signs between them. A sign counts where the language of
 * the text groups digits by it: the full stop is `5.000` in German, and a decimal point in English. Linear in the length
 * of the text.
 *
 * @param language `null` if unknown, `undefined` for any
 */
export function forEachGroupedNumber(
  text: string,
  language: string | null | undefined,
  visit: (start: number, end: number, joined: string) => void,
): void {
  // Most texts are read by this test alone.
  if (!DIGIT.test(text)) return
  const groupsBy = language === undefined ? undefined : groupSigns(language)
  for (const match of text.matchAll(GROUPED)) {
    const [number, sign, indian] = match
    if (groupsBy?.includes(sign ?? indian ?? '') === false) continue
    visit(match.index, match.index + number.length, number.replace(/\D/g, ''))
  }
}

const signsByLanguage = new Map<string, string>()

/** The signs that group digits in a language, as CLDR has them. Apostrophes and narrow spaces group everywhere. */
function groupSigns(language: string | null): string {
  const tag = primarySubtag(language) ?? 'en'
  const known = signsByLanguage.get(tag)
  if (known !== undefined) return known
  const parts = new Intl.NumberFormat(tag, { useGrouping: 'always' }).formatToParts(12_345_678)
  const sign = parts.find(({ type }) => type === 'group')?.value ?? ','
  const signs = `'’${NUMBER_SPACES}${/\s/.test(sign) ? ' ' : sign}`
  signsByLanguage.set(tag, signs)
  return signs
}
