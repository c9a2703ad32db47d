import { selectAll } from 'css-select'
import { DomHandler, type DomUtils, type parseDocument, Parser } from 'htmlparser2'

export type HtmlDocument = ReturnType<typeof parseDocument>

type HtmlNode = HtmlDocument['children'][number]
export type HtmlElement = NonNullable<ReturnType<typeof DomUtils.getElementById>>

/** The elements that a CSS selector finds, in the order of the document. */
export function select(css: string, root: HtmlDocument | HtmlElement): HtmlElement[] {
  return selectAll<HtmlNode, HtmlElement>(css, root)
}

/** Deeper than any honest page. The time of the parser grows with the square of the depth. */
const DEEPEST = 512

/** Ends the parsing of a page that nests too deep. */
class TooDeepError extends Error {
  override readonly name = 'TooDeepError'
}

/** @returns `undefined` for a page that nests deeper than `DEEPEST`, which is hostile */
export function parseHtml(html: string): HtmlDocument | undefined {
  const handler = new DepthLimit()
  try {
    new Parser(handler).end(html)
    return handler.root
  } catch (cause) {
    if (cause instanceof TooDeepError) return undefined
    throw cause
  }
}

class DepthLimit extends DomHandler {
  #depth = 0

  override onopentag(name: string, attributes: Record<string, string>): void {
    if (++this.#depth > DEEPEST) throw new TooDeepError('too deep')
    super.onopentag(name, attributes)
  }

  override onclosetag(): void {
    this.#depth--
    super.onclosetag()
  }
}
