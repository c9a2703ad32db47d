import { hash } from 'node:crypto'
import type { Item } from '../../model/item.ts'
import type { EpochMs } from '../../model/time.ts'
import { SERVICE_VERSION } from '../../model/version.ts'
import { type FilterQuery, FILTERS_BY_NAME, type NamesOf } from '../query/filters.ts'
import { element, type Xml } from './xml.ts'

/** A feed that we write, whatever its format. */
export interface WrittenFeed {
  readonly title: string
  readonly description: string
  /** The page that shows the same, absolute. */
  readonly homeUrl: string
  /** What its extension means, absolute. */
  readonly docsUrl: string
  /** Of the service, by its settings; `null` for none. Its address is absolute. */
  readonly logo: { readonly url: string; readonly mimeType: string } | null
  /** The feed's own address, absolute. */
  readonly selfUrl: string
  /** The same feed, of what follows these entries, absolute; `undefined` where nothing does. */
  readonly nextUrl: string | undefined
  /** Namespace of its ids. */
  readonly storeId: string
  /** Path and query, which tell this feed from the service's others. */
  readonly path: string
  readonly updatedAt: EpochMs
  readonly entries: readonly WrittenEntry[]
  /** Names by slug, of the categories whose name differs from their slug. */
  readonly categoryNames: ReadonlyMap<string, string>
  /** Whether each entry stands for a story, and is known by it. */
  readonly isOfStories: boolean
}

/** What wrote it. */
export const GENERATOR = element('generator', {}, `Content Digest ${SERVICE_VERSION}`)

export interface WrittenEntry {
  readonly item: Item
  /** Sanitised; `undefined` where the item has no text. */
  readonly contentHtml: string | undefined
  /** Address of the feed it came from; `undefined` for one no longer configured. */
  readonly sourceUrl: string | undefined
}

/** An identity that outlives every change of the item or story, and of the service's address. */
export function entryId(feed: WrittenFeed, item: Item): string {
  return urnOf(feed.storeId, feed.isOfStories ? `stories/${item.story.id}` : `items/${item.id}`)
}

/** @param name of what it stands for, within the store */
export function urnOf(storeId: string, name: string): string {
  return `urn:uuid:${nameUuid(storeId, name)}`
}

/** Titles may be missing, and readers need one. */
export function titleOf(item: Item): string {
  return item.title || item.summary || item.url
}

/** Its category and its tags, each once. */
export function categoriesOf(item: Item): string[] {
  return [...new Set([item.category, ...item.tags])].filter((name) => name.trim() !== '')
}

/** The same with the category's name beside its slug, for formats in which a category is only a text. */
export function categoryNamesOf(feed: WrittenFeed, item: Item): string[] {
  const name = feed.categoryNames.get(item.category)
  const [category, ...tags] = categoriesOf(item)
  return [...new Set([category, name, ...tags])].filter((one) => one !== undefined)
}

/** A media type as it may stand in a feed; what is none of these is some bytes. */
export function mediaType(mimeType: string | null): string {
  const known = mimeType !== null && /^[a-z0-9!#$&^_.+-]+\/[a-z0-9!#$&^_.+-]+$/i.test(mimeType)
  return known ? mimeType : 'application/octet-stream'
}

/** Media RSS, which readers know in RSS and Atom alike: https://www.rssboard.org/media-rss. */
export const MEDIA = { 'xmlns:media': 'http://search.yahoo.com/mrss/' } as const

/** The picture of an item. */
export function pictureElement({ imageUrl }: Item): Xml | undefined {
  return imageUrl === null ? undefined : element('media:thumbnail', { url: imageUrl })
}

/** A file of an item. */
export function mediaContent({ url, mimeType, bytes }: Item['enclosures'][number]): Xml {
  return element('media:content', { url, type: mediaType(mimeType), fileSize: bytes ?? undefined })
}

/**
 * The UUID of a name within a namespace (version 5, RFC 9562 5.5): the same whenever and wherever it is made.
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

/** What stands first in a title. Other filters follow in their order. */
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

/** The parsed query of a feed. */
export type TitledQuery = Partial<FilterQuery> & {
  readonly q?: string | undefined
  readonly match?: 'all' | undefined
}

/**
 * The title of a feed, made of the service's name and the feed's filters: `Digest: technology, last 24 hours`. Feeds with
 * different filters have different titles, so people can distinguish them in a feed reader.
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
