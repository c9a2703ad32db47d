import type { Entry } from '../../domain/entry.ts'
import type { Source, VisitError } from '../../domain/source.ts'
import { titleOfAddress } from '../../domain/title-of-address.ts'
import { blankEntry, blankFeed } from '../blank-entry.ts'
import { collectDocument } from '../document.ts'
import { escapeHtml } from '../feed/html.ts'
import { BodyTooLargeError, decompress, isGzip } from '../http/body.ts'
import type { HttpAnswer } from '../http/client.ts'
import { HttpFailure } from '../http/failure.ts'
import { inParallel } from '../in-parallel.ts'
import type { CollectDeps, CollectKind } from '../kind.ts'
import { ownHeadersFor } from '../own-headers.ts'
import { forbiddenByRobots } from '../robots.ts'
import {
  readSitemap,
  type SitemapLink,
  type SitemapPage,
  type SitemapReading,
} from '../sitemap/read-sitemap.ts'
import { failed, notAsked, saidInParts } from '../visit.ts'

const ACCEPT = 'application/xml, text/xml;q=0.9, text/plain;q=0.8, */*;q=0.5'

/** Sitemaps of an index that are read in one visit: those that changed last, news before all. */
const MOST_SITEMAPS = 5

/**
 * Visits a sitemap, plain or of Google News, packed or not, or an index of them; of an index those that
 * changed last. A site's robots.txt may forbid it.
 */
export const collectSitemap: CollectKind = async (source, state, deps, signal) => {
  if (!(await deps.robots.allows(source.url, signal)))
    return failed(forbiddenByRobots('this address'), notAsked(source.url))

  return collectDocument(source, ACCEPT, state, deps, signal, async (answer) => {
    const reading = await readAnswer(answer, deps)
    if (reading.kind === 'other')
      return { code: 'notAFeed', message: `what came is no sitemap but ${reading.message}` }
    if (reading.kind === 'pages') return said(reading.pages, answer.exchange.finalUrl)

    const sitemaps = latest(reading.sitemaps)
    const readings = await inParallel(sitemaps, 2, ({ url }) => readChild(url, source, deps, signal))
    const pages = readings.flatMap((child) => (child?.kind === 'pages' ? child.pages : []))
    return saidInParts(said(pages, answer.exchange.finalUrl), state, answer.exchange, deps.maxEntries)
  })
}

async function readAnswer(answer: HttpAnswer, { maxBytes }: CollectDeps): Promise<SitemapReading> {
  const bytes = await unpack(answer, maxBytes)
  return readSitemap(bytes, answer.headers.get('content-type'), answer.exchange.finalUrl)
}

/** Packed files come as they are, without a `Content-Encoding`. @throws HttpFailure for one that is broken, or a bomb */
async function unpack({ body, exchange }: HttpAnswer, maxBytes: number): Promise<Buffer> {
  if (!isGzip(body)) return body
  try {
    return await decompress(body, 'gzip', maxBytes)
  } catch (cause) {
    const error: VisitError =
      cause instanceof BodyTooLargeError
        ? { code: 'tooLarge', message: `the sitemap has ${cause.message}` }
        : { code: 'parse', message: 'the packed sitemap cannot be unpacked' }
    throw new HttpFailure(error, exchange, { cause })
  }
}

/** `undefined` for one of several that cannot be had: the others count. */
async function readChild(
  url: string,
  source: Source,
  deps: CollectDeps,
  signal: AbortSignal,
): Promise<SitemapReading | undefined> {
  const request = { url, headers: { accept: ACCEPT }, ownHeaders: ownHeadersFor(source, url) }
  try {
    return await readAnswer(await deps.http.get(request, signal), deps)
  } catch (cause) {
    if (cause instanceof HttpFailure) return undefined
    throw cause
  }
}

function latest(sitemaps: readonly SitemapLink[]): SitemapLink[] {
  const isNews = ({ url }: SitemapLink): number => (/news|latest|recent/i.test(new URL(url).pathname) ? 1 : 0)
  return sitemaps
    .map((sitemap, index) => ({ sitemap, index }))
    .toSorted(
      (a, b) =>
        isNews(b.sitemap) - isNews(a.sitemap) ||
        (b.sitemap.modifiedAt ?? 0) - (a.sitemap.modifiedAt ?? 0) ||
        // Without times, the last is the newest on most sites that number them.
        b.index - a.index,
    )
    .slice(0, MOST_SITEMAPS)
    .map(({ sitemap }) => sitemap)
}

function said(
  pages: readonly SitemapPage[],
  finalUrl: string,
): { feed: ReturnType<typeof blankFeed>; entries: Entry[] } {
  const publisher = pages.find((page) => page.publisher !== undefined)
  const feed = blankFeed({
    title: publisher?.publisher,
    language: publisher?.language,
    siteUrl: new URL('/', finalUrl).href,
  })
  return { feed, entries: pages.map(pageEntry) }
}

function pageEntry(page: SitemapPage): Entry {
  return blankEntry({
    guid: page.url,
    url: page.url,
    title: escapeHtml(page.title ?? titleOfAddress(page.url)),
    publishedAt: page.publishedAt ?? page.modifiedAt,
    updatedAt: page.modifiedAt,
    tags: page.tags,
    imageUrl: page.imageUrl,
    language: page.language,
  })
}
