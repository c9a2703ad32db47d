import { inOrder } from '../../model/in-order.ts'
import type { ScoreParts } from '../../model/item.ts'
import type { PlacedStoryItem } from '../../model/story.ts'
import type { EpochMs } from '../../model/time.ts'
import type { Connection, Database } from '../connection.ts'
import { PARTS_COLUMNS } from '../rows/item-row.ts'
import type { NamedRow, StoreNames } from '../rows/store-names.ts'
import type { LivePlacement, StoryMember } from '../store.ts'

const PLACED_COLUMNS = `id AS "itemId", story_id AS "storyId", source_id, facet_id, publisher, url, title, summary,
  published_at AS "publishedAt", first_seen_at AS "firstSeenAt", ranked_at`

const MEMBER_COLUMNS = `story_id AS "storyId", id AS "itemId", source_id, facet_id, publisher, title, summary,
  published_at AS "publishedAt", ranked_at, hot, ${PARTS_COLUMNS}`

const PLACEMENT_COLUMNS = 'id AS "itemId", story_id AS "storyId", first_seen_at AS "firstSeenAt"'

// One search per index. With OR, the planner may scan all items.
const LIVE = `id IN (SELECT id FROM items WHERE published_at >= $1 UNION ALL SELECT id FROM items WHERE first_seen_at >= $1)`

export const STORY_READ_SQL = {
  since: `SELECT ${PLACED_COLUMNS} FROM items WHERE ${LIVE} ORDER BY published_at, id`,
  placements: `SELECT ${PLACEMENT_COLUMNS} FROM items WHERE ${LIVE}`,
  byId: `SELECT ${PLACED_COLUMNS} FROM items WHERE id = ANY($1::bigint[])`,
  members: `SELECT ${MEMBER_COLUMNS} FROM items WHERE story_id = ANY($1::bigint[]) ORDER BY published_at, id`,
} as const

async function placedItems(
  db: Connection,
  names: StoreNames,
  sql: string,
  value: EpochMs | readonly number[],
): Promise<PlacedStoryItem[]> {
  const rows = await db.rows<PlacedRow>(sql, [value])
  await names.knowOf(rows)
  return rows.map(({ source_id, facet_id, ranked_at, ...row }) => ({
    ...row,
    sourceId: names.source(source_id).slug,
    language: names.facet(facet_id).language,
    dated: ranked_at === null || ranked_at === row.publishedAt,
  }))
}

export async function findStoryItems(
  db: Connection,
  names: StoreNames,
  itemIds: readonly number[],
): Promise<PlacedStoryItem[]> {
  return inOrder(itemIds, await placedItems(db, names, STORY_READ_SQL.byId, itemIds), ({ itemId }) => itemId)
}

/** Reads for clustering and scoring. */
export function storyReads(db: Database, names: StoreNames) {
  return {
    async listStoryItems(from: EpochMs): Promise<PlacedStoryItem[]> {
      return placedItems(db, names, STORY_READ_SQL.since, from)
    },

    async listStoryPlacements(from: EpochMs): Promise<LivePlacement[]> {
      return db.rows<LivePlacement>(STORY_READ_SQL.placements, [from])
    },

    async listStoryMembers(storyIds: readonly number[]): Promise<StoryMember[]> {
      const asked = [...new Set(storyIds)]
      const places = new Map(asked.map((id, place) => [id, place]))
      const found = await db.rows<MemberRow>(STORY_READ_SQL.members, [asked])
      const placeOf = ({ storyId }: MemberRow) => places.get(storyId) ?? 0
      const rows = found.toSorted((a, b) => placeOf(a) - placeOf(b))
      await names.knowOf(rows)
      return rows.map((row) => memberOf(row, names))
    },
  }
}

interface PlacedRow extends NamedRow, Omit<PlacedStoryItem, 'sourceId' | 'language' | 'dated'> {
  readonly ranked_at: number | null
}

interface MemberRow
  extends
    NamedRow,
    ScoreParts,
    Omit<StoryMember, 'sourceId' | 'language' | 'rankedAt' | 'isTimeStated' | 'parts'> {
  readonly ranked_at: number | null
}

function memberOf({ source_id, facet_id, ranked_at, ...row }: MemberRow, names: StoreNames): StoryMember {
  const { weight, frequency, depth, coverage, engagement, share, ...member } = row
  return {
    ...member,
    sourceId: names.source(source_id).slug,
    language: names.facet(facet_id).language,
    rankedAt: ranked_at ?? row.publishedAt,
    isTimeStated: ranked_at === null,
    parts: { weight, frequency, depth, coverage, engagement, share },
  }
}
