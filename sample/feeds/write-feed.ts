import type { FeedFormat } from '../outlets/outlet.ts'
import { toAtom } from './atom.ts'
import type { FeedDocument } from './feed-document.ts'
import { toJsonFeed } from './json-feed.ts'
import { toRdf } from './rdf.ts'
import { toRss } from './rss.ts'

const WRITERS: Readonly<Record<FeedFormat, (feed: FeedDocument) => string>> = {
  rss: toRss,
  atom: toAtom,
  json: toJsonFeed,
  rdf: toRdf,
}

export const MEDIA_TYPES: Readonly<Record<FeedFormat, string>> = {
  rss: 'application/rss+xml; charset=utf-8',
  atom: 'application/atom+xml; charset=utf-8',
  json: 'application/feed+json; charset=utf-8',
  rdf: 'application/rdf+xml; charset=utf-8',
}

export const EXTENSIONS: Readonly<Record<FeedFormat, string>> = {
  rss: 'rss.xml',
  atom: 'atom.xml',
  json: 'feed.json',
  rdf: 'index.rdf',
}

export function writeFeed(feed: FeedDocument): string {
  return WRITERS[feed.format](feed)
}
