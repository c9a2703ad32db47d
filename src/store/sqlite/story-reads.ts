import type { Database } from 'better-sqlite3'
import type { PlacedStoryItem } from '../../domain/story.ts'
import type { EpochMs } from '../../domain/time.ts'
import type { LivePlacement, StoryMember } from '../store.ts'
import { shortHash } from './hashes.ts'
import type { Names } from './names.ts'
import { prepareAll } from './statements.ts'

const PLACED_COLUMNS =
  'id, story_id, source_id, facet_id, publisher, url, title, title_key, summary, published_at, first_seen_at'

export const STORY_READ_SQL = {
  // Two searches of two indexes: with OR in their place statistics can lead to reading every item.
  since: `SELECT ${PLACED_COLUMNS} FROM items WHERE id IN (
      SELECT id FROM items WHERE published_at >= @from UNION ALL SELECT id FROM items WHERE first_seen_at >= @from)
    ORDER BY published_at, id`,
  placements: `SELECT id, story_id, first_seen_at FROM items WHERE id IN (
      SELECT id FROM items WHERE published_at >= @from UNION ALL SELECT id FROM items WHERE first_seen_at >= @from)`,
  byId: `SELECT ${PLACED_COLUMNS} FROM items WHERE id = ?`,
  byTitle: `SELECT ${PLACED_COLUMNS} FROM items WHERE title_hash = ? AND title_key = ? ORDER BY id`,
  members: `SELECT i.story_id, i.id, i.source_id, i.publisher, i.published_at, i.score, i.weight, i.coverage, i.engagement
    FROM items i WHERE i.story_id = ? ORDER BY i.published_at, i.id`,
} as const

/** What clustering and scoring ask of the store. */
export class StoryReads {
  readonly #sql
  readonly #names: Names

  constructor(db: Database, names: Names) {
    this.#sql = prepareAll(db, STORY_READ_SQL)
    this.#sql.placements.raw()
    this.#names = names
  }

  listStoryItems(from: EpochMs): PlacedStoryItem[] {
    return (this.#sql.since.all({ from }) as PlacedRow[]).map((row) => this.#placed(row))
  }

  listStoryPlacements(from: EpochMs): LivePlacement[] {
    return (this.#sql.placements.all({ from }) as PlacementRow[]).map(([itemId, storyId, firstSeenAt]) => ({
      itemId,
      storyId,
      firstSeenAt,
    }))
  }

  findStoryItems(itemIds: readonly number[]): PlacedStoryItem[] {
    return itemIds.flatMap((id) => (this.#sql.byId.all(id) as PlacedRow[]).map((row) => this.#placed(row)))
  }

  findByTitleKeys(titleKeys: readonly string[]): PlacedStoryItem[] {
    return [...new Set(titleKeys)].flatMap((key) =>
      (this.#sql.byTitle.all(shortHash(key), key) as PlacedRow[]).map((row) => this.#placed(row)),
    )
  }

  listStoryMembers(storyIds: readonly number[]): StoryMember[] {
    return [...new Set(storyIds)].flatMap((id) =>
      (this.#sql.members.all(id) as MemberRow[]).map((row) => ({
        storyId: row.story_id,
        itemId: row.id,
        sourceId: this.#names.source(row.source_id).slug,
        publisher: row.publisher,
        publishedAt: row.published_at,
        score: row.score,
        parts: { weight: row.weight, coverage: row.coverage, engagement: row.engagement },
      })),
    )
  }

  #placed(row: PlacedRow): PlacedStoryItem {
    return {
      itemId: row.id,
      storyId: row.story_id,
      sourceId: this.#names.source(row.source_id).slug,
      publisher: row.publisher,
      url: row.url,
      title: row.title,
      titleKey: row.title_key,
      summary: row.summary,
      language: this.#names.facet(row.facet_id).language,
      publishedAt: row.published_at,
      firstSeenAt: row.first_seen_at,
    }
  }
}

type PlacementRow = readonly [itemId: number, storyId: number, firstSeenAt: EpochMs]

interface PlacedRow {
  readonly id: number
  readonly story_id: number
  readonly source_id: number
  readonly facet_id: number
  readonly publisher: string
  readonly url: string
  readonly title: string
  readonly title_key: string
  readonly summary: string
  readonly published_at: number
  readonly first_seen_at: number
}

interface MemberRow {
  readonly story_id: number
  readonly id: number
  readonly source_id: number
  readonly publisher: string
  readonly published_at: number
  readonly score: number
  readonly weight: number
  readonly coverage: number
  readonly engagement: number
}
