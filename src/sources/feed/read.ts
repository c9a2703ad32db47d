import type { Entry, FeedInfo } from '../../model/entry.ts'
import { messageOf } from '../../model/errors.ts'
import { decodeDocument } from '../../text/charset/charset.ts'
import { repairMojibake } from '../../text/charset/mojibake.ts'
import { withDayFirst } from '../../text/dates/day-first.ts'
import { parseXml, type XmlDocument, type XmlElement } from '../../text/xml/tree.ts'
import { isWhole, lacksEnd } from '../../text/xml/whole.ts'
import { MAX_DATED, withinReach } from '../newest.ts'
import { atomEntryDate, readAtomEntry, readAtomFeed } from './atom.ts'
import { isJsonFeedInPart, jsonItemDate, readJsonFeed, readJsonItem, salvageJsonFeed } from './json.ts'
import { readRssFeed, readRssItem, rssItemDate } from './rss.ts'
import { childText, personName } from './values.ts'

export type FeedReading =
  | {
      readonly kind: 'feed'
      readonly feed: FeedInfo
      readonly entries: readonly Entry[]
      /** Entries in the document. `entries` has at most `MAX_ENTRIES` of them, the newest. */
      readonly listed: number
      /** Whether the document is truncated: it may have had more entries. */
      readonly isCut: boolean
    }
  /** A page instead of a feed: for errors, logins and consent. */
  | { readonly kind: 'page'; readonly text: string }
  | { readonly kind: 'other'; readonly message: string }

/**
 * Reads a feed of any format; from a damaged document, all readable entries. Never throws.
 *
 * @param contentType the `Content-Type` header; only its charset counts, since feeds come under every type
 * @param url address after redirects; base of relative links
 */
export function readFeed(
  bytes: Uint8Array,
  contentType: string | undefined,
  url: string | undefined,
): FeedReading {
  const { text } = decodeDocument(bytes, contentType)
  const start = /[^\s\uFEFF]/.exec(text)?.[0]
  if (start === '{' || start === '[' || (start !== '<' && isJsonFeedInPart(text))) return readJson(text, url)

  const document = parseXml(text, url)
  repairMojibake(document.root)
  const found = findEntries(document)
  if (found === undefined) return nameOther(document)
  const { root, isAtom } = found
  // The last entry of a truncated document may have a partial address, and would be a separate article.
  const entries = found.entries.filter(isWhole(document))
  const author = isAtom ? undefined : personName(childText(root, 'itunes:author'))
  const feed = isAtom ? readAtomFeed(root, document) : readRssFeed(root, entries, document)
  decideDayFirst(entries, feed.language)
  const reached = withinReach(entries, isAtom ? atomEntryDate : rssItemDate)
  return {
    kind: 'feed',
    feed,
    entries: reached.map((entry) =>
      isAtom ? readAtomEntry(entry, document, root) : readRssItem(entry, document, feed.siteUrl, author),
    ),
    listed: entries.length,
    isCut: lacksEnd(document),
  }
}

const DATES = /date|published|updated|issued|modified|created/

/** Decides for all dates of the document whether `05/11/2026` begins with the day. */
function decideDayFirst(entries: readonly XmlElement[], language: string | undefined): void {
  const slashed = entries.flatMap(({ children }) =>
    children.filter(({ name, text }) => DATES.test(name) && text.includes('/')),
  )
  const written = withDayFirst(
    slashed.map(({ text }) => text),
    language,
  )
  for (const [index, element] of slashed.entries()) element.text = written[index] ?? ''
}

interface Found {
  readonly root: XmlElement
  readonly entries: readonly XmlElement[]
  readonly isAtom: boolean
}

/** Depth of the search for entries: RSS has them at depth 3, damage moves them deeper. */
const DEEPEST_ENTRY = 60

/** Finds entries at any depth, and the element with the feed's metadata. */
function findEntries(document: XmlDocument): Found | undefined {
  const items: XmlElement[] = []
  const atomEntries: XmlElement[] = []
  let channel: XmlElement | undefined
  let feed: XmlElement | undefined
  let html = false

  const visit = (element: XmlElement, depth: number): void => {
    for (const child of element.children) {
      const { name } = child
      if (name === 'item') {
        items.push(child)
        continue
      }
      if (name === 'entry' || name === 'atom:entry') {
        atomEntries.push(child)
        continue
      }
      // A redirect may be the only content, or replace the channel.
      const isRedirect = name === 'redirect' && child.children.some((one) => one.name === 'newlocation')
      if (name === 'channel' || isRedirect) channel ??= child
      else if (name === 'feed' || name === 'atom:feed') feed ??= child
      else if ((name === 'html' || name === 'xhtml:html') && depth === 0) html = true
      if (depth < DEEPEST_ENTRY && child.children.length > 0) visit(child, depth + 1)
    }
  }
  visit(document.root, 0)

  if (html && channel === undefined && feed === undefined) return undefined
  const first = document.root.children[0]
  if (feed !== undefined && items.length === 0) return { root: feed, entries: atomEntries, isAtom: true }
  const rss = channel ?? document.root.children.find(({ name }) => name === 'rss' || name === 'rdf:rdf')
  const root = rss ?? (items.length > 0 ? first : undefined)
  if (root !== undefined) return { root, entries: items, isAtom: false }
  return atomEntries.length > 0 && first !== undefined
    ? { root: first, entries: atomEntries, isAtom: true }
    : undefined
}

/** Reads JSON. Control characters count as blanks: JSON forbids them in strings, but handwritten feeds have them. */
function readJson(written: string, url: string | undefined): FeedReading {
  // oxlint-disable-next-line no-control-regex -- controls are what it is about
  const text = written.replace(/^\uFEFF|[\u0000-\u001f]/g, ' ')
  let value: unknown
  let isCut = false
  try {
    value = JSON.parse(text)
  } catch (cause) {
    value = salvageJsonFeed(text, MAX_DATED)
    isCut = true
    if (value === undefined)
      return { kind: 'other', message: `JSON that cannot be read: ${messageOf(cause).slice(0, 120)}` }
  }
  const read = readJsonFeed(value, url)
  if (read === undefined) return { kind: 'other', message: 'JSON, but not a JSON Feed' }
  const entries = withinReach(read.items, jsonItemDate).map((item) =>
    readJsonItem(item, url, read.feed, read.author),
  )
  return { kind: 'feed', feed: read.feed, entries, listed: read.items.length, isCut }
}

/** Elements with which a page may begin: HTML allows authors to omit the outer ones. */
const HTML_STARTS =
  /^(?:xhtml:)?(?:html|head|body|title|meta|link|script|style|base|h[1-6]|p|div|a|img|table|center|font|main|article|section|header|ul|ol|form|br)$/

function nameOther(document: XmlDocument): FeedReading {
  const first = document.root.children.find(({ name }) => name !== '')
  const page = document.doctype === 'html' || (first !== undefined && HTML_STARTS.test(first.name))
  if (page) return { kind: 'page', text: document.source }
  if (first === undefined) return { kind: 'other', message: 'plain text' }
  return { kind: 'other', message: `an XML document of the kind '${first.name.slice(0, 40)}'` }
}
