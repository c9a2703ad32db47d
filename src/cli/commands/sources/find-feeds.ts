import { isShortForm, resolveShortForm, type ShortForm } from '../../../config/sources/short-form.ts'
import { type SourceSettings, sourceSettings } from '../../../config/sources/source-settings.ts'
import { type SourceDefaults, toSource } from '../../../config/sources/sources.ts'
import type { VisitError } from '../../../model/source.ts'
import { type EntriesInBrief, inBrief } from '../../../sources/discover/discover.ts'
import type { Collector } from '../../../sources/sources.ts'
import { hostWithoutWww } from '../../../text/slug.ts'

export interface Candidate extends EntriesInBrief {
  /** As in the settings: an address or a short form. */
  readonly url: string
  /** `undefined` if the address implies it. */
  readonly type: SourceSettings['type']
  /** The source's own name, or one derived from its address. */
  readonly name: string
}

interface Finding {
  /** Best first. */
  readonly candidates: readonly Candidate[]
  /** Set if nothing could be read. */
  readonly error: VisitError | undefined
}

export type FindDeps = Pick<Collector, 'collect' | 'discover'>

/**
 * Finds sources for what a person typed: a short form, a page of a known service, a feed, or any page of a site. On a
 * site it looks for feeds, then for a sitemap. Each candidate has been read.
 *
 * @throws only the signal's reason, when it is aborted
 */
export async function findCandidates(written: string, deps: FindDeps, signal: AbortSignal): Promise<Finding> {
  const text = written.trim()
  const known = resolveShortForm(text)
  if (known !== undefined) {
    const found = await ofService(text, known, deps, signal)
    if (found.candidates.length > 0 || isShortForm(text)) return found
  }
  const { feeds, error, sitemaps = [] } = await deps.discover(text, signal)
  const candidates = feeds.map(({ url, title, entryCount, newestAt, titles }): Candidate => {
    return { url, type: undefined, name: title ?? '', entryCount, newestAt, titles }
  })
  if (candidates.length > 0) return { candidates, error }
  const own = await ofSitemap(addressOfFile(text), deps, signal, () => true)
  if (own.length > 0 || error !== undefined)
    return { candidates: own, error: own.length > 0 ? undefined : error }
  return { candidates: await ofSite(text, sitemaps, deps, signal), error: undefined }
}

/** The address itself if it looks like a sitemap's. */
function addressOfFile(text: string): string[] {
  return URL.canParse(text) && /\.xml(?:\.gz)?$/i.test(new URL(text).pathname) ? [text] : []
}

/** How many of the sitemaps in robots.txt are tried. */
const MAX_NAMED = 5
/** Usual paths of sitemaps, for sites that name none; news sitemaps first. */
const SITEMAPS = ['/news-sitemap.xml', '/sitemap-news.xml', '/sitemap_news.xml', '/sitemap.xml']

/** The site's first sitemap with times: without them the newest pages are unknown. */
async function ofSite(
  text: string,
  named: readonly string[],
  deps: FindDeps,
  signal: AbortSignal,
): Promise<Candidate[]> {
  if (!URL.canParse(text)) return []
  const usual = SITEMAPS.map((path) => new URL(path, text).href)
  const newsFirst = named.toSorted((a, b) => Number(/news/i.test(b)) - Number(/news/i.test(a)))
  const urls = new Set([...newsFirst.slice(0, MAX_NAMED), ...usual])
  return ofSitemap(urls, deps, signal, ({ newestAt }) => newestAt !== undefined)
}

/** The first of these addresses that is a suitable sitemap. */
async function ofSitemap(
  urls: Iterable<string>,
  { collect }: FindDeps,
  signal: AbortSignal,
  suits: (brought: Pick<Candidate, 'newestAt'>) => boolean,
): Promise<Candidate[]> {
  for (const url of urls) {
    const { data: settings } = sourceSettings.safeParse({ url, type: 'sitemap' })
    if (settings === undefined) continue
    const collected = await collect(toSource(settings, DEFAULTS, undefined), undefined, signal)
    if (collected.kind !== 'entries') continue
    const found = inBrief(collected.entries.toSorted((a, b) => (b.publishedAt ?? 0) - (a.publishedAt ?? 0)))
    const name = collected.feed.title ?? hostWithoutWww(url)
    if (suits(found)) return [{ url, type: 'sitemap', name, ...found }]
  }
  return []
}

/** Settings of a source that is only tried. */
const DEFAULTS: SourceDefaults = { everyMs: 0, content: 'feed' }

async function ofService(
  text: string,
  short: ShortForm,
  { collect }: FindDeps,
  signal: AbortSignal,
): Promise<Finding> {
  const { type } = short
  const settings = sourceSettings.parse({ url: short.url, type })
  const collected = await collect(toSource(settings, DEFAULTS, undefined), undefined, signal)
  if (collected.kind === 'failed') return { candidates: [], error: collected.error }
  if (collected.kind === 'unchanged') return { candidates: [], error: undefined }
  // A channel's page names its feed. Visits should request the feed directly.
  const url = isShortForm(text) ? text : (collected.exchange.foundFeedUrl ?? short.url)
  const written = isShortForm(text) || type === 'feed' ? undefined : type
  const name = type === 'feed' ? (collected.feed.title ?? short.name) : short.name
  return { candidates: [{ url, type: written, name, ...inBrief(collected.entries) }], error: undefined }
}
