import { decodeEntities, NO_ENTITIES } from '../../text/xml/entities.ts'
import { createFinder, readStartTag, type StartTag } from '../../text/xml/tag.ts'
import { httpUrl, plainText } from '../feed/values.ts'

/** A feed that a page names. */
export interface FeedLink {
  readonly url: string
  /** The page's title for it; empty if it gives none. */
  readonly title: string
  /** A `<link>` states that it is a feed. An `<a>` is only a guess by its address. */
  readonly from: 'link' | 'anchor'
}

/** Most links that are taken from one page. */
const MAX_LINKS = 20

/**
 * Finds the feeds that a page names: first `<link rel="alternate">` with a feed's type, then links whose address
 * looks like a feed. Feeds of comments come last.
 *
 * @param pageUrl base of relative addresses
 */
export function findFeedLinks(html: string, pageUrl: string): FeedLink[] {
  const found = new Map<string, FeedLink>()
  let base = pageUrl
  for (const tag of linkTags(html)) {
    const attributes = attributesOf(tag)
    const name = tag.name.toLowerCase()
    const href = attributes.get('href')
    if (name === 'base') {
      base = httpUrl(href, pageUrl) ?? base
      continue
    }
    const url = httpUrl(href, base)
    if (url === undefined) continue
    const isLink = name === 'link'
    if (isLink ? !isFeedLink(attributes) : !looksLikeFeed(url)) continue
    const known = found.get(url)
    if (known === undefined || (isLink && known.from === 'anchor')) {
      found.set(url, {
        url,
        title: plainText(attributes.get('title') ?? ''),
        from: isLink ? 'link' : 'anchor',
      })
    }
    if (found.size === MAX_LINKS) break
  }
  return [...found.values()].toSorted((a, b) => rank(a) - rank(b))
}

/** The tags that can name a feed. Tags in comments and scripts do not count. */
function* linkTags(html: string): Generator<StartTag> {
  const find = createFinder(html)
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at)) {
    if (html.startsWith('<!--', at)) {
      const end = find('-->', at)
      at = end < 0 ? at + 4 : end
      continue
    }
    const [name] = /^(?:link|a|base|script|style|template)(?=[\s>/])/i.exec(html.slice(at + 1, at + 10)) ?? []
    if (name === undefined) {
      at++
    } else if (/^(?:link|a|base)$/i.test(name)) {
      const tag = readStartTag(html, at + 1)
      yield tag
      at = tag.end
    } else {
      const end = find(`</${name}`, at)
      at = end < 0 ? at + name.length : end + 1
    }
  }
}

function isFeedLink(attributes: ReadonlyMap<string, string>): boolean {
  const relations = (attributes.get('rel') ?? '').toLowerCase().split(/\s+/)
  const type = (attributes.get('type') ?? '').toLowerCase().split(';')[0]?.trim() ?? ''
  if (relations.includes('feed')) return true
  if (!relations.includes('alternate')) return false
  return (
    /^(?:application|text)\/(?:(?:rss|atom|rdf)\+xml|feed\+json|x?-?rss)$/.test(type) ||
    (type === 'application/json' && /feed/i.test(attributes.get('href') ?? ''))
  )
}

/** Whether an address has a usual name of a feed: `/feed`, `/rss.xml`, `/index.atom`. */
function looksLikeFeed(url: string): boolean {
  const { pathname, hostname } = new URL(url)
  return (
    /(?:^|\/)(?:feeds?|rss2?|atom|rdf)(?:\.(?:xml|rss|atom|json|rdf|php))?\/?$/i.test(pathname) ||
    /\.(?:rss|atom|rdf)$/i.test(pathname) ||
    /^feeds?\./.test(hostname)
  )
}

function rank({ url, title, from }: FeedLink): number {
  const comments = /comment|kommentar|reply|replies/i.test(`${title} ${url}`)
  return (comments ? 2 : 0) + (from === 'anchor' ? 1 : 0)
}

function attributesOf(tag: StartTag): ReadonlyMap<string, string> {
  return new Map(
    (tag.attributes ?? []).map(([name, value]) => [name.toLowerCase(), decodeEntities(value, NO_ENTITIES)]),
  )
}
