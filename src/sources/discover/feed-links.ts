import { decodeEntities } from '../../text/xml/entities.ts'
import { createFinder, readStartTag, type StartTag } from '../../text/xml/tag.ts'
import { withoutFeedScheme } from '../../url/feed-scheme.ts'
import { decodeLeniently } from '../../url/path.ts'
import { httpUrl, plainText } from '../feed/values.ts'

export interface FeedLink {
  readonly url: string
  /** The page's title for it; empty if it gives none. */
  readonly title: string
  readonly from: LinkKind
}

/**
 * How a page names a feed, the surest first: a `<link>` or `Link` header with a feed type; one with any XML type or the
 * title RSS; a `<meta>` refresh; an `<a>` with an address like a feed's; an `<a>` to any XML file.
 */
const LINK_KINDS = ['link', 'xmlLink', 'refresh', 'anchor', 'xmlAnchor'] as const
type LinkKind = (typeof LINK_KINDS)[number]

const MAX_LINKS = 20

/**
 * Finds the feeds that a page names: declared ones first, then addresses that look like feeds. Comment feeds come last.
 */
export function findFeedLinks(html: string, pageUrl: string, linkHeader = ''): FeedLink[] {
  const found = new Map<string, FeedLink>()
  const add = (
    attributes: ReadonlyMap<string, string>,
    base: string,
    kindOf: (attributes: ReadonlyMap<string, string>, url: string) => LinkKind | undefined,
  ): void => {
    const url = httpUrl(withoutFeedScheme(attributes.get('href') ?? '', ''), base)
    if (url === undefined || url.replace(/#.*/, '') === pageUrl) return
    const from = kindOf(attributes, url)
    if (from === undefined) return
    const known = found.get(url)
    if (known !== undefined && sureness(known) <= sureness({ from })) return
    found.set(url, { url, title: plainText(attributes.get('title') ?? ''), from })
  }
  for (const attributes of readLinkHeader(linkHeader)) {
    const context = httpUrl(attributes.get('anchor') ?? pageUrl, pageUrl)
    if (context === pageUrl) add(attributes, pageUrl, kindOfLink)
  }
  let base = pageUrl
  for (const tag of linkTags(html)) {
    const attributes = attributesOf(tag)
    const name = tag.name.toLowerCase()
    if (name === 'base') base = httpUrl(attributes.get('href'), pageUrl) ?? base
    else if (name === 'meta') add(new Map([['href', refreshOf(attributes)]]), base, () => 'refresh')
    else if (name === 'link') add(attributes, base, kindOfLink)
    else add(new Map([['title', labelOf(html, tag.end)], ...withoutReader(attributes)]), base, kindOfAnchor)
    if (found.size >= MAX_LINKS) break
  }
  return [...found.values()].toSorted((a, b) => rank(a) - rank(b))
}

/** The tags that can name a feed, outside comments and scripts. */
function* linkTags(html: string): Generator<StartTag> {
  const find = createFinder(html)
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at)) {
    if (html.startsWith('<!--', at)) {
      const end = find('-->', at)
      at = end < 0 ? at + 4 : end
      continue
    }
    const [name] =
      /^(?:link|a|base|meta|script|style|template)(?=[\s>/])/i.exec(html.slice(at + 1, at + 10)) ?? []
    if (name === undefined) {
      at++
    } else if (/^(?:link|a|base|meta)$/i.test(name)) {
      const tag = readStartTag(html, at + 1)
      yield tag
      at = tag.end
    } else {
      const end = find(`</${name}`, at)
      at = end < 0 ? at + name.length : end + 1
    }
  }
}

const FEED_TYPE = /^(?:application|text)\/(?:(?:rss|atom|rdf)\+xml|feed\+json|x?-?rss)$/

function kindOfLink(attributes: ReadonlyMap<string, string>): LinkKind | undefined {
  const relations = (attributes.get('rel') ?? '').toLowerCase().split(/\s+/)
  const type = typeOf(attributes)
  if (relations.includes('feed')) return 'link'
  if (!relations.includes('alternate')) return undefined
  const title = attributes.get('title') ?? ''
  const isFeed =
    FEED_TYPE.test(type) ||
    (type === 'application/json' && /feed/i.test(`${title} ${attributes.get('href')}`))
  if (isFeed) return 'link'
  const mayBeFeed =
    type === '' ? /\b(?:rss|atom|feed)\b/i.test(title) : /^(?:application|text)\/xml$/.test(type)
  return mayBeFeed ? 'xmlLink' : undefined
}

function typeOf(attributes: ReadonlyMap<string, string>): string {
  return (attributes.get('type') ?? '').toLowerCase().split(';')[0]?.trim() ?? ''
}

/** Longest delay of a refresh that is a redirect, s: news pages reload themselves after minutes. */
const LONGEST_REFRESH = 10

/** The target of an immediate `<meta http-equiv="refresh">`; '' if there is none. */
function refreshOf(attributes: ReadonlyMap<string, string>): string {
  if (attributes.get('http-equiv')?.trim().toLowerCase() !== 'refresh') return ''
  const [, delay = '', url = ''] =
    /^\s*(\d{1,9})(?:\.\d*)?\s*[;,\s]\s*(?:url\s*=\s*)?["']?([^"']*)/i.exec(
      attributes.get('content') ?? '',
    ) ?? []
  return Number(delay) <= LONGEST_REFRESH ? url.trim() : ''
}

/** A feed in the address of a subscribe button: Feedly, Inoreader, NewsBlur, The Old Reader, Feedbin. */
const SUBSCRIBING = /(?:feed\/|[?&](?:add_feed|url|feeds?|subscribe)=)(https?:\/\/[^&\s]+)/i

function withoutReader(attributes: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const [, feed] = SUBSCRIBING.exec(decodeLeniently(attributes.get('href') ?? '')) ?? []
  return feed === undefined ? attributes : new Map([...attributes, ['href', feed]])
}

/** Longest anchor content that is read, characters. */
const LONGEST_LABEL = 300

/** The label of an anchor: its text, or its image's `alt`. */
function labelOf(html: string, start: number): string {
  const [content = ''] = html.slice(start, start + LONGEST_LABEL).split(/<\/?a\b/i, 1)
  const text = content.replace(/<img\b[^>]*?\salt\s*=\s*("[^"]*"|'[^']*'|[^\s>]*)[^>]*>/gi, '$1')
  return text.replace(/<[^>]*>/g, '')
}

/** The whole label of an anchor to a feed. */
const FEED_LABEL = /^\W*(?:subscribe (?:via|to|by) )?(?:rss|atom)(?:[ -]?\d(?:\.\d)?)?(?:[ -]feeds?)?\W*$/i

function kindOfAnchor(attributes: ReadonlyMap<string, string>, url: string): LinkKind | undefined {
  const isNamed = FEED_TYPE.test(typeOf(attributes)) || FEED_LABEL.test(attributes.get('title') ?? '')
  if (isNamed || looksLikeFeed(url)) return 'anchor'
  const { pathname } = new URL(url)
  return /\.xml$/i.test(pathname) && !/sitemap/i.test(pathname) ? 'xmlAnchor' : undefined
}

/**
 * Whether an address has a usual name of a feed or of a page of feeds: `/feed`, `/rss.xml`, `/rss-feeds.html`,
 * `/rss/world`, `/?feed=rss2`.
 */
export function looksLikeFeed(url: string): boolean {
  const { pathname, hostname, search } = new URL(url)
  return (
    /(?:^|\/)(?:(?:rss|xml|web|news)?[-_]?feeds?|rss2?|atom|rdf)(?:\.(?:xml|rss|atom|json|rdf|php|aspx?|s?html?))?\/?$/i.test(
      pathname,
    ) ||
    /\.(?:rss|atom|rdf)$/i.test(pathname) ||
    /\/(?:rss|feeds?)\/[\w-]+\/?$/i.test(pathname) ||
    /[?&](?:feed|format|type)=(?:rss2?|atom|feed)(?:&|$)/i.test(search) ||
    /^(?:feeds?|rss)\d?\./.test(hostname)
  )
}

/** Whether a feed has a site's comments, by its address and title. */
export function isOfComments({ url, title }: Pick<FeedLink, 'url' | 'title'>): boolean {
  return /\b(?:comments?|kommentare?|commentaires|comentarios|commenti|replies)\b/i.test(`${title} ${url}`)
}

function rank(link: FeedLink): number {
  return (isOfComments(link) ? LINK_KINDS.length : 0) + sureness(link)
}

/** Whether a page declares that a link is a feed or XML, or redirects to it. */
export function isSure(from: FeedLink['from']): boolean {
  return from === 'link' || from === 'xmlLink' || from === 'refresh'
}

function sureness({ from }: Pick<FeedLink, 'from'>): number {
  return LINK_KINDS.indexOf(from)
}

function attributesOf(tag: StartTag): ReadonlyMap<string, string> {
  return new Map((tag.attributes ?? []).map(([name, value]) => [name.toLowerCase(), decodeEntities(value)]))
}

/** Longer headers are cut, in characters. */
const LONGEST_HEADER = 16_384

const LINK = /<([^>]*)>((?:\s*;\s*[\w*!-]+(?:\s*=\s*(?:"(?:[^"\\]|\\.)*"|[^\s",;]+))?)*)/g
const ATTRIBUTE = /;\s*([\w*!-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s",;]+))/g

/**
 * Reads a `Link` header: the attributes of each link, names in lower case, with its target as `href`.
 *
 * @see RFC 8288, section 3
 */
function readLinkHeader(header: string): ReadonlyMap<string, string>[] {
  return [...header.slice(0, LONGEST_HEADER).matchAll(LINK)].map(([, target = '', parameters = '']) => {
    const attributes = new Map<string, string>()
    for (const [, name = '', quoted, plain] of parameters.matchAll(ATTRIBUTE)) {
      const key = name.toLowerCase()
      // The first of equal names counts.
      if (!attributes.has(key)) attributes.set(key, quoted?.replace(/\\(.)/g, '$1') ?? plain ?? '')
    }
    return attributes.set('href', target.trim())
  })
}
