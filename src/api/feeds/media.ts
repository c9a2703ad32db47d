import type { Item } from '../../model/item.ts'
import { mediaType } from './feed.ts'
import { element, type Xml } from './xml.ts'

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
