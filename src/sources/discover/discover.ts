import { CHALLENGE, isBotChallenge } from '../../fetch/bot-challenge.ts'
import { HttpFailure, unlessFailed } from '../../fetch/failure.ts'
import { inParallel } from '../../fetch/in-parallel.ts'
import type { HttpResponse } from '../../fetch/progress.ts'
import type { Entry } from '../../model/entry.ts'
import type { VisitError } from '../../model/source.ts'
import type { EpochMs } from '../../model/time.ts'
import { siteHost } from '../../url/host.ts'
import { ACCEPT_FEED } from '../feed/kind.ts'
import { type FeedReading, readFeed } from '../feed/read.ts'
import { htmlToLine } from '../feed/values.ts'
import type { VisitContext } from '../kind.ts'
import { unpacked } from '../visit.ts'
import { findFeedLinks } from './feed-links.ts'

/** A feed that was read, with facts that help an operator to choose. */
export interface FoundFeed extends EntriesInBrief {
  readonly url: string
  readonly title: string | undefined
  readonly siteUrl: string | undefined
}

/** Shows an operator what a source would bring. */
export interface EntriesInBrief {
  readonly entryCount: number
  readonly newestAt: EpochMs | undefined
  /** Titles of its first entries, plain text. */
  readonly titles: readonly string[]
}

export interface Discovery {
  /** Best first; empty if no feed was found. */
  readonly feeds: readonly FoundFeed[]
  /** Set if the address itself could not be read. */
  readonly error: VisitError | undefined
  /** The sitemaps that the site's robots.txt names; only if there is no feed. */
  readonly sitemaps?: readonly string[]
}

type Asking = Pick<VisitContext, 'http' | 'maxBytes' | 'signal'>

/** Usual paths of feeds, for sites that name none. */
const WELL_KNOWN = [
  '/feed',
  '/rss.xml',
  '/atom.xml',
  '/feed.xml',
  '/index.xml',
  '/rss',
  '/feed.json',
  '/feeds/posts/default',
  '/blog-feed.xml',
  '/feed/feed.xml',
  '/latest.rss',
  '/feeds/videos.xml',
]
const MAX_TRIED = 8
/** Concurrent requests; few, because most go to one host. */
const AT_ONCE = 2

/** Finds the feeds of a site by any of its addresses; the address may be a feed itself. */
export async function discoverFeeds(address: string, asking: Asking): Promise<Discovery> {
  let answer: HttpResponse
  let reading: FeedReading
  try {
    const request = { url: address, headers: { accept: `text/html, ${ACCEPT_FEED}` } }
    answer = await asking.http.get(request, asking.signal)
    reading = await read(answer, asking)
  } catch (cause) {
    if (!(cause instanceof HttpFailure)) throw cause
    // Many sites that refuse programs on their pages allow them to read feeds.
    const feeds = cause.exchange.status === null ? [] : await readGuesses(address, asking)
    return { feeds, error: feeds.length > 0 ? undefined : { code: cause.code, message: cause.message } }
  }
  if (reading.kind === 'feed')
    return { feeds: [describe(answer.exchange.permanentUrl ?? address, reading)], error: undefined }

  const named = await readAll(feedsNamedBy(answer, reading), asking)
  if (named.feeds.length > 0) return { feeds: named.feeds, error: undefined }
  // Some sites name a page that lists their feeds.
  const further = await readAll(named.feedsOfPages, asking)
  if (further.feeds.length > 0) return { feeds: further.feeds, error: undefined }

  const { finalUrl } = answer.exchange
  let feeds = await readGuesses(finalUrl, asking)
  // A redirect to another site, such as a cookie wall. The feeds of the first site are often readable.
  if (feeds.length === 0 && siteOf(finalUrl) !== siteOf(address)) feeds = await readGuesses(address, asking)
  const isRefused =
    feeds.length === 0 && reading.kind === 'page' && isBotChallenge(answer.headers, reading.text)
  return { feeds, error: isRefused ? CHALLENGE : undefined }
}

/**
 * Tries the feeds of one community, channel or account; otherwise the usual paths, in the first folder of the address,
 * where a blog may be, and then at the root.
 */
async function readGuesses(address: string, asking: Asking): Promise<FoundFeed[]> {
  const { pathname } = new URL(address)
  const [, folder = ''] = /^(\/[^/.]+)/.exec(pathname) ?? []
  const usual = [...new Set([folder, ''])].map((base) => WELL_KNOWN.map((path) => `${base}${path}`))
  for (const paths of [feedsOfPart(pathname), ...usual]) {
    const urls = paths.map((path) => new URL(path, address).href)
    const { feeds } = await readAll(urls, asking)
    if (feeds.length > 0) return feeds
  }
  return []
}

/** Feeds of a community or user of Lemmy, or of a channel or account of PeerTube. */
function feedsOfPart(pathname: string): string[] {
  const [, kind = '', name = ''] = /^\/(c|u|a|video-channels|accounts)\/([^/]+)/.exec(pathname) ?? []
  if (name === '') return []
  const video = `/feeds/videos.xml?${/^[au]/.test(kind) ? 'accountName' : 'videoChannelName'}=${name}`
  return /^[cu]$/.test(kind) ? [`/feeds/${kind}/${name}.xml?sort=New`, video] : [video]
}

/** Feed addresses that a response names, if it is not a feed itself. */
function feedsNamedBy({ headers, exchange }: HttpResponse, reading: FeedReading): string[] {
  const html = reading.kind === 'page' ? reading.text : ''
  return findFeedLinks(html, exchange.finalUrl, headers.get('link'))
    .slice(0, MAX_TRIED)
    .map(({ url }) => url)
}

/** The host without prefixes such as `www.`. */
function siteOf(url: string): string {
  const { hostname, port } = new URL(url)
  return `${siteHost(hostname)}:${port}`
}

/** The feeds at these addresses, each once, and the addresses named by pages among them. */
async function readAll(
  urls: readonly string[],
  asking: Asking,
): Promise<{ readonly feeds: FoundFeed[]; readonly feedsOfPages: string[] }> {
  const namedByPages = new Set<string>()
  const tryOne = async (url: string): Promise<FoundFeed | undefined> => {
    const answer = await asking.http.get({ url, headers: { accept: ACCEPT_FEED } }, asking.signal)
    const reading = await read(answer, asking)
    if (reading.kind === 'feed') return describe(answer.exchange.permanentUrl ?? url, reading)
    for (const named of feedsNamedBy(answer, reading)) namedByPages.add(named)
    return undefined
  }
  const found = await inParallel(urls, AT_ONCE, (url) => unlessFailed(tryOne(url)))
  const byContent = new Map<string, FoundFeed>()
  for (const feed of found) {
    if (feed === undefined) continue
    const content = JSON.stringify([feed.title, feed.titles, feed.entryCount])
    if (!byContent.has(content)) byContent.set(content, feed)
  }
  // An empty feed may be alive, but it is the last choice.
  const feeds = [...byContent.values()].toSorted(
    (a, b) => Number(a.entryCount === 0) - Number(b.entryCount === 0),
  )
  const tried = new Set(urls)
  return { feeds, feedsOfPages: [...namedByPages].filter((url) => !tried.has(url)).slice(0, MAX_TRIED) }
}

async function read(answer: HttpResponse, { maxBytes }: Asking): Promise<FeedReading> {
  return readFeed(await unpacked(answer, maxBytes), answer.headers.get('content-type'), answer.base)
}

function describe(url: string, { feed, entries }: Extract<FeedReading, { kind: 'feed' }>): FoundFeed {
  return { url, title: feed.title, siteUrl: feed.siteUrl, ...inBrief(entries) }
}

const SHOWN_TITLES = 3

export function inBrief(entries: readonly Entry[]): EntriesInBrief {
  const times = entries.flatMap(({ publishedAt }) => publishedAt ?? [])
  return {
    entryCount: entries.length,
    newestAt: times.length === 0 ? undefined : times.reduce((a, b) => Math.max(a, b)),
    titles: entries.slice(0, SHOWN_TITLES).flatMap(({ title }) => htmlToLine(title) ?? []),
  }
}
