import { addressOf, type Value } from './page-location.ts'

/** The formats of feeds: name, path below the service's, media type. */
export const FEEDS = [
  ['RSS', '/feed/rss', 'application/rss+xml'],
  ['Atom', '/feed/atom', 'application/atom+xml'],
  ['JSON Feed', '/feed/json', 'application/feed+json'],
] as const

/** Parameters of a feed. */
export type FeedParameters = Readonly<Record<string, Value>>

/** What the document's head needs to announce feeds. */
interface Announced {
  /** Of the document. */
  readonly title: string
  readonly prefix: string
  /** Key in the addresses of feeds, if the service requires keys. */
  readonly feedKey: string | undefined
  /** Of the feed that has what the view shows. */
  readonly feed: FeedParameters
}

/** The attributes of the links by which feed readers find the feed of a view: one link for each format. */
export function feedLinks({ title, prefix, feedKey, feed }: Announced) {
  return FEEDS.map(([name, path, type]) => ({
    rel: 'alternate',
    type,
    title: `${title} (${name})`,
    href: prefix + addressOf(path, { ...feed, key: feedKey }),
  }))
}
