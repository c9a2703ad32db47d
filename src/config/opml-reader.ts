import { decodeHTML, decodeXML } from 'entities'
import { scanOutlines } from './opml-scanner.ts'
import { slugOf } from './slug.ts'

/** A feed as an outline names it; nothing is checked yet. */
export interface OutlineFeed {
  readonly name: string
  /** As it stands there: any scheme, or no address at all. */
  readonly url: string
  /** Slug of its `category`, else of the innermost folder that has one. */
  readonly category: string | undefined
  readonly language: string | undefined
  /** What our own export adds, so that a list comes back as it went. */
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
 * Reads OPML as it is really written: two of three lists in circulation are not well-formed. Each `outline` is
 * taken where it stands, and its folders are the outlines that are open around it. Never throws; takes time
 * in proportion to the text.
 *
 * @see http://opml.org/spec2.opml
 */
export function readOutlines(text: string): Outlines {
  const feeds: OutlineFeed[] = []
  /** One an open outline: the category of what stands in it. */
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
    if (!tag.isClosed) open.push((url === undefined && slugOf(nameOf(tag.attributes))) || around)
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
    category: categoryOf(textOf('category')) ?? around,
    language: textOf('language'),
    id: textOf('digest:id'),
    region: textOf('digest:region'),
    weight: textOf('digest:weight'),
    type: textOf('digest:type'),
    paths: decodeXML(textOf('digest:paths') ?? '') || undefined,
  }
}

function nameOf(attributes: Attributes): string {
  const written = attributes.get('title')?.trim() || (attributes.get('text') ?? '')
  return decodeHTML(written)
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
}

/** `/Technology/Web,/Boston`: the last part of the first path. */
function categoryOf(attribute: string | undefined): string | undefined {
  const [first = ''] = decodeHTML(attribute ?? '').split(',')
  return first
    .split('/')
    .map(slugOf)
    .findLast((part) => part !== '')
}
