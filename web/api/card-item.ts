import type { Item } from './types.ts'

/** The item fields that a headline, its summary and its line of facts need. */
export const CARD_FIELDS =
  'id,url,title,language,summary,source,sourceName,category,publishedAt,engagement,story,hasThumbnail'

/** Whether the service has a thumbnail for the item. */
export interface Thumbnailed {
  readonly hasThumbnail?: boolean
}

export type CardItem = Pick<
  Item,
  | 'id'
  | 'url'
  | 'title'
  | 'language'
  | 'summary'
  | 'source'
  | 'sourceName'
  | 'category'
  | 'publishedAt'
  | 'engagement'
  | 'story'
> &
  Thumbnailed
