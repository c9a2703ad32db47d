import type { PlacedStoryItem } from '../../model/story.ts'
import type { EpochMs } from '../../model/time.ts'
import type { LivePlacement, StoryMember } from '../store.ts'
import { type PartsRow, PARTS_COLUMNS, partsOf } from './item-row.ts'
import type { ItemNames } from './names.ts'

export const PLACED_COLUMNS =
  'id, story_id, source_id, facet_id, publisher, url, title, summary, published_at, first_seen_at, ranked_at'

export const MEMBER_COLUMNS = `story_id, id, source_id, facet_id, publisher, title, summary, published_at, ranked_at, hot,
  ${PARTS_COLUMNS}`

export function placedOf(row: PlacedRow, names: ItemNames): PlacedStoryItem {
  return {
    itemId: row.id,
    storyId: row.story_id,
    sourceId: names.source(row.source_id).slug,
    publisher: row.publisher,
    url: row.url,
    title: row.title,
    summary: row.summary,
    language: names.facet(row.facet_id).language,
    publishedAt: row.published_at,
    firstSeenAt: row.first_seen_at,
    dated: row.ranked_at === null || row.ranked_at === row.published_at,
  }
}

export function placementOf([itemId, storyId, firstSeenAt]: PlacementRow): LivePlacement {
  return { itemId, storyId, firstSeenAt }
}

export type PlacementRow = readonly [itemId: number, storyId: number, firstSeenAt: EpochMs]

export interface PlacedRow {
  readonly id: number
  readonly story_id: number
  readonly source_id: number
  readonly facet_id: number
  readonly publisher: string
  readonly url: string
  readonly title: string
  readonly summary: string
  readonly published_at: number
  readonly first_seen_at: number
  readonly ranked_at: number | null
}

export function memberOf(row: MemberRow, names: ItemNames): StoryMember {
  const [storyId, itemId, source, facet, publisher, title, summary, publishedAt, rankedAt, hot, ...parts] =
    row
  return {
    storyId,
    itemId,
    sourceId: names.source(source).slug,
    publisher,
    title,
    summary,
    language: names.facet(facet).language,
    publishedAt,
    rankedAt: rankedAt ?? publishedAt,
    isTimeStated: rankedAt === null,
    hot,
    parts: partsOf(parts),
  }
}

export type MemberRow = readonly [
  storyId: number,
  itemId: number,
  source: number,
  facet: number,
  publisher: string,
  title: string,
  summary: string,
  publishedAt: number,
  rankedAt: number | null,
  hot: number,
  ...parts: PartsRow,
]
