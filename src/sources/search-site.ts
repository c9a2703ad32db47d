import type { HttpClient } from '../fetch/client.ts'
import { HttpFailure } from '../fetch/failure.ts'
import type { FetchResult } from '../model/entry.ts'
import { NO_VALIDATORS, type Source } from '../model/source.ts'
import { hostOf, siteHost } from '../url/host.ts'
import { atMovedUrl } from './credentials.ts'
import { discoverFeeds, type FoundFeed } from './discover/discover.ts'
import { isOfComments } from './discover/feed-links.ts'
import { collectFeed } from './feed/kind.ts'
import type { CollectDeps, VisitContext } from './kind.ts'
import { notRequested } from './visit.ts'

/** Consecutive failures, including this visit, before a site is searched: one may be a brief fault. */
const ERRORS_BEFORE = 2

/**
 * Whether to search for a feed that is missing at its address: once per series of failures, and only if the feed was
 * there before.
 */
export function shouldSearch({ source, state }: VisitContext, collected: FetchResult): boolean {
  if (source.type !== 'feed' || collected.kind !== 'failed' || state === undefined) return false
  const { location } = state
  const wasRead = state.documentHash !== null
  if (!wasRead || typeof location?.searchedAt === 'number' || typeof location?.movedTo === 'string')
    return false
  const { status } = collected.exchange
  if (status === 410) return true
  const isMissing = status === 404 || collected.error.code === 'notAFeed'
  return isMissing && state.consecutiveErrors + 1 >= ERRORS_BEFORE
}

/**
 * Searches for a feed that left its address: on its site's page, then at the root of its server. Respects robots.txt.
 *
 * @returns the content of the found feed or the original failure; both are marked as searched
 */
export async function searchSite(visit: VisitContext, failure: FetchResult): Promise<FetchResult> {
  const { source } = visit
  const allowed = { ...visit, http: asRobotsAllow(visit) }
  for (const page of pagesOf(visit)) {
    const { feeds } = await discoverFeeds(page, allowed)
    const found = feeds.find((feed) => isOfSite(feed, page, source))
    if (found === undefined) continue
    // Validators and hash belong to the old address.
    const state = visit.state && { ...visit.state, validators: NO_VALIDATORS, documentHash: null }
    const collected = await collectFeed({ ...visit, source: atMovedUrl(source, found.url), state })
    if (collected.kind !== 'entries') continue
    return { ...collected, exchange: { ...collected.exchange, foundFeedUrl: found.url, searched: true } }
  }
  return { ...failure, exchange: { ...failure.exchange, searched: true } }
}

/** Wraps a client so that it requests only what robots.txt allows. */
function asRobotsAllow({ http, robots }: CollectDeps): HttpClient {
  return {
    async get(request, signal) {
      if (await robots.allows(request.url, signal)) return http.get(request, signal)
      const message = 'robots.txt asks programs to stay away'
      throw new HttpFailure({ code: 'http4xx', message }, notRequested(request.url))
    },
  }
}

function pagesOf({ source, state }: VisitContext): string[] {
  const { siteUrl = null } = state ?? {}
  const site = siteUrl !== null && URL.canParse(siteUrl) ? [new URL(siteUrl).href] : []
  return [...new Set([...site, `${new URL(source.url).origin}/`])].filter((page) => page !== source.url)
}

/** Whether a found feed can replace the missing one: not comment feeds, not empty feeds. */
function isOfSite(feed: FoundFeed, page: string, source: Source): boolean {
  if (feed.entryCount === 0 || feed.url === source.url) return false
  const { url, title, siteUrl } = feed
  return !isOfComments({ url, title: title ?? '' }) && isSameSite(siteUrl ?? url, page)
}

/**
 * Whether the hosts are equal without prefixes such as `www.`, or one is a subdomain of the other, such as
 * `blog.paper.example`.
 */
function isSameSite(a: string, b: string): boolean {
  const [first, second] = [siteHost(hostOf(a)), siteHost(hostOf(b))]
  return first === second || first.endsWith(`.${second}`) || second.endsWith(`.${first}`)
}
