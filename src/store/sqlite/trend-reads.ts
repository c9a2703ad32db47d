import type { Database } from 'better-sqlite3'
import type { ItemFilter } from '../../domain/filter.ts'
import type { TrendEvent } from '../../domain/story.ts'
import type { EpochMs } from '../../domain/time.ts'
import type { Columns } from '../columns/columns.ts'
import { itemTest, passes } from '../columns/item-test.ts'
import type { Names } from './names.ts'
import { prepareAll } from './statements.ts'

export const TREND_SQL = {
  sightings: `SELECT s.item_id, s.source_id, s.published_at, s.seen_at, i.story_id, i.publisher, i.engagement
    FROM sightings s JOIN items i ON i.id = s.item_id WHERE s.published_at >= ? AND s.published_at < ?`,
} as const

/** Sightings within a time, of items that pass a filter. */
export function trendReads(
  db: Database,
  names: Names,
): (columns: Columns, filter: ItemFilter, from: EpochMs, until: EpochMs) => TrendEvent[] {
  const sql = prepareAll(db, TREND_SQL)
  sql.sightings.raw()

  return (columns, filter, from, until) => {
    const test = itemTest(columns, filter)
    const events: TrendEvent[] = []
    for (const row of sql.sightings.all(from, until) as SightingRow[]) {
      const [itemId, sourceKey, publishedAt, firstSeenAt, storyId, publisher, engagement] = row
      const slot = columns.slotOf(itemId)
      if (slot === undefined || !passes(columns, test, slot)) continue
      const { slug: sourceId, weight } = names.source(sourceKey)
      events.push({ storyId, itemId, sourceId, publisher, publishedAt, firstSeenAt, weight, engagement })
    }
    return events
  }
}

type SightingRow = readonly [
  itemId: number,
  source: number,
  publishedAt: number,
  seenAt: number,
  storyId: number,
  publisher: string,
  engagement: number,
]
