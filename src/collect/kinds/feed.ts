import { collectDocument } from '../document.ts'
import { readFeed } from '../feed/read.ts'
import { isBotChallenge } from '../http/bot-challenge.ts'
import type { CollectKind } from '../kind.ts'

const ACCEPT =
  'application/atom+xml, application/rss+xml, application/feed+json, application/rdf+xml, application/xml;q=0.9, text/xml;q=0.8, application/json;q=0.7, */*;q=0.1'

/** Visits a feed in any of its formats. */
export const collectFeed: CollectKind = (source, state, deps, signal) =>
  collectDocument({ url: source.url, accept: ACCEPT }, state, deps, signal, ({ body, headers, exchange }) => {
    const reading = readFeed(body, headers.get('content-type'), exchange.finalUrl)
    if (reading.kind === 'feed') return { feed: reading.feed, entries: reading.entries }
    if (reading.kind === 'other') {
      return { code: 'notAFeed', message: `what came is no feed but ${reading.message}` }
    }
    return isBotChallenge(headers, reading.text)
      ? { code: 'botChallenge', message: 'a page that asks for proof that a person is there came, no feed' }
      : { code: 'notAFeed', message: 'a web page came instead of a feed' }
  })
