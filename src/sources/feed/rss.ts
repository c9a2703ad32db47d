import type { Entry, FeedInfo } from '../../model/entry.ts'
import type { EpochMs } from '../../model/time.ts'
import { plainTextToHtml } from '../../text/html/escape-html.ts'
import { titleHtml } from '../../text/html/title-markup.ts'
import type { XmlDocument, XmlElement } from '../../text/xml/tree.ts'
import { publisherOf } from '../../url/url.ts'
import { innerHtml, LEMMY_COUNTS, withBase, withLines, withoutAdditions } from './html.ts'
import { readEnclosures, readImage } from './media.ts'
import {
  absoluteUrl,
  readSkipTimes,
  readTtl,
  child,
  childText,
  childVerbatim,
  count,
  distinct,
  engagement,
  firstDate,
  httpUrl,
  languageTag,
  personName,
  throughProxy,
  htmlToLine,
} from './values.ts'

/** Reads the feed's own metadata from RSS 0.9 to 2.0 or RDF. */
export function readRssFeed(
  channel: XmlElement,
  items: readonly XmlElement[],
  document: XmlDocument,
): FeedInfo {
  const outer = channel.parent
  const moved = child(channel, 'redirect') ?? channel
  const newLocation = childVerbatim(moved, 'newlocation') ?? childVerbatim(channel, 'itunes:new-feed-url')
  const image = child(channel, 'image') ?? (outer === undefined ? undefined : child(outer, 'image'))
  return {
    title: htmlToLine(childHtml(channel, document, ['title', 'dc:title'])),
    siteUrl: channelLink(channel),
    language: languageTag(
      childText(channel, 'language', 'dc:language') ?? channel.language ?? items[0]?.parent?.language,
    ),
    iconUrl: httpUrl(
      (image === undefined ? undefined : childText(image, 'url')) ??
        child(channel, 'itunes:image')?.attributes.get('href') ??
        image?.attributes.get('rdf:resource'),
      channel.base,
    ),
    ttlMs: readTtl(channel),
    newFeedUrl: httpUrl(newLocation, channel.base),
    ...readSkipTimes(channel),
  }
}

/**
 * Reads one `item`. Its links are relative to `xml:base`, else to the site, else to the feed.
 *
 * @param author of the podcast, for items that state none
 */
export function readRssItem(
  item: XmlElement,
  document: XmlDocument,
  siteUrl: string | undefined,
  author: string | undefined,
): Entry {
  const base = item.base === document.root.base ? (siteUrl ?? item.base) : item.base
  const guid = readGuid(item)
  const enclosures = readEnclosures(item, base)
  const group = child(item, 'media:group')
  const content = childHtml(item, document, CONTENT)
  const summary =
    childHtml(item, document, SUMMARY) ??
    childHtml(group, document, ['media:description']) ??
    (content === undefined ? mediaDescription(item) : undefined)
  const title = titleHtml(
    childHtml(item, document, TITLE) ?? childHtml(group, document, ['media:title']) ?? '',
  )
  const link = itemLink(item, guid, base)
  const publisher = readPublisher(item, link, base)
  const ending = ` - ${plainTextToHtml(publisher.name ?? '')}`
  return {
    guid,
    ...throughProxy(item, link),
    ...(publisher.url === undefined ? {} : { publisherUrl: publisher.url }),
    // Google News appends the publisher to each title.
    title: publisher.name !== undefined && title.endsWith(ending) ? title.slice(0, -ending.length) : title,
    summaryHtml: summary && withLines(withoutAdditions(summary, link)),
    contentHtml: content && withLines(withoutAdditions(content, link)),
    author: readAuthor(item) ?? authorInText(summary) ?? publisher.name ?? author,
    tags: readTags(item),
    publishedAt: rssItemDate(item),
    updatedAt: firstDate(item, UPDATED),
    imageUrl: readImage(item, base, enclosures),
    commentsUrl: httpUrl(childText(item, 'comments', 'hatena:bookmarkcommentlistpageurl'), base),
    enclosures,
    engagement: readEngagement(item, summary ?? ''),
    language: languageTag(childText(item, 'dc:language', 'language') ?? item.language),
  }
}

/** The site that an item was taken from; with its name, if it is not the link's site. */
function readPublisher(
  item: XmlElement,
  link: string | undefined,
  base: string | undefined,
): { readonly url?: string | undefined; readonly name?: string | undefined } {
  const source = child(item, 'source')
  const url = httpUrl(source?.attributes.get('url'), base)
  const isOther = url !== undefined && link !== undefined && publisherOf(url) !== publisherOf(link)
  return { url, name: isOther ? htmlToLine(source?.text) : undefined }
}

/** ScienceDirect's authors in the description. */
function authorInText(html = ''): string | undefined {
  return htmlToLine(/<p>Author\(s\): ([^<]+)<\/p>\s*$/.exec(html)?.[1])
}

/** The date that decides how new an item is. */
export function rssItemDate(item: XmlElement): EpochMs | undefined {
  return firstDate(item, PUBLISHED) ?? firstDate(item, UPDATED)
}

/** Elements for each part, the best first: of RSS, its modules, Atom and others. */
const TITLE = ['title', 'dc:title', 'media:title', 'itunes:title']
const SUMMARY = [
  'description',
  'abstract',
  'atom:summary',
  'summary',
  'dc:description',
  'itunes:summary',
  'itunes:subtitle',
  'media:description',
]
const CONTENT = ['content:encoded', 'xhtml:body', 'body', 'content', 'atom:content', 'fullitem']
const PUBLISHED = [
  'pubdate',
  'dc:date',
  'published',
  'atom:published',
  'dcterms:issued',
  'dcterms:created',
  'date',
  'issued',
  'news:publication_date',
  'prism:publicationdate',
]
const UPDATED = ['atom:updated', 'updated', 'dcterms:modified', 'modified', 'lastbuilddate']

/** The HTML of the first non-empty child, in the order of `names`. */
function childHtml(
  element: XmlElement | undefined,
  document: XmlDocument,
  names: readonly string[],
): string | undefined {
  for (const name of names) {
    for (const candidate of element?.children ?? []) {
      if (candidate.name !== name) continue
      const html = innerHtml(candidate, document)
      if (html !== '') return withBase(html, candidate, document)
    }
  }
  return undefined
}

/** Mastodon's alternative text for a post without text. */
function mediaDescription(item: XmlElement): string | undefined {
  const content = child(item, 'media:content')
  const description = content === undefined ? undefined : childText(content, 'media:description')
  return description === undefined ? undefined : plainTextToHtml(description)
}

function channelLink(channel: XmlElement): string | undefined {
  return (
    httpUrl(childVerbatim(channel, 'link'), channel.base) ??
    atomLink(channel, 'link', channel.base) ??
    atomLink(channel, 'atom:link', channel.base) ??
    httpUrl(channel.attributes.get('href'), channel.base)
  )
}

/** A link in Atom's form: `<link href="…"/>`, with the relation `alternate` or none. */
function atomLink(element: XmlElement, name: string, base: string | undefined): string | undefined {
  for (const link of element.children) {
    if (link.name !== name) continue
    const rel = link.attributes.get('rel')
    if (rel === undefined ? name === 'link' : rel === 'alternate') {
      const url = httpUrl(link.attributes.get('href') ?? link.attributes.get('rdf:resource'), base)
      if (url !== undefined) return url
    }
  }
  return undefined
}

function itemLink(item: XmlElement, guid: string | undefined, base: string | undefined): string | undefined {
  const linked =
    httpUrl(childVerbatim(item, 'link'), base) ??
    atomLink(item, 'link', base) ??
    atomLink(item, 'atom:link', base) ??
    httpUrl(item.attributes.get('href'), base) ??
    absoluteUrl(item.attributes.get('rdf:about')) ??
    // `<link/>https://…`, from programs that treat the feed as HTML.
    absoluteUrl(item.text.trim())
  if (linked !== undefined) return linked
  const permanent = child(item, 'guid')?.attributes.get('ispermalink')?.trim().toLowerCase() !== 'false'
  return permanent ? absoluteUrl(guid) : undefined
}

function readGuid(item: XmlElement): string | undefined {
  const about = item.attributes.get('rdf:about')?.trim() ?? ''
  const named = about === '' ? undefined : about
  return childText(item, 'guid', 'atom:id', 'id') ?? named ?? childText(item, 'dc:identifier')
}

function readAuthor(item: XmlElement): string | undefined {
  const names = item.children.filter(({ name }) => name === 'dc:creator' || name === 'dc:author')
  const creators = distinct(names.map(({ text }) => personName(text)))
  if (creators.length > 0) return creators.join(', ')
  const authors = item.children.filter(({ name }) => name === 'author' || name === 'atom:author')
  const named = authors.map((one) => childText(one, 'name', 'atom:name') ?? personName(one.text))
  const together = distinct(named.filter((name) => !MAIL.test(name ?? '')))
  if (together.length > 0) return together.join(', ')
  const stated = ['itunes:author', 'managingeditor', 'dc:contributor', 'news:source', 'note:creatorname'].map(
    (name) => personName(childText(item, name)),
  )
  const name = stated.find((one) => one !== undefined && !MAIL.test(one))
  const credit = item.children.find(
    (one) => one.name === 'media:credit' && one.attributes.get('role') === 'author',
  )
  return name ?? named.find((one) => one !== undefined) ?? personName(credit?.text)
}

/** Only a mail address, which is not a name. */
const MAIL = /^\S[^\s@]*@\S+$/

/**
 * Several tags in one element, separated by commas. "Washington, D.C., USA" is one tag: its commas are followed by
 * spaces.
 */
const LIST = /^[^,]+(?:,[^\s,][^,]*){2}/

function readTags(item: XmlElement): string[] {
  const tags: (string | undefined)[] = []
  for (const element of item.children) {
    if (element.name === 'category' || element.name === 'dc:subject') {
      const text = element.text
      if (text.trim() === '') tags.push(element.attributes.get('term') ?? element.attributes.get('text'))
      else if (LIST.test(text)) tags.push(...text.split(',', 50))
      else tags.push(text)
    } else if (element.name === 'itunes:keywords' || element.name === 'media:keywords') {
      tags.push(...element.text.split(',', 50))
    }
  }
  return tags.length === 0 ? [] : distinct(tags.map((tag) => htmlToLine(tag)))
}

/**
 * Reads points and comments from the descriptions of Hacker News and Lemmy, or else the comment count of `slash` or
 * `thr`, and Hatena's bookmarks.
 */
function readEngagement(item: XmlElement, description: string): Entry['engagement'] {
  const comments = count(childText(item, 'slash:comments', 'thr:total'))
  const [, score, answers] = LEMMY_COUNTS.exec(description) ?? []
  // Votes can make the points negative.
  if (answers !== undefined) return engagement(count(score) ?? 0, count(answers))
  if (!description.includes('Points:'))
    return engagement(count(childText(item, 'hatena:bookmarkcount')), comments)
  const points = /\bPoints:\s*(\d{1,9})\b/.exec(description)?.[1]
  const counted = /# Comments:\s*(\d{1,9})\b/.exec(description)?.[1]
  return counted === undefined ? engagement(null, comments) : engagement(count(points), count(counted))
}
