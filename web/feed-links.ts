import type { Parameters } from './api/api.ts'
import { addressOf } from './page-location.ts'

/** The formats of feeds: name, path below the service's, media type. */
export const FEEDS = [
  ['RSS', '/feed/rss', 'application/rss+xml'],
  ['Atom', '/feed/atom', 'application/atom+xml'],
  ['JSON Feed', '/feed/json', 'application/feed+json'],
] as const

/**
 * The order of feeds that readers subscribe to. An article of a slow source is a day old when it is found, and by its time it
 * would never be among the newest.
 */
export const FEED_ORDER = { sort: 'firstSeen' } as const

/** The feeds of a view. */
export interface Announced {
  /** Of the feeds that have what the view shows. */
  readonly parameters: Parameters
  /** Path of an Atom feed that only this view has. */
  readonly atom: string | undefined
}

interface Announcement {
  /** Of the document. */
  readonly title: string
  readonly prefix: string
  /** Key in the addresses of feeds, if the service requires keys. */
  readonly feedKey: string | undefined
  readonly feed: Announced
}

/** The attributes of the links by which feed readers find the feeds of a view: its own first, then each format. */
export function feedLinks({ title, prefix, feedKey, feed: { parameters, atom } }: Announcement) {
  const link = (name: string, path: string, type: string, given: Parameters) => ({
    rel: 'alternate',
    type,
    title: `${title} (${name})`,
    href: prefix + addressOf(path, { ...given, key: feedKey }),
  })
  return [
    ...(atom === undefined ? [] : [link('Atom', atom, FEEDS[1][2], {})]),
    ...FEEDS.map(([name, path, type]) => link(name, path, type, { ...parameters, ...FEED_ORDER })),
  ]
}
