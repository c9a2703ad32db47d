import { escapeHtml } from '../../text/html/escape-html.ts'
import { cdataElement, element, textElement, type Xml, xmlDocument } from '../../text/xml/write.ts'
import {
  categoryNamesOf,
  entryId,
  GENERATOR,
  MEDIA,
  mediaContent,
  mediaType,
  pictureElement,
  titleOf,
  type WrittenEntry,
  type WrittenFeed,
} from './feed.ts'

/** Minutes that a reader may wait between two fetches. */
const TTL_MINUTES = 15

const NAMESPACES = {
  'xmlns:atom': 'http://www.w3.org/2005/Atom',
  'xmlns:content': 'http://purl.org/rss/1.0/modules/content/',
  'xmlns:dc': 'http://purl.org/dc/elements/1.1/',
  ...MEDIA,
} as const

/** RSS 2.0 with widely supported extensions: https://www.rssboard.org/rss-profile. */
export function rssFeed(feed: WrittenFeed): Buffer {
  const channel = element('channel', {}, [
    element('title', {}, feed.title),
    element('link', {}, feed.homeUrl),
    element('description', {}, feed.description),
    element('atom:link', { rel: 'self', type: 'application/rss+xml', href: feed.selfUrl }),
    feed.nextUrl === undefined ? undefined : element('atom:link', { rel: 'next', href: feed.nextUrl }),
    element('lastBuildDate', {}, rfc822(feed.updatedAt)),
    GENERATOR,
    element('ttl', {}, String(TTL_MINUTES)),
    logoElement(feed),
    ...feed.entries.map((entry) => itemElement(feed, entry)),
  ])
  return xmlDocument(element('rss', { version: '2.0', ...NAMESPACES }, [channel]))
}

/** RSS allows only three image types. */
function logoElement({ logo, title, homeUrl }: WrittenFeed): Xml | undefined {
  if (logo === null || !['image/png', 'image/jpeg', 'image/gif'].includes(logo.mimeType)) return undefined
  return element('image', {}, [
    element('url', {}, logo.url),
    element('title', {}, title),
    element('link', {}, homeUrl),
  ])
}

function itemElement(feed: WrittenFeed, entry: WrittenEntry): Xml {
  const { item } = entry
  return element('item', {}, [
    element('title', {}, titleOf(item)),
    element('link', {}, item.url),
    // A description is HTML, so a plain-text summary is escaped first.
    textElement('description', escapeHtml(item.summary)),
    entry.contentHtml === undefined ? undefined : cdataElement('content:encoded', entry.contentHtml),
    textElement('dc:creator', item.author),
    ...categoryNamesOf(feed, item).map((name) => element('category', {}, name)),
    textElement('comments', item.commentsUrl),
    enclosureElement(entry),
    ...item.enclosures.slice(1).map(mediaContent),
    pictureElement(item),
    element('guid', { isPermaLink: 'false' }, entryId(feed, item)),
    element('pubDate', {}, rfc822(item.publishedAt)),
    entry.sourceUrl === undefined
      ? undefined
      : element('source', { url: entry.sourceUrl }, item.sourceName || item.source),
  ])
}

/**
 * Only the first: readers disagree on several (RSS profile, `enclosure`), so the others use Media RSS. `length` is
 * required; 0 means unknown.
 */
function enclosureElement({ item }: WrittenEntry): Xml | undefined {
  const [first] = item.enclosures
  if (first === undefined) return undefined
  return element('enclosure', { url: first.url, length: first.bytes ?? 0, type: mediaType(first.mimeType) })
}

function rfc822(at: number): string {
  return new Date(at).toUTCString()
}
