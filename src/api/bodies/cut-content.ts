import { Parser } from 'htmlparser2'
import type { Content } from '../../model/item.ts'
import { escapeHtml } from '../../text/html/escape-html.ts'

/** Elements without an end tag. */
const VOID = new Set(['area', 'br', 'col', 'embed', 'hr', 'img', 'input', 'source', 'track', 'wbr'])

/**
 * Cuts both forms of an article's text to `maxChars` code points of text. HTML tags do not count; open ones are closed.
 */
export function cutContent({ contentHtml, contentText }: Content, maxChars: number | undefined) {
  if (maxChars === undefined) return { contentHtml, contentText, contentTruncated: false }
  const text = cutText(contentText, maxChars)
  const html = cutHtml(contentHtml, maxChars)
  return { contentHtml: html.cut, contentText: text.cut, contentTruncated: text.truncated || html.truncated }
}

interface Cut {
  readonly cut: string
  readonly truncated: boolean
}

function cutText(text: string, maxChars: number): Cut {
  if (text.length <= maxChars) return { cut: text, truncated: false }
  const { end } = beginningOf(text, maxChars)
  if (end === text.length) return { cut: text, truncated: false }
  return { cut: text.slice(0, end).trimEnd(), truncated: true }
}

/** Length of the first `maxChars` code points of a text, in code points and as an offset. */
function beginningOf(text: string, maxChars: number): { readonly chars: number; readonly end: number } {
  let chars = 0
  let end = 0
  for (; chars < maxChars && end < text.length; chars += 1)
    end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1
  return { chars, end }
}

function cutHtml(html: string, maxChars: number): Cut {
  if (html.length <= maxChars) return { cut: html, truncated: false }
  const open: string[] = []
  let left = maxChars
  /** Where the source is cut; everything before stays unchanged. */
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
      const within = beginningOf(text, left)
      if (within.end === text.length) {
        left -= within.chars
        return
      }
      end = parser.startIndex
      tail = text.slice(0, within.end).trimEnd()
      // Stops reading; the parser still finishes its chunk.
      parser.pause()
    },
  })
  parser.write(html)
  if (end === undefined) parser.end()
  if (end === undefined) return { cut: html, truncated: false }
  const closing = open
    .toReversed()
    .map((name) => `</${name}>`)
    .join('')
  return { cut: html.slice(0, end) + escapeHtml(tail) + closing, truncated: true }
}
