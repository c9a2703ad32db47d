import { readFileSync } from 'node:fs'
import { isIP, type LookupFunction } from 'node:net'
import { createHttpClient } from '../fetch/client.ts'
import { createPoliteness } from '../fetch/politeness.ts'
import { createRobots } from '../fetch/robots.ts'
import type { FetchResult } from '../model/entry.ts'
import type { IconImage, IconLocations } from '../model/picture.ts'
import type { Source, SourceState, SourceType } from '../model/source.ts'
import type { Clock } from '../model/time.ts'
import { hostOf } from '../url/host.ts'
import type { PageReading } from './article/article-page.ts'
import { createExtractor } from './article/extractor.ts'
import { fetchArticle } from './article/fetch-article.ts'
import { atMovedUrl, headersFor } from './credentials.ts'
import { type Discovery, discoverFeeds } from './discover/discover.ts'
import { collectFeed } from './feed/kind.ts'
import { collectHackerNews } from './hacker-news.ts'
import { findIcon } from './icons/find-icon.ts'
import { collectJson } from './json/kind.ts'
import type { CollectDeps, CollectKind, ListDiscussions } from './kind.ts'
import { collectPage } from './page/kind.ts'
import { collectReddit } from './reddit.ts'
import { isWorthSearching, searchSite } from './search-site.ts'
import { collectSitemap } from './sitemap/kind.ts'
import { fetchPicture } from './thumbnails/fetch-picture.ts'
import { failed, notRequested } from './visit.ts'

export interface CollectorOptions {
  /** Visits and articles at once at one host; 2. */
  readonly perHost?: number
  /** Between the starts of two visits at one host, its own addresses excepted; 200 ms. */
  readonly hostSpacingMs?: number
  /** For one whole visit, redirects and body included; 20 s. */
  readonly timeoutMs?: number
  /** Of a document, after decompression; 10 MB. */
  readonly maxBytes?: number
  /** Of one document, the newest; 5,000. */
  readonly maxEntries?: number
  /** CIDR blocks that may be visited though they are not public. */
  readonly allowAddresses?: readonly string[]
  /** Replaces the whole `User-Agent`. */
  readonly userAgent?: string | undefined
  /** Address or page that the `User-Agent` names, for publishers with a question. */
  readonly contact?: string | undefined
  /** What is known of earlier visits, whose points and comments are asked for anew while they are young; none. */
  readonly discussions?: ListDiscussions
  readonly now?: Clock
  /** How names are found; the system's by default. */
  readonly lookup?: LookupFunction
}

/** Visits sources. One for the whole process: it keeps the connections and the manners. */
export interface Collector {
  /**
   * Visits one source, when its host can bear it; how many are visited at once is the caller's to bound.
   * A source that is down is a value.
   *
   * @throws only the signal's reason, when it is aborted
   */
  collect(source: Source, state: SourceState | undefined, signal: AbortSignal): Promise<FetchResult>
  /** Finds the feeds of a site by any of its addresses. @throws only the signal's reason */
  discover(address: string, signal: AbortSignal): Promise<Discovery>
  /**
   * Reads the page of one of the source's articles, when its host can bear it: its text where the source's
   * `content` is `full`, else only what the page's metadata say. A page that cannot be had is a value.
   *
   * @throws only the signal's reason, when it is aborted
   */
  readArticle(url: string, source: Source, signal: AbortSignal): Promise<PageReading>
  /** Finds a source's icon; `undefined` where it has none. @throws only the signal's reason */
  findIcon(place: IconLocations, signal: AbortSignal): Promise<IconImage | undefined>
  /** Asks for the picture of an item, when its host can bear it; `undefined` where it cannot be had. @throws only the signal's reason */
  fetchPicture(url: string, signal: AbortSignal): Promise<Buffer | undefined>
  /** Ends what is under way and closes all connections. */
  close(): Promise<void>
}

const KINDS: Readonly<Record<SourceType, CollectKind>> = {
  feed: collectFeed,
  'hacker-news': collectHackerNews,
  json: collectJson,
  page: collectPage,
  reddit: collectReddit,
  sitemap: collectSitemap,
}

const DEFAULTS = {
  perHost: 2,
  hostSpacingMs: 200,
  timeoutMs: 20_000,
  maxBytes: 10_000_000,
  maxEntries: 5_000,
}

export function createCollector(options: CollectorOptions = {}): Collector {
  const now = options.now ?? Date.now
  const timeoutMs = options.timeoutMs ?? DEFAULTS.timeoutMs
  const http = createHttpClient({
    userAgent: options.userAgent ?? userAgent(options.contact),
    allowAddresses: options.allowAddresses ?? [],
    timeoutMs,
    maxBytes: options.maxBytes ?? DEFAULTS.maxBytes,
    now,
    ...(options.lookup === undefined ? {} : { lookup: options.lookup }),
  })
  const spacingMs = options.hostSpacingMs ?? DEFAULTS.hostSpacingMs
  const politeness = createPoliteness({
    perHost: options.perHost ?? DEFAULTS.perHost,
    spacingMs: (host) => (isOwn(host) ? 0 : spacingMs),
  })
  const deps: CollectDeps = {
    http,
    robots: createRobots(http, now),
    maxEntries: options.maxEntries ?? DEFAULTS.maxEntries,
    maxBytes: options.maxBytes ?? DEFAULTS.maxBytes,
    discussions: options.discussions ?? (async () => []),
    now,
  }
  const extractor = createExtractor()
  return {
    collect(source, state, signal) {
      const visited = atMovedUrl(source, state?.location?.movedTo)
      return politeness.run(
        hostOf(visited.url),
        () =>
          withDeadline(visited, timeoutMs, signal, (until) =>
            collectOrSearch(KINDS[visited.type], visited, state, depsOf(visited, deps), until),
          ),
        signal,
      )
    },
    async discover(address, signal) {
      const found = await discoverFeeds(address, deps, signal)
      if (found.feeds.length > 0 || found.error !== undefined) return found
      return { ...found, sitemaps: await deps.robots.sitemaps(address, signal) }
    },
    readArticle: (url, source, signal) =>
      politeness.run(
        hostOf(url),
        () =>
          fetchArticle(
            url,
            { text: source.content === 'full', selectors: source.fullText },
            { ...deps, extractor },
            signal,
            headersFor(source, url),
          ),
        signal,
      ),
    findIcon: (place, signal) => findIcon(place, deps, signal),
    fetchPicture: (url, signal) => politeness.run(hostOf(url), () => fetchPicture(url, deps, signal), signal),
    async close() {
      await Promise.all([http.close(), extractor.close()])
    },
  }
}

/** A source may have a bound of its own on the entries of a visit. */
function depsOf({ limit }: Source, deps: CollectDeps): CollectDeps {
  return limit === undefined || limit >= deps.maxEntries ? deps : { ...deps, maxEntries: limit }
}

async function collectOrSearch(
  collect: CollectKind,
  source: Source,
  state: SourceState | undefined,
  deps: CollectDeps,
  signal: AbortSignal,
): Promise<FetchResult> {
  const collected = await collect(source, state, deps, signal)
  if (state === undefined || !isWorthSearching(source, state, collected)) return collected
  try {
    return await searchSite(source, state, collected, deps, signal)
  } catch (cause) {
    // The time of the visit is over: what it found stands.
    if (signal.aborted) return { ...collected, exchange: { ...collected.exchange, searched: true } }
    throw cause
  }
}

/**
 * Ends a visit that takes several requests when its time is over: each request has the whole time for itself,
 * all of them together have no more.
 */
async function withDeadline(
  source: Source,
  timeoutMs: number,
  signal: AbortSignal,
  visit: (until: AbortSignal) => Promise<FetchResult>,
): Promise<FetchResult> {
  const deadline = new AbortController()
  const timer = setTimeout(() => deadline.abort(), timeoutMs)
  const giveUp = (): void => deadline.abort(signal.reason)
  signal.addEventListener('abort', giveUp, { once: true })
  try {
    return await visit(deadline.signal)
  } catch (cause) {
    if (signal.aborted || !deadline.signal.aborted) throw cause
    const message = `${hostOf(source.url)} took longer than ${timeoutMs / 1_000} s`
    return failed(
      { code: 'timeout', message },
      { ...notRequested(withoutSecrets(source.url)), latencyMs: timeoutMs },
    )
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', giveUp)
  }
}

function withoutSecrets(url: string): string {
  if (!URL.canParse(url)) return ''
  const { origin, pathname } = new URL(url)
  return `${origin}${pathname}`
}

/** Manners are for strangers: what runs on this machine is the operator's own. */
function isOwn(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || (isIP(host) === 4 && host.startsWith('127.'))
}

/**
 * The `User-Agent` of the service.
 *
 * @param contact mail address or page of the operator
 */
function userAgent(contact: string | undefined): string {
  const who =
    contact === undefined ? 'feed collector' : `feed collector; +${contact.replace(/[^\x21-\x7e]/g, '')}`
  return `content-digest/${packageVersion()} (${who})`
}

/** From the package's own description, which stands two folders up, built or not. */
function packageVersion(): string {
  const described: unknown = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  const version =
    typeof described === 'object' && described !== null && 'version' in described ? described.version : ''
  return String(version)
}
