import { forEachHyphenated } from './hyphens.ts'
import { forEachGroupedNumber } from './numbers.ts'

/** Receives a word's start and end in the text, in UTF-16 units, and its spelling as one word. */
export type JoinedVisitor = (start: number, end: number, joined: string) => void

/**
 * Visits what is also found as one word, though its parts are words of their own: `e-mail` as `email`, `5,000` as `5000`.
 *
 * @param language primary subtag of the text, which decides how its numbers are grouped; `null` if unknown, `undefined` for
 *   a query, which may be of any language
 */
export function forEachJoinedWord(
  text: string,
  language: string | null | undefined,
  visit: JoinedVisitor,
): void {
  forEachHyphenated(text, visit)
  forEachGroupedNumber(text, language, visit)
}
