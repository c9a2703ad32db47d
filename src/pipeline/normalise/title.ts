import { textOf } from '../../text/html/sanitize.ts'
import { decodeLeftovers, oneLine } from '../../text/html/text-of-html.ts'
import { cutText } from './summary.ts'

/** Longest title, in UTF-16 units. Longer texts are not titles, and are cut. */
export const MAX_TITLE_CHARS = 500

/**
 * Markup that a browser would act on if a client forgot to escape the text. Of an element that is not closed, only
 * the tag matches: a text about `<script>` continues after it.
 */
const LIVE_MARKUP = /<(script|style|iframe|object)\b(?:[^]*?<\/\1\s*>|[^<>]*>?)|<[/!?]?[a-z][^<>]*=[^<>]*>?/gi

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
  return cutText(defused(oneLine(decodeLeftovers(line))), most)
}

/** A title as one line, at most 500 UTF-16 units; empty if it has no visible character. */
export function titleOf(html: string): string {
  const title = plainLine(html, MAX_TITLE_CHARS)
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(title) ? title : ''
}

/**
 * Removes markup that could act from plain text. It is harmless as text, but a client may insert the text as HTML.
 * A bare tag (`<canvas>`) stays, because texts write about tags.
 */
export function defused(text: string): string {
  return text.includes('<') ? oneLine(text.replace(LIVE_MARKUP, ' ')) : text
}
