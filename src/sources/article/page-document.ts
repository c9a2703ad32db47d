import { Parser } from 'htmlparser2'
import { parseHTML } from 'linkedom'

/** As much of a DOM as is needed here; the project has no types of browsers. */
export interface PageNode {
  readonly innerHTML: string
  readonly outerHTML: string
  readonly textContent: string | null
  querySelector(selector: string): PageNode | null
  querySelectorAll(selector: string): Iterable<PageNode>
  getAttribute(name: string): string | null
  setAttribute(name: string, value: string): void
  remove(): void
}

/** Deeper than any page that people made; below this, what walks the tree could run out of stack. */
const DEEPEST = 256

/**
 * @throws RangeError for a page whose elements nest so deep that it was made to do harm: parsing it would
 *   take time that grows with the square of the depth
 */
export function parsePage(html: string): PageNode {
  if (isDeeper(html, DEEPEST)) throw new RangeError(`its elements nest deeper than ${DEEPEST}`)
  const whole = /<html[\s>]/i.test(html) ? html : `<html><body>${html}</body></html>`
  const { document }: { document: PageNode } = parseHTML(whole)
  return document
}

function isDeeper(html: string, most: number): boolean {
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
