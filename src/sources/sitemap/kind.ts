import { unlessFailed } from '../../fetch/failure.ts'
import { inParallel } from '../../fetch/in-parallel.ts'
import type { HttpResponse } from '../../fetch/progress.ts'
import { forbiddenByRobots } from '../../fetch/robots.ts'
import type { Entry } from '../../model/entry.ts'
import { groupBy } from '../../model/group-by.ts'
import { DAY_MS } from '../../model/time.ts'
import { plainTextToHtml } from '../../text/html/escape-html.ts'
import { titleHtml } from '../../text/html/title-markup.ts'
import { titleOfAddress } from '../../url/title-of-address.ts'
import { headersFor } from '../credentials.ts'
import { collectDocument } from '../document.ts'
import { emptyEntry, type CollectKind, type VisitContext } from '../kind.ts'
import { unpacked, failed, type FeedContent, notRequested, resultInParts } from '../visit.ts'
import { readSitemap, type SitemapLink, type SitemapPage, type SitemapReading } from './read-sitemap.ts'

const ACCEPT = 'application/xml, text/xml;q=0.9, text/plain;q=0.8, */*;q=0.5'

/** Sitemaps of an index that one visit reads: news sitemaps first, then the last changed. */
const MAX_SITEMAPS = 5

/**
 * Visits a sitemap, a Google News sitemap, or an index of sitemaps; each may be compressed. Of an index it reads the
 * sitemaps that changed last. The site's robots.txt may forbid it.
 */
export const collectSitemap: CollectKind = async (visit) => {
  const { source, state, robots, maxEntries, signal } = visit
  if (!(await robots.allows(source.url, signal)))
    return failed(forbiddenByRobots('this address'), notRequested(source.url))

  return collectDocument(visit, ACCEPT, async (answer) => {
    const reading = readAnswer(answer)
    if (reading.kind === 'other')
      return { code: 'notAFeed', message: `what came is no sitemap but ${reading.message}` }
    if (reading.kind === 'pages')
      return { ...content(reading.pages, answer.exchange.finalUrl), isCut: reading.isCut }

    const pages = await readIndex(reading.sitemaps, visit)
    if (pages === undefined)
      return { code: 'empty', message: 'none of the sitemaps that it names can be had' }
    return resultInParts(content(pages, answer.exchange.finalUrl), state, answer.exchange, maxEntries)
  })
}

function readAnswer({ body, headers, base }: HttpResponse): SitemapReading {
  return readSitemap(body, headers.get('content-type'), base)
}

/** Pages of an index's sitemaps, also of nested indexes; `undefined` if no sitemap can be read. */
async function readIndex(
  named: readonly SitemapLink[],
  visit: VisitContext,
): Promise<SitemapPage[] | undefined> {
  const sitemaps = latest(named)
  const readings = await readChildren(sitemaps, visit)
  const inner = latest(readings.flatMap((child) => (child?.kind === 'index' ? child.sitemaps : [])))
  const all = [...readings, ...(await readChildren(inner, visit))]
  if (sitemaps.length > 0 && !all.some((child) => child?.kind === 'pages')) return undefined
  return all.flatMap((child) => (child?.kind === 'pages' ? child.pages : []))
}

/** `undefined` for a sitemap that cannot be read: the others still count. */
function readChildren(
  sitemaps: readonly SitemapLink[],
  { source, http, maxBytes, signal }: VisitContext,
): Promise<(SitemapReading | undefined)[]> {
  const read = async (url: string): Promise<SitemapReading> => {
    const request = { url, headers: { accept: ACCEPT }, ownHeaders: headersFor(source, url) }
    const answer = await http.get(request, signal)
    return readAnswer({ ...answer, body: await unpacked(answer, maxBytes) })
  }
  return inParallel(sitemaps, 2, ({ url }) => unlessFailed(read(url)))
}

/** Sitemaps of topics and authors, as WordPress, its plugins and Ghost name them; they list no articles. */
const OF_TOPICS =
  /\/(?:wp-sitemap-(?:taxonomies|users)-[^/]*|(?:post_tag|category|author|product_(?:cat|tag))-sitemap\d*\.xml|sitemap-(?:tags|authors)(?:-\d+)?\.xml)$/

function latest(sitemaps: readonly SitemapLink[]): SitemapLink[] {
  const pathOf = ({ url }: SitemapLink): string => new URL(url).pathname
  const isNews = (sitemap: SitemapLink): number => (/news|latest|recent/i.test(pathOf(sitemap)) ? 1 : 0)
  const ofArticles = sitemaps.filter((sitemap) => !OF_TOPICS.test(pathOf(sitemap)))
  const named = ofArticles.length === 0 ? sitemaps : ofArticles
  // Most sites that number their sitemaps list the newest last. Their numbers show when it is first.
  const numbered = named
    .map(({ url }) => (url.match(/\d+/g) ?? []).join(' '))
    .filter((numbers) => numbers !== '')
  const falls = (numbered[0] ?? '').localeCompare(numbered.at(-1) ?? '', 'en', { numeric: true }) > 0
  return (falls ? named : named.toReversed())
    .toSorted((a, b) => isNews(b) - isNews(a) || (b.modifiedAt ?? 0) - (a.modifiedAt ?? 0))
    .slice(0, MAX_SITEMAPS)
}

/** If this many pages, and most of the visit's, have one time to the second, it is the site's build time. */
const MANY_PAGES = 10

/** The pages without build times. A shared day alone may be real. */
function withOwnTimes(pages: readonly SitemapPage[]): readonly SitemapPage[] {
  const byTime = groupBy(pages, ({ modifiedAt }) => modifiedAt)
  return pages.map((page) => {
    const { modifiedAt = 0 } = page
    const count = byTime.get(modifiedAt)?.length ?? 0
    const isOfBuild = modifiedAt % DAY_MS !== 0 && count >= MANY_PAGES && 2 * count > pages.length
    return isOfBuild ? { ...page, modifiedAt: undefined } : page
  })
}

function content(pages: readonly SitemapPage[], finalUrl: string): FeedContent {
  const { publisher, language } = pages.find((page) => page.publisher !== undefined) ?? {}
  const feed = { title: publisher, language, siteUrl: new URL('/', finalUrl).href }
  return { feed, entries: withOwnTimes(pages.filter(isArticle)).map(pageEntry) }
}

/** Whether a page may be an article. Nearly every sitemap lists the front page, which is not. */
function isArticle({ url, title }: SitemapPage): boolean {
  const { pathname, search } = new URL(url)
  return title !== undefined || pathname !== '/' || search !== ''
}

function pageEntry(page: SitemapPage): Entry {
  return emptyEntry({
    guid: page.url,
    url: page.url,
    // Plain text by the format, but many sites write it as in feeds, with references.
    title: page.title === undefined ? plainTextToHtml(titleOfAddress(page.url)) : titleHtml(page.title),
    summaryHtml: page.summary === undefined ? undefined : plainTextToHtml(page.summary),
    publishedAt: page.publishedAt ?? page.modifiedAt,
    updatedAt: page.modifiedAt,
    tags: page.tags ?? [],
    imageUrl: page.imageUrl,
    language: page.language,
  })
}
