import type { Article, Sighting } from '../../model/item.ts'
import {
  engagementOf,
  ITEM_COLUMNS,
  ITEM_WIDTH,
  type ItemRow,
  itemOf,
  PARTS_COLUMNS,
  type PartsRow,
  partsOf,
} from './item-row.ts'
import type { ItemNames } from './names.ts'

/** The columns of an item with its content `c`, in the order of `ArticleRow`. */
export const ARTICLE_COLUMNS = `${ITEM_COLUMNS}, i.ranked_at, i.hot, c.html, coalesce(c.text, c.html), ${PARTS_COLUMNS}`

export function articleOf(row: ArticleRow, sightings: readonly SightingRow[], names: ItemNames): Article {
  const item = itemOf(row, names)
  const [rankedAt, hot, html, text, ...parts] = row.slice(ITEM_WIDTH) as unknown as ArticleColumns
  return {
    item,
    contentHtml: html ?? '',
    contentText: text ?? '',
    sightings: sightings.map((sighting) => sightingOf(sighting, item.url, names)),
    scoreParts: partsOf(parts),
    rankedAt: rankedAt ?? item.publishedAt,
    hot,
  }
}

function sightingOf(row: SightingRow, itemUrl: string, names: ItemNames): Sighting {
  return {
    source: names.source(row.source_id).slug,
    url: row.url ?? itemUrl,
    seenAt: row.seen_at,
    commentsUrl: row.comments_url,
    engagement: engagementOf(row.points, row.comments),
  }
}

type ArticleColumns = readonly [
  rankedAt: number | null,
  hot: number,
  html: string | null,
  text: string | null,
  ...parts: PartsRow,
]

export type ArticleRow = readonly [...ItemRow, ...ArticleColumns]

export interface SightingRow {
  readonly item_id: number
  readonly source_id: number
  /** `null` if it is the item's own address. */
  readonly url: string | null
  readonly seen_at: number
  readonly comments_url: string | null
  readonly points: number | null
  readonly comments: number | null
}
