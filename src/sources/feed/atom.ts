import { decodeHTML } from 'entities'
import type { Enclosure, Entry, FeedInfo } from '../../model/entry.ts'
import type { EpochMs } from '../../model/time.ts'
import { escapeHtml, plainTextToHtml } from '../../text/html/escape-html.ts'
import { titleHtml } from '../../text/html/title-markup.ts'
import { primarySubtag } from '../../text/language/language-tag.ts'
import type { XmlDocument, XmlElement } from '../../text/xml/tree.ts'
import { htmlOrLines, innerHtml, innerXhtml, linesToHtml, withBase, withoutAdditions } from './html.ts'
import { addEnclosure, readEnclosures, readImage } from './media.ts'
import {
  absoluteUrl,
  htmlToLine,
  child,
  childText,
  count,
  distinct,
  engagement,
  firstDate,
  httpUrl,
  languageTag,
  personName,
  throughProxy,
  readTtl,
} from './values.ts'

/** Reads the feed's own metadata from Atom 0.3 or 1.0. */
export function readAtomFeed(feed: XmlElement, document: XmlDocument): FeedInfo {
  const icon = child(feed, 'icon') ?? child(feed, 'logo')
  return {
    title: htmlToLine(titleConstruct(child(feed, 'title'), document)),
    siteUrl: findLink(feed, ['alternate']),
    language: languageTag(feed.language ?? childText(feed, 'dc:language', 'language')),
    iconUrl: httpUrl(icon?.text, icon?.base),
    ttlMs: readTtl(feed),
  }
}

/**
 * Reads one `entry`. Without its own authors it has those of its `source`, or else of the feed (RFC 4287, section
 * 4.2.1).
 */
export function readAtomEntry(entry: XmlElement, document: XmlDocument, feed: XmlElement): Entry {
  const guid = childText(entry, 'id', 'guid')
  const title = child(entry, 'title')
  const content = child(entry, 'content')
  const summary = child(entry, 'summary')
  const group = child(entry, 'media:group')
  const enclosures = readAtomEnclosures(entry)
  const link =
    findLink(entry, ['alternate']) ??
    httpUrl(content?.attributes.get('src'), content?.base) ??
    absoluteUrl(guid) ??
    findLink(entry, ['related', 'via', 'self'])
  return {
    guid,
    ...throughProxy(entry, link),
    title:
      titleConstruct(title, document) ??
      titleHtml(
        escapeHtml(
          childText(entry, 'media:title', 'dc:title') ?? (group && childText(group, 'media:title')) ?? '',
        ),
      ),
    summaryHtml: bodyOf(summary ?? child(group ?? entry, 'media:description'), document, link),
    contentHtml: bodyOf(content ?? child(entry, 'description'), document, link),
    author: readAuthors(entry) ?? readAuthors(child(entry, 'source')) ?? readAuthors(feed),
    tags: distinct(
      entry.children
        .filter(({ name }) => name === 'category' || name === 'dc:subject')
        .map(({ attributes, text }) => {
          const label = attributes.get('label')
          return (KINDS.has(label ?? '') ? undefined : label) ?? attributes.get('term') ?? text
        }),
    ),
    publishedAt: atomEntryDate(entry),
    updatedAt: firstDate(entry, UPDATED),
    imageUrl: readImage(entry, entry.base, enclosures),
    commentsUrl: repliesLink(entry),
    enclosures,
    engagement: engagement(null, commentCount(entry)),
    language: languageTag(title?.language ?? entry.language ?? childText(entry, 'dc:language')),
  }
}

/** Labels of the SEC and the USGS that name the kind of a category. */
const KINDS = new Set(['form type', 'Magnitude'])

const PUBLISHED = ['published', 'issued', 'created', 'dc:date', 'pubdate']
const UPDATED = ['updated', 'modified', 'dcterms:modified']

/** The date that decides how new an entry is. */
export function atomEntryDate(entry: XmlElement): EpochMs | undefined {
  return firstDate(entry, [...PUBLISHED, ...UPDATED])
}

/**
 * The first link to an HTML page by relation, in their order; otherwise the first to anything else, or in another
 * language.
 */
function findLink(element: XmlElement, relations: readonly string[]): string | undefined {
  let other: string | undefined
  for (const relation of relations) {
    for (const link of element.children) {
      if (link.name !== 'link' || relationOf(link) !== relation) continue
      const url = httpUrl(link.attributes.get('href') ?? link.text, link.base)
      if (url === undefined) continue
      const type = link.attributes.get('type') ?? 'text/html'
      const [language, own] = [link.attributes.get('hreflang'), link.language].map(primarySubtag)
      if (/html/i.test(type) && (language ?? own) === (own ?? language)) return url
      other ??= url
    }
  }
  return other
}

function relationOf(link: XmlElement): string {
  const relation = link.attributes.get('rel')?.trim().toLowerCase() ?? ''
  return relation === '' ? 'alternate' : relation.replace('http://www.iana.org/assignments/relation/', '')
}

function repliesLink(entry: XmlElement): string | undefined {
  const comments = httpUrl(childText(entry, 'comments'), entry.base)
  if (comments !== undefined) return comments
  const replies = entry.children.find(
    (link) =>
      link.name === 'link' &&
      relationOf(link) === 'replies' &&
      /html/.test(link.attributes.get('type') ?? 'html'),
  )
  return httpUrl(replies?.attributes.get('href'), replies?.base)
}

/** The comment count (RFC 4685): the entry's `thr:total`, or the `thr:count` of a link. */
function commentCount(entry: XmlElement): number | null {
  const total = count(childText(entry, 'thr:total', 'slash:comments'))
  if (total !== null) return total
  for (const link of entry.children) {
    const counted = link.name === 'link' ? count(link.attributes.get('thr:count')) : null
    if (counted !== null) return counted
  }
  return null
}

function readAtomEnclosures(entry: XmlElement): Enclosure[] {
  const found = new Map(readEnclosures(entry, entry.base).map((enclosure) => [enclosure.url, enclosure]))
  for (const link of entry.children) {
    if (link.name !== 'link' || relationOf(link) !== 'enclosure') continue
    addEnclosure(found, link.attributes.get('href'), link, link.base, link.attributes.get('length'))
  }
  return [...found.values()]
}

function readAuthors(element: XmlElement | undefined): string | undefined {
  const names: (string | undefined)[] = []
  for (const author of element?.children ?? []) {
    if (author.name === 'author') names.push(childText(author, 'name', 'email') ?? personName(author.text))
    else if (author.name === 'dc:creator') names.push(personName(author.text))
  }
  return distinct(names).join(', ') || undefined
}

type TextKind = 'text' | 'html' | 'xhtml' | 'unstated'

/** The kind of a text construct (RFC 4287, section 3.1), with `mode` and media types of Atom 0.3. */
function kindOf(element: XmlElement): TextKind {
  const type = element.attributes.get('type')?.trim().toLowerCase()
  const mode = element.attributes.get('mode')?.trim().toLowerCase()
  if (type === 'xhtml' || type === 'application/xhtml+xml')
    return element.children.length > 0 ? 'xhtml' : 'html'
  if (type === 'html' || type === 'text/html') return mode === 'xml' ? 'xhtml' : 'html'
  // In practice, CDATA without a type is HTML, although the standard says plain text.
  if (type === undefined || type === '') return mode === 'escaped' || element.cdata ? 'html' : 'unstated'
  return type === 'application/octet-stream' ? 'html' : 'text'
}

/** @param ofPlain converts text that is not marked as HTML; its type may be unstated */
function constructHtml(
  element: XmlElement,
  document: XmlDocument,
  ofPlain: (text: string, isStated: boolean) => string,
): string {
  const kind = kindOf(element)
  const hasChildren = element.children.length > 0
  if (kind === 'xhtml' || (hasChildren && kind !== 'html')) return innerXhtml(element, document)
  if (hasChildren) return innerHtml(element, document)
  const text = decodedText(element)
  return kind === 'html' ? text : ofPlain(text, kind === 'text')
}

function titleConstruct(element: XmlElement | undefined, document: XmlDocument): string | undefined {
  if (element === undefined) return undefined
  const html = constructHtml(element, document, (text, isStated) =>
    isStated ? plainTextToHtml(text) : escapeHtml(text),
  )
  return titleHtml(html) || undefined
}

/** Text of unstated type may be HTML. Plain text keeps its lines. @param link of the entry */
function bodyOf(
  element: XmlElement | undefined,
  document: XmlDocument,
  link: string | undefined,
): string | undefined {
  if (element === undefined) return undefined
  const html = constructHtml(element, document, (text, isStated) =>
    isStated ? linesToHtml(text) : htmlOrLines(text),
  )
  return withoutAdditions(withBase(html, element, document), link) || undefined
}

/** Decodes base64, which Atom 0.3 allows for any content. */
function decodedText(element: XmlElement): string {
  const text = element.text.trim()
  if (element.attributes.get('mode')?.toLowerCase() === 'base64')
    return Buffer.from(text, 'base64').toString('utf8').trim()
  const type = element.attributes.get('type')
  // Atom 0.3 feeds often declare text with HTML entities as text/plain.
  if (type === 'text/plain' && (element.attributes.get('mode') === 'escaped' || element.cdata))
    return decodeHTML(text)
  const binary = type !== undefined && type.includes('/') && !/^text\/|xml$/i.test(type)
  return binary && /^[\w+/=\s]+$/.test(text) ? Buffer.from(text, 'base64').toString('utf8').trim() : text
}
