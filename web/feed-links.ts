import type { Parameters } from './api/api.ts'
import { addressOf } from './page-location.ts'

/** Formats of feeds: name, path, media type. */
export const FEEDS = [
  ['RSS', '/feed/rss', 'application/rss+xml'],
  ['Atom', '/feed/atom', 'application/atom+xml'],
  ['JSON Feed', '/feed/json', 'application/feed+json'],
] as const

/**
 * Parameters of a feed to subscribe to. Articles of slow sources are found a day late, and by publication time would
 * never be among the newest. A subscriber to a search wants no articles with a few of its words.
 */
export function subscribed(parameters: Parameters = {}): Parameters {
  return { ...parameters, ...(parameters['q'] === undefined ? {} : { match: 'all' }), sort: 'firstSeen' }
}

export interface Announced {
  /** Parameters of the feeds with the view's content. */
  readonly parameters: Parameters
  /** Path of the view's own Atom feed. */
  readonly atom: string | undefined
}

interface Announcement {
  /** Title of the document. */
  readonly title: string
  readonly prefix: string
  /** Key in feed addresses, if the service requires keys. */
  readonly feedKey: string | undefined
  readonly feed: Announced
}

/** Attributes of the links by which feed readers find a view's feeds: its own first, then each format. */
export function feedLinks({ title, prefix, feedKey, feed: { parameters, atom } }: Announcement) {
  const link = (name: string, path: string, type: string, given: Parameters) => ({
    rel: 'alternate',
    type,
    title: `${title} (${name})`,
    href: prefix + addressOf(path, { ...given, key: feedKey }),
  })
  return [
    ...(atom === undefined ? [] : [link('Atom', atom, FEEDS[1][2], {})]),
    ...FEEDS.map(([name, path, type]) => link(name, path, type, subscribed(parameters))),
  ]
}
