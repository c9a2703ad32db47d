import { Parser } from 'htmlparser2'
import { escapeHtml } from '../../text/html/escape-html.ts'

/** An article's text in both of its forms. */
interface Content {
  readonly contentHtml: string
  readonly contentText: string
}

/** Elements that have no end tag. */
const VOID = new Set(['area', 'br', 'col', 'embed', 'hr', 'img', 'input', 'source', 'track', 'wbr'])

/**
 * Bounds both forms of an article's text to `maxChars` characters (code points) of text; the tags of the
 * HTML do not count and are closed where it is cut.
 */
export function cutContent(
  content: Content,
  maxChars: number | undefined,
): { readonly html: string; readonly text: string; readonly truncated: boolean } {
  if (maxChars === undefined) {
    return { html: content.contentHtml, text: content.contentText, truncated: false }
  }
  const text = cutText(content.contentText, maxChars)
  const html = cutHtml(content.contentHtml, maxChars)
  return { html: html.cut, text: text.cut, truncated: text.truncated || html.truncated }
}

interface Cut {
  readonly cut: string
  readonly truncated: boolean
}

function cutText(text: string, maxChars: number): Cut {
  if (text.length <= maxChars) return { cut: text, truncated: false }
  const points = Array.from(text)
  if (points.length <= maxChars) return { cut: text, truncated: false }
  return { cut: points.slice(0, maxChars).join('').trimEnd(), truncated: true }
}

function cutHtml(html: string, maxChars: number): Cut {
  if (html.length <= maxChars) return { cut: html, truncated: false }
  const open: string[] = []
  let left = maxChars
  /** Where the source is cut; everything before it stays unchanged. */
  let end: number | undefined
  let tail = ''
  const parser = new Parser({
    onopentagname(name) {
      if (end === undefined && !VOID.has(name)) open.push(name)
    },
    onclosetag(name) {
      if (end === undefined && open.at(-1) === name) open.pop()
    },
    ontext(text) {
      if (end !== undefined) return
      const length = Array.from(text).length
      if (length <= left) {
        left -= length
        return
      }
      end = parser.startIndex
      tail = Array.from(text).slice(0, left).join('').trimEnd()
    },
  })
  parser.write(html)
  parser.end()
  if (end === undefined) return { cut: html, truncated: false }
  const closing = open
    .toReversed()
    .map((name) => `</${name}>`)
    .join('')
  return { cut: html.slice(0, end) + escapeHtml(tail) + closing, truncated: true }
}
