import { escapeHtml } from '../../text/html/escape-html.ts'
import { type Sanitized, htmlToText } from '../../text/html/sanitize.ts'
import { oneLine } from '../../text/html/text-of-html.ts'
import { defused } from './defused.ts'
import { cutText, isSameText } from './summary.ts'

/** Longest title, in UTF-16 units. Longer texts are cut. */
export const MAX_TITLE_CHARS = 500

/**
 * Makes one line of plain text from a title, an author's name or a tag. Feeds write these as text or as HTML, escaped
 * once, twice or not at all.
 *
 * @param most maximum length in UTF-16 units; longer text is cut and gets an ellipsis
 */
export function plainLine(html: string, most: number): string {
  const line = /[<&]/.test(html)
    ? oneLine(htmlToText(html.slice(0, 4 * most + 2_000)))
    : oneLine(html.slice(0, 2 * most))
  return isNothing(line) ? '' : cutText(defused(line), most)
}

export function isNothing(text: string | undefined): boolean {
  return text !== undefined && NOTHING.test(text)
}

/** Written by programs for a missing value. */
const NOTHING = /^(?:null|undefined|\[object Object\])$/

/** A title as one line, at most 500 UTF-16 units; empty if it has no visible character. */
export function titleOf(html: string): string {
  const title = plainLine(html, MAX_TITLE_CHARS)
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(title) ? title : ''
}

/** A leading heading or paragraph, with the boxes around it. */
const FIRST_BLOCK =
  /^((?:\s|<(?:article|div|header|main|section|span)\b[^>]*>)*)<(h[1-6]|p)\b[^>]*>([^]*?)<\/\2>\s*/

/**
 * Removes a title that a text begins with as a heading or paragraph, since the title is always shown above the text. A
 * heading stays if it links elsewhere or is the whole text.
 */
export function withoutHeading(content: Sanitized, titles: readonly string[]): Sanitized {
  const [, line = '', rest = ''] = /^([^\n]+)\n+([^]+)$/.exec(content.text) ?? []
  if (!titles.some((title) => title !== '' && isSameText(line, title))) return content
  const [block, boxes = '', , inner = ''] = FIRST_BLOCK.exec(content.html) ?? []
  if (block === undefined || /<(?:a|img)\b/.test(inner) || htmlToText(inner) !== line) return content
  return { ...content, html: boxes + content.html.slice(block.length), text: rest }
}

/**
 * Adds a caption to a text without words: the longer of `alt` and `title` of its first picture, such as a comic's joke.
 * Ignores file names, single words and the entry's own title.
 */
export function withCaption(content: Sanitized, titles: readonly string[]): Sanitized {
  if (content.text !== '' || content.imageUrl === undefined) return content
  const [image = ''] = /<img\b[^>]*>/.exec(content.html) ?? []
  const stated = Array.from(image.matchAll(/\s(?:alt|title)="([^"]*)"/g), ([, said = '']) => htmlToText(said))
  const [text = ''] = stated.toSorted((a, b) => b.length - a.length)
  const says = /\S\s+\S{0,9}\p{L}|\p{Lo}{2}/u.test(text) && !/\.(?:jpe?g|png|gif|webp)$/i.test(text)
  if (!says || titles.some((title) => isSameText(text, title))) return content
  return { ...content, html: `${content.html}\n<p>${escapeHtml(text)}</p>`, text }
}
