import { textOf } from '../../text/html/sanitize.ts'
import { oneLine } from '../../text/html/text-of-html.ts'
import { defused } from './defused.ts'
import { cutText } from './summary.ts'

/** Longest title, in UTF-16 units. Longer texts are not titles, and are cut. */
export const MAX_TITLE_CHARS = 500

/**
 * Makes one line of plain text from a title, an author's name or a tag. Feeds write these as text or as HTML,
 * escaped once, twice or not at all.
 *
 * @param most maximum length in UTF-16 units; longer text is cut and gets an ellipsis
 */
export function plainLine(html: string, most: number): string {
  const line = /[<&]/.test(html)
    ? oneLine(textOf(html.slice(0, 4 * most + 2_000)))
    : oneLine(html.slice(0, 2 * most))
  return isNothing(line) ? '' : cutText(defused(line), most)
}

export function isNothing(text: string | undefined): boolean {
  return text !== undefined && NOTHING.test(text)
}

/** What programs write where a value is missing. */
const NOTHING = /^(?:null|undefined|\[object Object\])$/

/** A title as one line, at most 500 UTF-16 units; empty if it has no visible character. */
export function titleOf(html: string): string {
  const title = plainLine(html, MAX_TITLE_CHARS)
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(title) ? title : ''
}
