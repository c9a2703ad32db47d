import { classAt, LETTER } from './runs.ts'

/**
 * Visits each word of two hyphenated parts, in the order of the text, and gives it without its hyphen:
 * `email` for `e-mail`. Words of more parts are phrases (`state-of-the-art`) and are left out, as are words
 * that begin with a digit. Linear in the length of the text.
 *
 * @param visit gets the word's start and end in the text, in UTF-16 units, and its spelling as one word
 */
export function forEachHyphenated(
  text: string,
  visit: (start: number, end: number, joined: string) => void,
): void {
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
const DIGIT = /\p{N}/u

/** Whether the word is complete: not a part of a longer chain, an acronym or a word with an apostrophe. */
function isWhole(text: string, start: number, end: number): boolean {
  if (DIGIT.test(text.charAt(start)) || JOINER.test(text.charAt(start - 1))) return false
  // A full stop, a quotation mark or `'s` may follow the word.
  return !/[-\u2010\u2011_]/.test(text.charAt(end))
}
