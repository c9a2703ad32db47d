import { CHALLENGE, isBotChallenge } from '../../fetch/bot-challenge.ts'
import { HttpFailure, unlessFailed } from '../../fetch/failure.ts'
import type { HttpResponse } from '../../fetch/progress.ts'
import type { Entry, FetchResult } from '../../model/entry.ts'
import { isObject, parseJson } from '../../model/json-object.ts'
import type { Source, SourceState, VisitError } from '../../model/source.ts'
import { headersFor } from '../credentials.ts'
import { type FeedLink, findFeedLinks, isOfComments, isSure, looksLikeFeed } from '../discover/feed-links.ts'
import { collectDocument } from '../document.ts'
import { lineOf } from '../json/values.ts'
import type { CollectKind, VisitContext } from '../kind.ts'
import { sha256Of, resultInParts, unpacked } from '../visit.ts'
import { type FeedReading, readFeed } from './read.ts'
import { httpUrl } from './values.ts'

export const ACCEPT_FEED =
  'application/atom+xml, application/rss+xml, application/feed+json, application/rdf+xml, application/xml;q=0.9, text/xml;q=0.8, application/json;q=0.7, */*;q=0.1'

/** Visits a feed of any format. If the document is a page or a feed that names another feed, reads that. */
export const collectFeed: CollectKind = (visit) =>
  collectDocument(visit, ACCEPT_FEED, async (answer) => {
    const { source, state } = visit
    const { body, headers, base } = answer
    const reading = readFeed(body, headers.get('content-type'), base)
    if (reading.kind === 'feed') {
      const fault = faultOfBridge(reading.entries)
      if (fault !== undefined) return fault
      const { newFeedUrl: url } = reading.feed
      const isEmpty = reading.entries.length === 0
      const isThere =
        url === answer.exchange.finalUrl || (source.url === state?.location?.movedTo && !isEmpty)
      if (url === undefined || isThere) return reading
      const moved = readNamedFeed([{ url, title: '', from: 'link' }], visit, true)
      // If the new address fails, the feed is read at the old one, if it is still there.
      return (await (isEmpty ? moved : unlessFailed(moved))) ?? (isEmpty ? NO_FEED_THERE : reading)
    }
    if (reading.kind === 'page' && isBotChallenge(headers, reading.text)) return CHALLENGE
    const isFault = reading.kind === 'page' && wasFeed(state) && state?.consecutiveErrors === 0
    const found = isFault ? undefined : await readNamedFeed(linksOf(answer, reading), visit)
    if (found !== undefined) return found
    return reading.kind === 'page'
      ? {
          code: 'notAFeed',
          message: `a web page came instead of a feed${isFault ? '' : ', and it names none'}`,
        }
      : { code: 'notAFeed', message: `what came is no feed but ${reading.message}` }
  })

const NO_FEED_THERE: VisitError = {
  code: 'notAFeed',
  message: 'the feed says that it has moved, and its new address brings none',
}

/** The error that RSS-Bridge reports as a feed of one entry. */
function faultOfBridge(entries: readonly Entry[]): VisitError | undefined {
  const [first, ...others] = entries
  const [fault] = /^Bridge returned error -?\w+!/.exec(first?.title ?? '') ?? []
  if (fault === undefined || others.length > 0) return undefined
  return { code: 'http5xx', message: `RSS-Bridge cannot make the feed: ${fault}` }
}

const MAX_TRIED = 4

function linksOf({ headers, exchange, body }: HttpResponse, reading: FeedReading): readonly FeedLink[] {
  const named = reading.kind === 'other' ? linksOfDirectory(body) : []
  if (named.length > 0) return named
  const html = reading.kind === 'page' ? reading.text : ''
  return findFeedLinks(html, exchange.finalUrl, headers.get('link')).slice(0, MAX_TRIED)
}

/**
 * The podcast feed that Apple's directory names in a lookup by number; empty for any other document.
 *
 * @see https://performance-partners.apple.com/search-api
 */
function linksOfDirectory(body: Buffer): readonly FeedLink[] {
  const answer = parseJson(body.toString('utf8'))
  const results = isObject(answer) ? answer['results'] : undefined
  const first: unknown = Array.isArray(results) ? results[0] : undefined
  const url = isObject(first) ? httpUrl(lineOf(first['feedUrl']), undefined) : undefined
  return url === undefined ? [] : [{ url, title: '', from: 'link' }]
}

/**
 * Whether a feed was read at the source's own address. A page there is then a temporary fault, and names other feeds of
 * the site: it is not searched at once, nor by links that merely look like feeds.
 */
function wasFeed(state: SourceState | undefined): boolean {
  const wasPage = (state?.location?.movedTo ?? state?.location?.movingTo ?? null) !== null
  return (state?.documentHash ?? null) !== null && !wasPage
}

/** Whether a page's link can lead to the feed that was at the source's own address. */
function canReplace(link: FeedLink, { url }: Source): boolean {
  const isOther = isOfComments(link) && !isOfComments({ url, title: '' })
  return !isOther && (isSure(link.from) || !looksLikeFeed(url))
}

/**
 * Reads the first feed among links, or else the first feed named by pages among them: some sites name a page of feeds.
 *
 * @throws HttpFailure if there is none, and one of them failed
 */
async function readNamedFeed(
  named: readonly FeedLink[],
  visit: VisitContext,
  isFurther = false,
): Promise<FetchResult | undefined> {
  const { source, state, http, maxBytes, maxEntries, signal } = visit
  const links = named.filter((link) => !wasFeed(state) || canReplace(link, source))
  const further: FeedLink[] = []
  let failure: HttpFailure | undefined
  for (const { url } of links) {
    try {
      const request = { url, headers: { accept: ACCEPT_FEED }, ownHeaders: headersFor(source, url) }
      const answer = await http.get(request, signal)
      const body = await unpacked(answer, maxBytes)
      const reading = readFeed(body, answer.headers.get('content-type'), answer.base)
      if (reading.kind === 'feed') {
        // No validators: the next visit would send them with the request for the page, where they mean nothing.
        const exchange = { ...answer.exchange, foundFeedUrl: url }
        return resultInParts(reading, state, exchange, maxEntries, sha256Of(answer.body))
      }
      further.push(...linksOf({ ...answer, body }, reading))
    } catch (cause) {
      if (!(cause instanceof HttpFailure)) throw cause
      failure ??= cause
    }
  }
  const tried = new Set([source.url, ...links.map(({ url }) => url)])
  const others = isFurther ? [] : further.filter(({ url }) => !tried.has(url)).slice(0, MAX_TRIED)
  const found = others.length === 0 ? undefined : await readNamedFeed(others, visit, true)
  if (found === undefined && failure !== undefined) throw failure
  return found
}
