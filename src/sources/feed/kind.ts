import { CHALLENGE, isBotChallenge } from '../../fetch/bot-challenge.ts'
import type { FetchResult } from '../../model/entry.ts'
import { NO_VALIDATORS, type Source, type SourceState } from '../../model/source.ts'
import { headersFor } from '../credentials.ts'
import { findFeedLinks } from '../discover/feed-links.ts'
import { collectDocument } from '../document.ts'
import type { CollectDeps, CollectKind } from '../kind.ts'
import { hashOf, retainedOf } from '../visit.ts'
import { readFeed } from './read.ts'

export const ACCEPT_FEED =
  'application/atom+xml, application/rss+xml, application/feed+json, application/rdf+xml, application/xml;q=0.9, text/xml;q=0.8, application/json;q=0.7, */*;q=0.1'

/** Visits a feed of any format. If the document is a page that names a feed, it reads that feed. */
export const collectFeed: CollectKind = (source, state, deps, signal) =>
  collectDocument(source, ACCEPT_FEED, state, deps, signal, async ({ body, headers, base, exchange }) => {
    const reading = readFeed(body, headers.get('content-type'), base)
    if (reading.kind === 'feed') return reading
    if (reading.kind === 'other') {
      return { code: 'notAFeed', message: `what came is no feed but ${reading.message}` }
    }
    if (isBotChallenge(headers, reading.text)) return CHALLENGE
    const [link] = findFeedLinks(reading.text, exchange.finalUrl).filter(({ from }) => from === 'link')
    const found = link === undefined ? undefined : await followLink(link.url, source, state, deps, signal)
    return found ?? { code: 'notAFeed', message: 'a web page came instead of a feed, and it names none' }
  })

/**
 * Reads the feed that a page names. The result has no validators: the next visit would send them with the request
 * for the page, where they mean nothing.
 */
async function followLink(
  url: string,
  source: Source,
  state: SourceState | undefined,
  { http, maxEntries }: CollectDeps,
  signal: AbortSignal,
): Promise<FetchResult | undefined> {
  const request = { url, headers: { accept: ACCEPT_FEED }, ownHeaders: headersFor(source, url) }
  const answer = await http.get(request, signal)
  const reading = readFeed(answer.body, answer.headers.get('content-type'), answer.base)
  if (reading.kind !== 'feed') return undefined
  const exchange = { ...answer.exchange, foundFeedUrl: url }
  const documentHash = hashOf(answer.body)
  if (documentHash === state?.documentHash) return { kind: 'unchanged', validators: NO_VALIDATORS, exchange }
  return {
    kind: 'entries',
    feed: reading.feed,
    ...retainedOf(reading, maxEntries),
    validators: NO_VALIDATORS,
    documentHash,
    exchange,
  }
}
