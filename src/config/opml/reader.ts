import { decodeXML } from 'entities'
import { decodeAllReferences } from '../../text/html/text-of-html.ts'
import { categorySlug, MAX_CATEGORY } from '../../text/slug.ts'
import { readStartTag } from '../../text/xml/tag.ts'
import { withoutFeedScheme } from '../../url/feed-scheme.ts'

/** A feed in an outline, or in a line of another list, unchecked. */
export interface OutlineFeed {
  readonly name: string
  /** May have any scheme, not be a URL at all, or be empty. */
  readonly url: string
  /** The `category` attribute, else the name of the innermost folder that has a slug. */
  readonly category: string | undefined
  readonly language?: string | undefined
  /** This and the following attributes are added by our export, so that an import restores the same sources. */
  readonly id?: string | undefined
  readonly region?: string | undefined
  readonly weight?: string | undefined
  readonly type?: string | undefined
  /** `EntryPaths` as JSON. */
  readonly paths?: string | undefined
  /** Also for a feed that is muted in FreshRSS. */
  readonly enabled?: false | undefined
  /** FreshRSS's type, if we do not support it. */
  readonly foreignType?: string | undefined
  readonly content?: string | undefined
  /** CSS selectors by FreshRSS's attributes: what to take from each article's page, and what to leave out of that. */
  readonly fullText?: { readonly content: string; readonly remove: string } | undefined
  /** FreshRSS's settings of the feed that we do not read. */
  readonly unsupported?: readonly UnsupportedSetting[]
}

type UnsupportedSetting = keyof typeof UNSUPPORTED

/** Attributes of FreshRSS that an import does not read but names, since without them the source may be another. */
const UNSUPPORTED = { filters: /^frss:filtersaction/, headers: /^frss:curlopt_/ } as const

/**
 * FreshRSS's attributes, such as `frss:jsonItem`, for the parts of `EntryPaths`. Both use paths with dots and brackets.
 */
const DOT_PATHS = {
  items: '',
  id: 'uid',
  title: 'title',
  url: 'uri',
  publishedAt: 'timestamp',
  content: 'content',
  author: 'author',
  image: 'thumbnail',
  tags: 'categories',
} as const

/** Far more than anyone follows. */
export const MAX_FEEDS = 50_000

/**
 * Reads OPML, even if damaged: about 67 % of the lists in circulation are not well-formed XML. The open outlines around
 * a feed are its folders. Never throws. Linear in the length of the text.
 *
 * @returns its feeds; whether it has an `opml` or `outline` tag; whether it has more than `MAX_FEEDS` feeds
 * @see http://opml.org/spec2.opml
 */
export function readOutlines(text: string) {
  const feeds: OutlineFeed[] = []
  /** For each open outline, the folder that determines its feeds' category. */
  const open: (string | undefined)[] = []
  let isOpml = /<opml[\s>]/i.test(text.slice(0, 10_000))

  for (const tag of outlineTags(text)) {
    isOpml = true
    if (tag.startsWith('</')) {
      open.pop()
      continue
    }
    const attributes = attributesOf(tag)
    const isClosed = /\/\s*>\s*$/.test(tag.slice(-200))
    // A feed without an address is refused by name, and not lost.
    const url = feedAddress(attributes) ?? (isClosed && isFeed(attributes) ? '' : undefined)
    const around = open.at(-1)
    if (url !== undefined) feeds.push(outlineFeed(url, attributes, around))
    if (feeds.length > MAX_FEEDS) return { feeds: feeds.slice(0, MAX_FEEDS), isOpml, isCut: true }
    if (!isClosed) open.push((url === undefined && categoryFrom(nameOf(attributes))) || around)
  }
  return { feeds, isOpml, isCut: false }
}

type Attributes = ReadonlyMap<string, string>

function isFeed(attributes: Attributes): boolean {
  return /^(rss|rdf|atom|feed)/i.test(attributes.get('type') ?? '')
}

/** Some lists have the feed's URL in `url`, or only the site's, with a feed type. */
function feedAddress(attributes: Attributes): string | undefined {
  const names = isFeed(attributes) ? ['xmlurl', 'url', 'htmlurl'] : ['xmlurl']
  const written = names.map((name) => attributes.get(name)?.trim()).find(Boolean)
  if (written === undefined || written === '') return undefined
  // HTML's entities are not decoded: in `?a=1&copy=2` the `&copy` is a parameter.
  return withoutFeedScheme(decodeXML(written))
}

function outlineFeed(url: string, attributes: Attributes, around: string | undefined): OutlineFeed {
  const textAttribute = (name: string): string | undefined => attributes.get(name)?.trim() || undefined
  const kind = textAttribute('type') ?? ''
  const hasDotPaths = /^JSON\+DotNotation$/i.test(kind)
  const isOff =
    textAttribute('digest:enabled') === 'false' || textAttribute('frss:ttl')?.startsWith('-') === true
  return {
    name: nameOf(attributes),
    url,
    category: categoryOf(textAttribute('category'), around),
    language: textAttribute('language'),
    id: textAttribute('digest:id'),
    region: textAttribute('digest:region'),
    weight: textAttribute('digest:weight'),
    type: hasDotPaths ? 'json' : textAttribute('digest:type'),
    paths: hasDotPaths ? dotPaths(attributes) : decodeXML(textAttribute('digest:paths') ?? '') || undefined,
    enabled: isOff ? false : undefined,
    foreignType: /\+XPath/i.test(kind) ? kind : undefined,
    content: textAttribute('digest:content'),
    fullText: fullTextOf(attributes),
    unsupported: (Object.keys(UNSUPPORTED) as UnsupportedSetting[]).filter((setting) =>
      [...attributes.keys()].some((name) => UNSUPPORTED[setting].test(name)),
    ),
  }
}

function fullTextOf(attributes: Attributes): OutlineFeed['fullText'] {
  const [content = '', remove = ''] = [
    attributes.get('frss:cssfullcontent'),
    attributes.get('frss:csscontentfilter') ?? attributes.get('frss:cssfullcontentfilter'),
  ].map((selector) => decodeXML(selector ?? '').trim())
  return content === '' && remove === '' ? undefined : { content, remove }
}

function dotPaths(attributes: Attributes): string {
  const paths = Object.entries(DOT_PATHS).flatMap(([name, theirs]) => {
    const path = decodeXML(attributes.get(`frss:jsonitem${theirs}`) ?? '').trim()
    return path === '' ? [] : [[name, path]]
  })
  return JSON.stringify(Object.fromEntries(paths))
}

function nameOf(attributes: Attributes): string {
  return plainText(attributes.get('title')?.trim() || (attributes.get('text') ?? ''))
}

function plainText(written: string): string {
  return decodeAllReferences(written)
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
}

/**
 * The last part of the first path: `/Technology/Web,/Boston` gives `Web`. Parts cannot contain commas or slashes, but
 * folder names can: a folder with the same slug has the better spelling.
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

/** @returns the name, or its slug if the name is too long; `undefined` if the slug is empty */
export function categoryFrom(text: string): string | undefined {
  const name = text.trim()
  const slug = categorySlug(name)
  return slug === '' ? undefined : name.length <= MAX_CATEGORY ? name : slug.slice(0, MAX_CATEGORY)
}

/**
 * The `outline` tags outside comments, each with the text after it. A tag ends where the next begins, since
 * descriptions with quotes or tags, the most frequent error in lists, make XML and HTML parsers lose feeds.
 */
function outlineTags(text: string): string[] {
  // An unclosed comment does not count.
  const commentsEnd = text.lastIndexOf('-->') + 3
  const bare = text.slice(0, commentsEnd).replace(/<!--[^]*?-->/g, ' ') + text.slice(commentsEnd)
  return bare
    .split(/(?=<outline[\s/>]|<\/(?:outline|body|opml))/i)
    .filter((part) => /^<\/?outline/i.test(part))
}

/** A tag in a description that should have been escaped. */
const TAG = /<\/?[a-z][^<>]*>/gi

/** Reads attributes, with lower-case names. The first of equal names counts; a repetition is part of a description. */
function attributesOf(tag: string): Attributes {
  const attributes = new Map<string, string>()
  for (const [name, value] of readStartTag(`<${tag.slice(1).replace(TAG, ' ')}`, 1).attributes ?? []) {
    const key = name.toLowerCase()
    if (!attributes.has(key)) attributes.set(key, value)
  }
  return attributes
}
