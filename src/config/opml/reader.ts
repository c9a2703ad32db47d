import { decodeHTML, decodeXML } from 'entities'
import { categorySlug, MAX_CATEGORY, slugOf } from '../sources/slug.ts'

/** A feed as an outline names it; nothing is checked yet. */
export interface OutlineFeed {
  readonly name: string
  /** As it stands there: any scheme, or no address at all. */
  readonly url: string
  /** Its `category`, else the innermost folder that has a slug, as written there. */
  readonly category: string | undefined
  readonly language: string | undefined
  /** Attributes that our export adds, so an import restores the same sources. */
  readonly id: string | undefined
  readonly region: string | undefined
  readonly weight: string | undefined
  readonly type?: string | undefined
  /** `EntryPaths` as JSON. */
  readonly paths?: string | undefined
}

export interface Outlines {
  readonly feeds: readonly OutlineFeed[]
  /** Whether anything in the text was an outline; if not, it is no OPML. */
  readonly isOpml: boolean
  /** Whether there were more feeds than are read. */
  readonly isCut: boolean
}

/** Far more than anyone follows. */
export const MAX_FEEDS = 50_000

/**
 * Reads real OPML: two of three lists in circulation are not well-formed. Each `outline` is
 * taken where it stands, and its folders are the outlines that are open around it. Never throws; takes time
 * in proportion to the text.
 *
 * @see http://opml.org/spec2.opml
 */
export function readOutlines(text: string): Outlines {
  const feeds: OutlineFeed[] = []
  /** One an open outline: the folder that names the category of what stands in it. */
  const open: (string | undefined)[] = []
  let isOpml = /<opml[\s>]/i.test(text.slice(0, 10_000))

  for (const tag of scanOutlines(text)) {
    isOpml = true
    if (tag.kind === 'end') {
      open.pop()
      continue
    }
    const url = feedAddress(tag.attributes)
    const around = open.at(-1)
    if (url !== undefined) feeds.push(outlineFeed(url, tag.attributes, around))
    if (feeds.length > MAX_FEEDS) return { feeds: feeds.slice(0, MAX_FEEDS), isOpml, isCut: true }
    if (!tag.isClosed) open.push((url === undefined && categoryFrom(nameOf(tag.attributes))) || around)
  }
  return { feeds, isOpml, isCut: false }
}

type Attributes = ReadonlyMap<string, string>

/** Some lists have the feed in `url`, with a type that says so; `feed:` is an old spelling of http. */
function feedAddress(attributes: Attributes): string | undefined {
  const isFeed = /^(rss|rdf|atom|feed)/i.test(attributes.get('type') ?? '')
  const written = attributes.get('xmlurl')?.trim() || (isFeed ? attributes.get('url')?.trim() : undefined)
  if (written === undefined || written === '') return undefined
  // Not HTML's entities: in `?a=1&copy=2` the `&copy` is a parameter.
  return decodeXML(written)
    .replace(/^feed:(?=https?:)/i, '')
    .replace(/^feed:(?=\/\/)/i, 'http:')
}

function outlineFeed(url: string, attributes: Attributes, around: string | undefined): OutlineFeed {
  const textOf = (name: string): string | undefined => attributes.get(name)?.trim() || undefined
  return {
    name: nameOf(attributes),
    url,
    category: categoryOf(textOf('category'), around),
    language: textOf('language'),
    id: textOf('digest:id'),
    region: textOf('digest:region'),
    weight: textOf('digest:weight'),
    type: textOf('digest:type'),
    paths: decodeXML(textOf('digest:paths') ?? '') || undefined,
  }
}

function nameOf(attributes: Attributes): string {
  return plainText(attributes.get('title')?.trim() || (attributes.get('text') ?? ''))
}

function plainText(written: string): string {
  return decodeHTML(written)
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
}

/**
 * `/Technology/Web,/Boston`: the last part of the first path. Neither commas nor slashes can stand in it, so a folder of the same
 * slug says better how the category is written.
 */
function categoryOf(attribute: string | undefined, folder: string | undefined): string | undefined {
  const [first = ''] = plainText(attribute ?? '').split(',')
  const part = first
    .split('/')
    .map(categoryFrom)
    .findLast((each) => each !== undefined)
  if (part === undefined || folder === undefined) return part ?? folder
  return categorySlug(part) === categorySlug(folder) ? folder : part
}

/** @returns `undefined` where nothing of it can be distinguished in addresses; the slug where the name is too long */
function categoryFrom(text: string): string | undefined {
  const name = text.trim()
  const slug = categorySlug(name)
  return slug === '' ? undefined : name.length <= MAX_CATEGORY ? name : slugOf(name)
}

/** An `outline` tag as it stands in the text; attribute names in lower case, values not decoded. */
type OutlineTag =
  | { readonly kind: 'start'; readonly attributes: ReadonlyMap<string, string>; readonly isClosed: boolean }
  | { readonly kind: 'end' }

/**
 * Finds the `outline` tags of a text, however damaged. XML and HTML parsers lose feeds if a description
 * contains quotes or tags, the most frequent error of lists. So a tag ends where the next one starts, and a
 * value at a quote that is followed by plausible text. Linear in the length of the text.
 */
function* scanOutlines(text: string): Generator<OutlineTag> {
  const positions = findOutlines(text)
  for (const [index, position] of positions.entries()) {
    if (position.kind === 'end') yield { kind: 'end' }
    if (position.kind !== 'start') continue
    const body = text.slice(position.end, positions[index + 1]?.start)
    yield { kind: 'start', attributes: readAttributes(body), isClosed: /\/\s*>\s*$/.test(body.slice(-200)) }
  }
}

interface OutlinePosition {
  readonly kind: 'start' | 'end' | 'other'
  /** Of the tag's `<`, and after its name. */
  readonly start: number
  readonly end: number
}

/** Where tags begin; comments are passed over. */
function findOutlines(text: string): OutlinePosition[] {
  const positions: OutlinePosition[] = []
  const tag = /<!--|<outline(?=[\s/>])|<\/outline|<\/body|<\/opml/gi
  let commentsEnd = true
  for (let match = tag.exec(text); match !== null; match = tag.exec(text)) {
    const [found] = match
    const kind = found.startsWith('</') ? (/outline/i.test(found) ? 'end' : 'other') : 'start'
    if (found !== '<!--') positions.push({ kind, start: match.index, end: tag.lastIndex })
    else if (commentsEnd) {
      positions.push({ kind: 'other', start: match.index, end: tag.lastIndex })
      const end = text.indexOf('-->', tag.lastIndex)
      // Without an end it is no comment, nor is any that follows.
      commentsEnd = end >= 0
      if (commentsEnd) tag.lastIndex = end + '-->'.length
    }
  }
  return positions
}

/** What may follow a value: the next attribute, the end of the tag, the end of the text. */
const AFTER_VALUE = /\s*(?:\/?>|$)|\s*[\w:.-]{1,40}\s*=\s*["']/y

/** The first of each name counts: what comes again is a part of a description. */
function readAttributes(body: string): Map<string, string> {
  const attributes = new Map<string, string>()
  const start = /([\w:.-]{1,40})\s*=\s*(["'])/g
  /** Quotes that end no further value: searching for them again would take quadratic time. */
  const exhausted = new Set<string>()
  let gapStart = 0
  let inStrayTag = false
  for (let match = start.exec(body); match !== null; match = start.exec(body)) {
    const [, name = '', quote = ''] = match
    const from = start.lastIndex
    inStrayTag = endsInTag(body.slice(gapStart, match.index), inStrayTag)
    const end = exhausted.has(quote) ? undefined : findValueEnd(body, from, quote)
    if (end === undefined) exhausted.add(quote)
    const value = end === undefined ? upToSpace(body, from) : body.slice(from, end)
    start.lastIndex = end === undefined ? from : end + 1
    gapStart = start.lastIndex
    const key = name.toLowerCase()
    if (!attributes.has(key) && (!inStrayTag || key === 'xmlurl')) attributes.set(key, value)
  }
  return attributes
}

/** Whether the text between two values leaves us in a tag of a description, whose attributes are not the outline's. */
function endsInTag(gap: string, isInside: boolean): boolean {
  const opened = gap.lastIndexOf('<')
  const closed = gap.lastIndexOf('>')
  return opened === closed ? isInside : opened > closed
}

function findValueEnd(body: string, from: number, quote: string): number | undefined {
  for (let end = body.indexOf(quote, from); end >= 0; end = body.indexOf(quote, end + 1)) {
    AFTER_VALUE.lastIndex = end + 1
    if (AFTER_VALUE.test(body)) return end
  }
  return undefined
}

/** Of a value that never ends. */
function upToSpace(body: string, from: number): string {
  return /^[^\s"'<>]*/.exec(body.slice(from, from + 4_000))?.[0] ?? ''
}
