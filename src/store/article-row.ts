import type { Article, Sighting } from '../model/item.ts'
import { engagementOf, ITEM_COLUMNS, ITEM_WIDTH, type ItemRow, itemOf } from './item-row.ts'
import type { ItemNames } from './names.ts'

/** The columns of an item with its content `c`, in the order of `ArticleRow`. */
export const ARTICLE_COLUMNS = `${ITEM_COLUMNS}, i.ranked_at, i.weight, i.coverage, i.engagement, c.html,
  coalesce(c.text, c.html)`

export function articleOf(row: ArticleRow, sightings: readonly SightingRow[], names: ItemNames): Article {
  const item = itemOf(row, names)
  const [rankedAt, weight, coverage, engagement, html, text] = row.slice(
    ITEM_WIDTH,
  ) as unknown as ArticleColumns
  return {
    item,
    contentHtml: html ?? '',
    contentText: text ?? '',
    sightings: sightings.map((sighting) => sightingOf(sighting, item.url, names)),
    scoreParts: { weight, coverage, engagement },
    rankedAt: rankedAt ?? item.publishedAt,
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
  weight: number,
  coverage: number,
  engagement: number,
  html: string | null,
  text: string | null,
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
