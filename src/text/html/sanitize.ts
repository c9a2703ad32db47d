import { mendMarkup } from './mend-markup.ts'
import { readMarkup } from './read-markup.ts'
import {
  cleanText,
  decodeReferences,
  foldSpace,
  unescapeReferences,
  withoutC1References,
} from './text-of-html.ts'

/** The safe form of HTML from a feed. */
export interface Sanitized {
  /** Only elements and attributes of `rules.ts`. All tags are closed. URLs are http, https or mailto. */
  readonly html: string
  /** Plain text, with blank lines between paragraphs and single line ends between rows. */
  readonly text: string
  /** URL of the first image that stays and is not a decoration. */
  readonly imageUrl: string | undefined
}

/** Longer HTML is cut, in characters. No article is that long. */
const MAX_HTML_CHARS = 1_000_000

/** Doubly escaped markup: text that begins with an escaped start tag or contains an escaped end tag. */
const ESCAPED_TWICE =
  /^\s*&lt;(?:p|br|div|a|img|ul|ol|strong|em|b|i|span|blockquote|table|h[1-6])(?:\s|\/?&gt;)|&lt;\/(?:p|div|a|ul|ol|li|strong|em|b|i|span|blockquote|h[1-6])&gt;/i

/**
 * Makes safe HTML and plain text from a feed's HTML, in one pass and linear time. Markup is never copied: the output is
 * written from the parsed elements, so a browser cannot parse it differently.
 *
 * @param html from the feed; plain text is HTML too
 * @param base the entry's URL, which resolves relative URLs
 */
export function sanitize(html: string, base: string | undefined): Sanitized {
  const clean = withoutC1References(cleanText(html.slice(0, MAX_HTML_CHARS)))
  if (clean.includes('<')) return rewrite(clean, base)
  if (ESCAPED_TWICE.test(clean)) return rewrite(withoutC1References(decodeReferences(clean)), base)
  const plain = unescapeReferences(clean)
  return {
    html: withNames(plain.replaceAll('>', '&gt;')).trim(),
    text: tidyLines(foldSpace(plain)),
    imageUrl: undefined,
  }
}

/** Gives the plain text of HTML, as `sanitize` does. */
export function htmlToText(html: string): string {
  return sanitize(html, undefined).text
}

function rewrite(html: string, base: string | undefined): Sanitized {
  const { output, imageUrl } = readMarkup(mendMarkup(html), base)
  return { html: withNames(output.html).trim(), text: tidyLines(output.text), imageUrl }
}

/** Changes the numeric references of `plainTextToHtml` to named ones. */
function withNames(html: string): string {
  if (!html.includes('&#')) return html
  return html.replaceAll('&#38;', '&amp;').replaceAll('&#60;', '&lt;')
}

/** Decodes references, trims the ends of lines and reduces runs of blank lines to one. */
function tidyLines(text: string): string {
  // Characters that were written as references have not been cleaned yet.
  const plain = text.includes('&') ? cleanText(decodeReferences(text)) : text
  return plain
    .replace(/ [^\S\n]+|[^\S\n ][^\S\n]*/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}
