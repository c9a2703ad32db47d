import type { IconImage, IconPlace } from '../../domain/icon.ts'
import { decodeDocument } from '../feed/charset.ts'
import { httpUrl } from '../feed/values.ts'
import type { HttpAnswer, HttpClient } from '../http/client.ts'
import { HttpFailure } from '../http/failure.ts'
import type { Robots } from '../robots.ts'
import { findIconLinks } from './icon-links.ts'
import { imageTypeOf } from './image-type.ts'

const MOST_ICON_BYTES = 200_000
/** Of the page whose head names icons. */
const MOST_PAGE_BYTES = 3_000_000
/** Most icons that are tried of those that a page names. */
const MOST_TRIED = 3

/**
 * Finds a source's icon: the one that its feed states, else one that its site's page names, else the one
 * that stands where browsers look for it. Pictures that are too large, or none, are passed over.
 *
 * @returns `undefined` where there is none
 * @throws only the signal's reason, when it is aborted
 */
export async function findIcon(
  { iconUrl, siteUrl, feedUrl }: IconPlace,
  { http, robots }: { readonly http: HttpClient; readonly robots: Robots },
  signal: AbortSignal,
): Promise<IconImage | undefined> {
  const stated = iconUrl === null ? undefined : await fetchIcon(iconUrl, http, signal)
  if (stated !== undefined) return stated

  const site = httpUrl(siteUrl ?? undefined, undefined) ?? new URL('/', feedUrl).href
  const named = await namedIcons(site, http, robots, signal)
  for (const url of [...named.slice(0, MOST_TRIED), new URL('/favicon.ico', site).href]) {
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
  const answer = await attempt(site, 'text/html, application/xhtml+xml', MOST_PAGE_BYTES, http, signal)
  if (answer === undefined) return []
  const { text } = decodeDocument(answer.body, answer.headers.get('content-type'))
  return findIconLinks(text, answer.exchange.finalUrl)
}

async function fetchIcon(url: string, http: HttpClient, signal: AbortSignal): Promise<IconImage | undefined> {
  const accept = 'image/png, image/webp, image/*;q=0.8'
  const bytes = (await attempt(url, accept, MOST_ICON_BYTES, http, signal))?.body
  const mimeType = bytes && imageTypeOf(bytes)
  return bytes === undefined || mimeType === undefined ? undefined : { mimeType, bytes }
}

/** One of several guesses: what fails is passed over. */
async function attempt(
  url: string,
  accept: string,
  maxBytes: number,
  http: HttpClient,
  signal: AbortSignal,
): Promise<HttpAnswer | undefined> {
  try {
    return await http.get({ url, headers: { accept }, maxBytes }, signal)
  } catch (cause) {
    if (!(cause instanceof HttpFailure)) throw cause
    return undefined
  }
}
