import { hash } from 'node:crypto'
import type { Item } from '../../model/item.ts'
import type { EpochMs } from '../../model/time.ts'
import { SERVICE_VERSION } from '../../model/version.ts'
import { element, type Xml } from '../../text/xml/write.ts'
import { type FilterQuery, FILTERS_BY_NAME, type NamesOf } from '../query/filters.ts'

/** A feed to be written in any format. */
export interface WrittenFeed {
  readonly title: string
  readonly description: string
  /** The page with the same content, absolute. */
  readonly homeUrl: string
  readonly docsUrl: string
  /** The configured logo, with an absolute address; `null` for none. */
  readonly logo: { readonly url: string; readonly mimeType: string } | null
  /** The feed's own address, absolute. */
  readonly selfUrl: string
  /** The next page of the feed, absolute; `undefined` on the last one. */
  readonly nextUrl: string | undefined
  /** UUID namespace of ids. */
  readonly storeId: string
  /** Path and query: they distinguish the service's feeds. */
  readonly path: string
  readonly updatedAt: EpochMs
  readonly entries: readonly WrittenEntry[]
  /** Names by slug, of categories whose name differs from their slug. */
  readonly categoryNames: ReadonlyMap<string, string>
  /** Whether each entry represents a story and has its id. */
  readonly isOfStories: boolean
}

export const GENERATOR = element('generator', {}, `Content Digest ${SERVICE_VERSION}`)

export interface WrittenEntry {
  readonly item: Item
  /** Sanitised; `undefined` if the item has no text. */
  readonly contentHtml: string | undefined
  /** Address of the source feed; `undefined` if it is no longer configured. */
  readonly sourceUrl: string | undefined
}

/** An id that survives every change of the item or story, and of the service's address. */
export function entryId(feed: WrittenFeed, item: Item): string {
  return urnOf(feed.storeId, feed.isOfStories ? `stories/${item.story.id}` : `items/${item.id}`)
}

/** @param name within the store */
export function urnOf(storeId: string, name: string): string {
  return `urn:uuid:${nameUuid(storeId, name)}`
}

/** Feed readers need a title, and some items have none. */
export function titleOf(item: Item): string {
  return item.title || item.summary || item.url
}

/** Category and tags, each once. */
export function categoriesOf(item: Item): string[] {
  return [...new Set([item.category, ...item.tags])].filter((name) => name.trim() !== '')
}

/** The same with the category's name beside its slug, for formats whose categories are plain text. */
export function categoryNamesOf(feed: WrittenFeed, item: Item): string[] {
  const name = feed.categoryNames.get(item.category)
  const [category, ...tags] = categoriesOf(item)
  return [...new Set([category, name, ...tags])].filter((one) => one !== undefined)
}

/** A valid media type; `application/octet-stream` for anything else. */
export function mediaType(mimeType: string | null): string {
  const known = mimeType !== null && /^[a-z0-9!#$&^_.+-]+\/[a-z0-9!#$&^_.+-]+$/i.test(mimeType)
  return known ? mimeType : 'application/octet-stream'
}

/** Media RSS, which readers support in RSS and Atom: https://www.rssboard.org/media-rss. */
export const MEDIA = { 'xmlns:media': 'http://search.yahoo.com/mrss/' } as const

export function pictureElement({ imageUrl }: Item): Xml | undefined {
  return imageUrl === null ? undefined : element('media:thumbnail', { url: imageUrl })
}

export function mediaContent({ url, mimeType, bytes }: Item['enclosures'][number]): Xml {
  return element('media:content', { url, type: mediaType(mimeType), fileSize: bytes ?? undefined })
}

/**
 * The UUID of a name within a namespace (version 5, RFC 9562 5.5).
 *
 * @param namespace a UUID
 */
export function nameUuid(namespace: string, name: string): string {
  const named = Buffer.concat([Buffer.from(namespace.replaceAll('-', ''), 'hex'), Buffer.from(name)])
  const bytes = hash('sha1', named, 'buffer').subarray(0, 16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x50
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

/** Longest title, characters; readers show a few dozen. */
const MAX_TITLE = 200

/** The first parts of a title. Other filters follow in their order. */
const FIRST = [
  'source',
  'q',
  'match',
  'category',
  'region',
  'language',
  'tag',
  'ids',
  'sinceHours',
  'sinceDays',
]

export type TitledQuery = Partial<FilterQuery> & {
  readonly q?: string | undefined
  readonly match?: 'all' | undefined
}

/**
 * The title of a feed, from the service's name and the filters: `Digest: technology, last 24 hours`. Different filters
 * give different titles, so people can tell feeds apart in their reader.
 */
export function feedTitle(query: TitledQuery, namesOf: NamesOf, name: string): string {
  const values = new Map<string, unknown>(Object.entries(query).filter(([, value]) => value !== undefined))
  const parts = [...new Set([...FIRST, ...Object.keys(FILTERS_BY_NAME)])]
    .filter((parameter) => values.has(parameter))
    .map((parameter) => {
      if (parameter === 'q') return query.q
      if (parameter === 'match') return 'all words'
      return FILTERS_BY_NAME[parameter]?.title(values.get(parameter), namesOf)
    })
  return shortened(parts.length === 0 ? name : `${name}: ${parts.join(', ')}`)
}

function shortened(title: string): string {
  const characters = Array.from(title)
  return characters.length <= MAX_TITLE ? title : `${characters.slice(0, MAX_TITLE - 1).join('')}…`
}
