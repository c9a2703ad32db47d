import { selectAll } from 'css-select'
import { type DomUtils, parseDocument, Parser } from 'htmlparser2'

export type HtmlDocument = ReturnType<typeof parseDocument>

type HtmlNode = HtmlDocument['children'][number]
export type HtmlElement = NonNullable<ReturnType<typeof DomUtils.getElementById>>

/** The elements that a CSS selector finds, in the order of the document. */
export function select(css: string, root: HtmlDocument | HtmlElement): HtmlElement[] {
  return selectAll<HtmlNode, HtmlElement>(css, root)
}

/** Deeper than any honest page. */
const DEEPEST = 512

/** @returns `undefined` for a page that nests deeper than `DEEPEST`, which is hostile */
export function parseHtml(html: string): HtmlDocument | undefined {
  return isDeeper(html, DEEPEST) ? undefined : parseDocument(html)
}

/** Whether elements nest deeper than `most`. Parsing time is quadratic in the depth. */
export function isDeeper(html: string, most: number): boolean {
  let depth = 0
  let isTooDeep = false
  const parser = new Parser({
    onopentag() {
      if (++depth <= most) return
      isTooDeep = true
      parser.pause()
    },
    onclosetag() {
      depth--
    },
  })
  parser.write(html)
  return isTooDeep
}
