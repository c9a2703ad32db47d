import type { HttpClient } from '../../fetch/client.ts'
import { unlessFailed } from '../../fetch/failure.ts'
import type { Robots } from '../../fetch/robots.ts'
import { imageTypeOf } from '../../model/image-type.ts'
import type { IconImage, IconLocations } from '../../model/picture.ts'
import { decodeDocument } from '../../text/charset/charset.ts'
import { httpUrl } from '../feed/values.ts'
import { parseHtml, select } from '../page/parse-html.ts'

const MAX_ICON_BYTES = 200_000
/** Largest page that is searched for icons. */
const MAX_PAGE_BYTES = 3_000_000
const MAX_TRIED = 3

/**
 * Finds a source's icon: the feed's, then those of the site's page, then the address where browsers look. Skips files
 * that are too large or not images.
 *
 * @throws only the signal's reason, when it is aborted
 */
export async function findIcon(
  { iconUrl, siteUrl, feedUrl }: IconLocations,
  { http, robots }: { readonly http: HttpClient; readonly robots: Robots },
  signal: AbortSignal,
): Promise<IconImage | undefined> {
  const stated = iconUrl === null ? undefined : await fetchIcon(iconUrl, http, signal)
  if (stated !== undefined) return stated

  const site = httpUrl(siteUrl ?? undefined, undefined) ?? new URL('/', feedUrl).href
  const named = await namedIcons(site, http, robots, signal)
  for (const url of [...named.slice(0, MAX_TRIED), new URL('/favicon.ico', site).href]) {
    const icon = await fetchIcon(url, http, signal)
    if (icon !== undefined) return icon
  }
  return undefined
}

async function namedIcons(
  site: string,
  http: HttpClient,
  robots: Robots,
  signal: AbortSignal,
): Promise<string[]> {
  if (!(await robots.allows(site, signal))) return []
  const headers = { accept: 'text/html, application/xhtml+xml' }
  const answer = await unlessFailed(http.get({ url: site, headers, maxBytes: MAX_PAGE_BYTES }, signal))
  if (answer === undefined) return []
  const { text } = decodeDocument(answer.body, answer.headers.get('content-type'))
  return findIconLinks(text, answer.exchange.finalUrl)
}

async function fetchIcon(url: string, http: HttpClient, signal: AbortSignal): Promise<IconImage | undefined> {
  const headers = { accept: 'image/png, image/webp, image/*;q=0.8' }
  const bytes = (await unlessFailed(http.get({ url, headers, maxBytes: MAX_ICON_BYTES }, signal)))?.body
  const mimeType = bytes && imageTypeOf(bytes)
  return bytes === undefined || mimeType === undefined ? undefined : { mimeType, bytes }
}

/** Best width, pixels. Lists show icons at up to 64 CSS pixels, on screens with 2 or 3 pixels per CSS pixel. */
const BEST_SIDE = 128
/** Width, pixels, if a link states none: browsers' defaults. */
const USUAL_SIDE = { icon: 32, touch: 180 }

/** A page's icons, the best size for lists first. */
export function findIconLinks(html: string, pageUrl: string): string[] {
  const document = parseHtml(html)
  if (document === undefined) return []
  const [baseElement] = select('base[href]', document)
  const base = httpUrl(baseElement?.attribs['href'], pageUrl) ?? pageUrl
  const links = select('link[rel][href]', document).flatMap(({ attribs }) => {
    const words = (attribs['rel'] ?? '').toLowerCase().split(/\s+/)
    const isTouch = words.some((word) => word.startsWith('apple-touch-icon'))
    const url = httpUrl(attribs['href'], base)
    const isSvg = /svg/i.test(attribs['type'] ?? '') || /\.svg(?:\?|$)/i.test(url ?? '')
    const isForDark = /dark/i.test(attribs['media'] ?? '')
    if (url === undefined || isSvg || isForDark || !(isTouch || words.includes('icon'))) return []
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

/** Distance from the best size; half the size is as bad as four times the size. */
function distance(side: number): number {
  const ratio = Math.log2(Math.max(1, side) / BEST_SIDE)
  return ratio < 0 ? -2 * ratio : ratio
}
