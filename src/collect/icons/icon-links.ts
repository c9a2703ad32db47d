import { selectAll } from 'css-select'
import type { DomUtils } from 'htmlparser2'
import { httpUrl } from '../feed/values.ts'
import { type HtmlDocument, parseHtml } from '../page/parse-html.ts'

type Node = HtmlDocument['children'][number]
type Element = NonNullable<ReturnType<typeof DomUtils.getElementById>>

/** A list shows icons at up to 64 pixels, on screens of two or three points a pixel; pixels. */
const BEST_SIDE = 128
/** Where a link does not say: what browsers expect. */
const USUAL_SIDE = { icon: 32, touch: 180 }

/**
 * The icons that a page names, those that fit a list best first.
 *
 * @param pageUrl base of relative addresses
 */
export function findIconLinks(html: string, pageUrl: string): string[] {
  const document = parseHtml(html)
  if (document === undefined) return []
  const [baseElement] = selectAll<Node, Element>('base[href]', document)
  const base = httpUrl(baseElement?.attribs['href'], pageUrl) ?? pageUrl
  const links = selectAll<Node, Element>('link[rel][href]', document).flatMap(({ attribs }) => {
    const words = (attribs['rel'] ?? '').toLowerCase().split(/\s+/)
    const isTouch = words.some((word) => word.startsWith('apple-touch-icon'))
    const url = httpUrl(attribs['href'], base)
    const isSvg = /svg/i.test(attribs['type'] ?? '') || /\.svg(?:\?|$)/i.test(url ?? '')
    if (url === undefined || isSvg || !(isTouch || words.includes('icon'))) return []
    return [{ url, side: sideOf(attribs['sizes'], isTouch) }]
  })
  const ranked = links.toSorted((a, b) => distance(a.side) - distance(b.side))
  return [...new Set(ranked.map(({ url }) => url))]
}

function sideOf(sizes: string | undefined, isTouch: boolean): number {
  const sides = [...(sizes ?? '').matchAll(/(\d{1,5})x\d/gi)].map(([, side]) => Number(side))
  if (sides.length === 0) return isTouch ? USUAL_SIDE.touch : USUAL_SIDE.icon
  return sides.reduce((best, side) => (distance(side) < distance(best) ? side : best))
}

/** Twice too small is as bad as four times too large. */
function distance(side: number): number {
  const ratio = Math.log2(Math.max(1, side) / BEST_SIDE)
  return ratio < 0 ? -2 * ratio : ratio
}
