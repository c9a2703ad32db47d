import type { Item } from './types.ts'

/** The item fields for a headline, its summary and its meta line. */
const FIELDS = [
  'id',
  'url',
  'title',
  'language',
  'summary',
  'source',
  'sourceName',
  'category',
  'publishedAt',
  'firstSeenAt',
  'engagement',
  'story',
] as const

/** `fields` for a `CardItem`. */
export const CARD_FIELDS = `${FIELDS.join()},hasThumbnail`

/** Whether the service has a thumbnail for the item. */
export interface Thumbnailed {
  readonly hasThumbnail?: boolean
}

export type CardItem = Pick<Item, (typeof FIELDS)[number]> & Thumbnailed
