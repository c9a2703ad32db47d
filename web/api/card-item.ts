import type { Item } from './types.ts'

/** The item fields that a headline, its summary and its line of facts need. */
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

/** For the parameter `fields`: those of a `CardItem`. */
export const CARD_FIELDS = `${FIELDS.join()},hasThumbnail`

/** Whether the service has a thumbnail for the item. */
export interface Thumbnailed {
  readonly hasThumbnail?: boolean
}

export type CardItem = Pick<Item, (typeof FIELDS)[number]> & Thumbnailed
