import type { LookupFunction } from 'node:net'
import { createHttpClient, type HttpClientOptions, type OpenClient, withCookies } from '../fetch/client.ts'
import { startDeadline } from '../fetch/deadline.ts'
import { HostBackoff } from '../fetch/host-backoff.ts'
import { onAbort } from '../fetch/on-abort.ts'
import { createPoliteness } from '../fetch/politeness.ts'
import { createRobots, type Robots } from '../fetch/robots.ts'
import { userAgentOf } from '../fetch/user-agent.ts'
import type { FetchResult } from '../model/entry.ts'
import { getOrInsert } from '../model/get-or-insert.ts'
import type { IconLocations } from '../model/picture.ts'
import type { ProxyRoutes } from '../model/proxy.ts'
import type { Source, SourceState, SourceType, VisitError } from '../model/source.ts'
import { type Clock, DAY_MS, type EpochMs } from '../model/time.ts'
import { hostOf, isLoopback } from '../url/host.ts'
import type { PageReading } from './article/article-page.ts'
import { createExtractor } from './article/extractor.ts'
import { fetchArticle } from './article/fetch-article.ts'
import { atMovedUrl, headersFor } from './credentials.ts'
import { type Discovery, discoverFeeds } from './discover/discover.ts'
import { collectFeed } from './feed/kind.ts'
import { collectHackerNews } from './hacker-news.ts'
import { findIcon } from './icons/find-icon.ts'
import { collectJson } from './json/kind.ts'
import type { CollectDeps, CollectKind, ListDiscussions, VisitContext } from './kind.ts'
import { MAX_ENTRIES } from './newest.ts'
import { collectPage } from './page/kind.ts'
import { collectReddit } from './reddit.ts'
import { shouldSearch, searchSite } from './search-site.ts'
import { collectSitemap } from './sitemap/kind.ts'
import { fetchPicture } from './thumbnails/fetch-picture.ts'
import { failed, notRequested } from './visit.ts'

export interface CollectorOptions {
  /** Maximum concurrent requests to one host, for visits and articles; default 2. */
  readonly perHost?: number
  /** Time between the starts of two visits to one host, except this machine's addresses; default 200 ms. */
  readonly hostSpacingMs?: number
  /** Time limit of a whole visit's requests, with redirects and body; default 20 s. */
  readonly timeoutMs?: number
  /** Largest document after decompression; default 10 MB. */
  readonly maxBytes?: number
  /** CIDR blocks of private addresses that may be visited. */
  readonly allowAddresses?: readonly string[]
  /** Proxies of sources without their own; default none. */
  readonly proxy?: ProxyRoutes
  /** Replaces the whole `User-Agent`. */
  readonly userAgent?: string | undefined
  /** Mail address or page in the `User-Agent`, for publishers with a question. */
  readonly contact?: string | undefined
  /** Lists recent entries of earlier visits, to update points and comments; default none. */
  readonly discussions?: ListDiscussions
  /** Called at each response of a source or of its article pages, before it is read. */
  readonly onAnswer?: ((sourceId: string) => void) | undefined
  readonly now?: Clock
  /** Resolves host names; default the system's resolver. */
  readonly lookup?: LookupFunction
}

export type Collector = ReturnType<typeof createCollector>

const KINDS: Readonly<Record<SourceType, CollectKind>> = {
  feed: collectFeed,
  'hacker-news': collectHackerNews,
  json: collectJson,
  page: collectPage,
  reddit: collectReddit,
  sitemap: collectSitemap,
}

/**
 * Visits sources. One per process: it holds connections and limits per host. Its methods throw only the signal's
 * reason, on abort.
 */
export function createCollector({
  perHost = 2,
  hostSpacingMs = 200,
  timeoutMs = 20_000,
  maxBytes = 10_000_000,
  allowAddresses = [],
  proxy = {},
  contact,
  userAgent = userAgentOf(contact),
  discussions = async () => [],
  onAnswer = () => undefined,
  now = Date.now,
  lookup,
}: CollectorOptions = {}) {
  const networks = openNetworks({ userAgent, allowAddresses, timeoutMs, maxBytes, now, lookup }, proxy)
  const politeness = createPoliteness({
    perHost,
    spacingMs: (host) => (isLoopback(host) ? 0 : hostSpacingMs),
  })
  const backoff = new HostBackoff(now)
  /** For article pages: many sites that limit programs there allow them to read feeds. */
  const pageBackoff = new HostBackoff(now)
  const shared = { maxEntries: MAX_ENTRIES, maxBytes, discussions, now }
  const depsFor = (source?: Source): CollectDeps => {
    const { http, robots } = networks.of(source?.proxy)
    const get: CollectDeps['http']['get'] = async (...request) => {
      const answer = await http.get(...request)
      if (source !== undefined) onAnswer(source.id)
      return answer
    }
    return { ...shared, http: { get }, robots }
  }
  const extractor = createExtractor()

  /** Visits a source at its `url`, ignoring a new location. */
  function visit(source: Source, state: SourceState | undefined, signal: AbortSignal): Promise<FetchResult> {
    const visiting = withJar(depsFor(source))
    // The source may have its own limit.
    const maxEntries = Math.min(source.limit ?? MAX_ENTRIES, MAX_ENTRIES)
    const host = hostOf(source.url)
    return politeness.run(
      host,
      async () => {
        const retryAfterMs = await backoff.wait(host, signal)
        if (retryAfterMs > 0)
          return {
            ...limited(source.url),
            exchange: { ...notRequested(withoutSecrets(source.url)), retryAfterMs },
          }
        const collected = await withDeadline(source, timeoutMs, signal, (until) =>
          collectOrSearch({ ...visiting, maxEntries, source, state, signal: until }),
        )
        backoff.take(collected.exchange)
        return collected
      },
      signal,
    )
  }

  return {
    /**
     * Visits one source, after waiting for its host's limits. The caller limits concurrent visits. A failure is a
     * value, not an exception.
     */
    async collect(source: Source, state: SourceState | undefined, signal: AbortSignal): Promise<FetchResult> {
      const moved = atMovedUrl(source, state?.location?.movedTo)
      if (moved === source || !isConfiguredDue(state, now())) return visit(moved, state, signal)
      const configured = await visit(source, state, signal)
      const isRead = configured.kind !== 'failed'
      const collected = isRead ? configured : await visit(moved, state, signal)
      return { ...collected, exchange: { ...collected.exchange, configured: isRead ? 'read' : 'failed' } }
    },
    /** Finds the feeds of a site by any of its addresses. */
    async discover(address: string, signal: AbortSignal): Promise<Discovery> {
      const visiting = withJar(depsFor())
      const found = await discoverFeeds(address, { ...visiting, signal })
      if (found.feeds.length > 0 || found.error !== undefined) return found
      return { ...found, sitemaps: await visiting.robots.sitemaps(address, signal) }
    },
    /**
     * Reads the page of one of the source's articles, after waiting for its host's limits: the text if `content` is
     * `full`, otherwise only the metadata. A failure is a value.
     */
    readArticle: (url: string, source: Source, signal: AbortSignal): Promise<PageReading> =>
      politeness.run(
        hostOf(url),
        async () => {
          if ((await pageBackoff.wait(hostOf(url), signal)) > 0) return { ...limited(url), lasting: false }
          const deps = depsFor(source)
          return fetchArticle(
            url,
            { text: source.content === 'full', selectors: source.fullText },
            { ...deps, http: pageBackoff.noting(deps.http), extractor },
            signal,
            headersFor(source, url),
          )
        },
        signal,
      ),
    /** Finds a source's icon; `undefined` if it has none. */
    findIcon: (place: IconLocations, signal: AbortSignal) => findIcon(place, depsFor(), signal),
    /** Fetches an item's picture, after waiting for its host's limits; `undefined` if there is none. */
    fetchPicture: (url: string, signal: AbortSignal) =>
      politeness.run(hostOf(url), () => fetchPicture(url, depsFor(), signal), signal),
    /** Aborts running visits and closes all connections. */
    async close(): Promise<void> {
      await Promise.all([networks.close(), extractor.close()])
    },
  }
}

/** Interval at which a moved source's configured address is tried again. */
const CONFIGURED_AGAIN_MS = 2 * DAY_MS

function isConfiguredDue(state: SourceState | undefined, now: EpochMs): boolean {
  const waitedMs = now - (state?.location?.askedAt ?? 0)
  // A clock that was set back must not delay it.
  return waitedMs >= CONFIGURED_AGAIN_MS || waitedMs < 0
}

function withJar(deps: CollectDeps): CollectDeps {
  return { ...deps, http: withCookies(deps.http) }
}

async function collectOrSearch(visit: VisitContext): Promise<FetchResult> {
  const collected = await KINDS[visit.source.type](visit)
  if (!shouldSearch(visit, collected)) return collected
  try {
    return await searchSite(visit, collected)
  } catch (cause) {
    // The visit's time is over; its result so far counts.
    if (visit.signal.aborted) return { ...collected, exchange: { ...collected.exchange, searched: true } }
    throw cause
  }
}

/** Limits the total time of a visit with several requests, each of which has the same limit. */
async function withDeadline(
  source: Source,
  timeoutMs: number,
  signal: AbortSignal,
  visit: (until: AbortSignal) => Promise<FetchResult>,
): Promise<FetchResult> {
  const deadline = new AbortController()
  const cancel = startDeadline(timeoutMs, () => deadline.abort())
  const stopListening = onAbort(signal, () => deadline.abort(signal.reason))
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
    cancel()
    stopListening()
  }
}

/** The result of a request that is not sent, because its host limits requests. */
function limited(url: string): { readonly kind: 'failed'; readonly error: VisitError } {
  const message = `${hostOf(url)} limits the number of requests: it told another one to wait`
  return { kind: 'failed', error: { code: 'rateLimited', message } }
}

function withoutSecrets(url: string): string {
  if (!URL.canParse(url)) return ''
  const { origin, pathname } = new URL(url)
  return `${origin}${pathname}`
}

/** A client with the robots.txt rules read through it: a site may answer differently through a proxy. */
interface Network {
  readonly http: OpenClient
  readonly robots: Robots
}

/** Opens the clients: the common one, and those of sources with their own proxy. */
function openNetworks(options: HttpClientOptions, proxy: ProxyRoutes) {
  const opened = new Map<Source['proxy'], Network>()

  function routesOf(own: Source['proxy']): ProxyRoutes {
    if (own === undefined) return proxy
    return own === false ? {} : { ...proxy, http: own, https: own, direct: [] }
  }

  return {
    /** @param own the source's own proxy; `undefined` for the common client */
    of(own: Source['proxy']): Network {
      return getOrInsert(opened, own, () => {
        const http = createHttpClient({ ...options, proxy: routesOf(own) })
        return { http, robots: createRobots(http, options.now) }
      })
    },
    async close(): Promise<void> {
      await Promise.all([...opened.values()].map(({ http }) => http.close()))
    },
  }
}
