import { textOf } from '../../text/html/sanitize.ts'
import { decodeLeftovers, oneLine } from '../../text/html/text-of-html.ts'
import { cutText } from './summary.ts'

/** Longest title, in UTF-16 units; a longer one is an article in the wrong place. */
export const MAX_TITLE_CHARS = 500

/**
 * What a browser would take for live markup, had somebody forgotten to escape a text. Of an element that is not
 * closed only the tag: who writes about `<script>` goes on.
 */
const LIVE_MARKUP = /<(script|style|iframe|object)\b(?:[^]*?<\/\1\s*>|[^<>]*>?)|<[/!?]?[a-z][^<>]*=[^<>]*>?/gi

/**
 * Makes one line of plain text of a title, an author's name or a tag, which feeds write as text or as HTML,
 * escaped once, twice or not at all.
 *
 * @param most in UTF-16 units; more is cut with an ellipsis
 */
export function plainLine(html: string, most: number): string {
  const line = /[<&]/.test(html)
    ? oneLine(textOf(html.slice(0, 4 * most + 2_000)))
    : oneLine(html.slice(0, 2 * most))
  return cutText(defused(oneLine(decodeLeftovers(line))), most)
}

/** A title as one line, at most 500 characters; empty where there is none, or nothing of it would be seen. */
export function titleOf(html: string): string {
  const title = plainLine(html, MAX_TITLE_CHARS)
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(title) ? title : ''
}

/**
 * Takes markup that could do something out of a plain text. It would be harmless as what it is, a text;
 * this is for those who show it as something else. A bare tag that is spoken about (`<canvas>`) stays.
 */
export function defused(text: string): string {
  return text.includes('<') ? oneLine(text.replace(LIVE_MARKUP, ' ')) : text
}
