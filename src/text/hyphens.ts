import { classAt, LETTER } from './runs.ts'

/**
 * Tells each word that is written of two parts with a hyphen as if it had none: `email` of `e-mail`, `cooperate` of `co-operate`.
 * What has more parts is a phrase (`state-of-the-art`), and what begins with a digit no word. In order; linear in the text.
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

/** Hyphen-minus, hyphen, and the one that no line breaks at. */
const HYPHEN = /[-\u2010\u2011]/g
const JOINER = /[-\u2010\u2011.'\u2019\u02bc\uff07_]/
const DIGIT = /\p{N}/u

/** Whether it is no part of something longer: of a chain, an acronym, a word with an apostrophe. */
function isWhole(text: string, start: number, end: number): boolean {
  if (DIGIT.test(text.charAt(start)) || JOINER.test(text.charAt(start - 1))) return false
  // A stop or quotation mark may follow, and `'s`.
  return !/[-\u2010\u2011_]/.test(text.charAt(end))
}
