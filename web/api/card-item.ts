import type { Item } from './types.ts'

/** What a headline with its summary and its line of facts needs of an item. */
export const CARD_FIELDS =
  'id,url,title,language,summary,source,sourceName,category,publishedAt,engagement,story,hasThumbnail'

/** Whether the service has a small picture of it. */
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
