import type { Database } from 'better-sqlite3'
import type { PlacedStoryItem } from '../../../model/story.ts'
import type { EpochMs } from '../../../model/time.ts'
import type { LivePlacement, PlacementChanges, StoryMember } from '../../store.ts'
import {
  MEMBER_COLUMNS,
  memberOf,
  type MemberRow,
  PLACED_COLUMNS,
  placedOf,
  type PlacedRow,
  placementOf,
  type PlacementRow,
} from '../../story-row.ts'
import type { Names } from '../names.ts'
import { prepareAll } from '../statements.ts'

export const STORY_READ_SQL = {
  // Two searches in two indexes. With OR, the planner may read every item, depending on its statistics.
  since: `SELECT ${PLACED_COLUMNS} FROM items WHERE id IN (
      SELECT id FROM items WHERE published_at >= @from UNION ALL SELECT id FROM items WHERE first_seen_at >= @from)
    ORDER BY published_at, id`,
  placements: `SELECT id, story_id, first_seen_at FROM items WHERE id IN (
      SELECT id FROM items WHERE published_at >= @from UNION ALL SELECT id FROM items WHERE first_seen_at >= @from)`,
  changed: 'SELECT item_id FROM changes WHERE seq > ? AND item_id IS NOT NULL',
  changedPlacements: `SELECT id, story_id, first_seen_at FROM items
    WHERE id IN (SELECT item_id FROM changes WHERE seq > @seq) AND (published_at >= @from OR first_seen_at >= @from)`,
  changeAt: 'SELECT at FROM changes WHERE seq = ?',
  firstChange: 'SELECT seq FROM changes ORDER BY seq LIMIT 1',
  version: `SELECT value || ' ' || coalesce((SELECT seq || ' ' || at FROM changes ORDER BY seq DESC LIMIT 1), '0 0')
    FROM counters WHERE name = 'created'`,
  byId: `SELECT ${PLACED_COLUMNS} FROM items WHERE id = ?`,
  members: `SELECT ${MEMBER_COLUMNS} FROM items WHERE story_id = ? ORDER BY published_at, id`,
} as const

/** The reads of clustering and scoring. */
export class StoryReads {
  readonly #sql
  readonly #names: Names

  constructor(db: Database, names: Names) {
    this.#sql = prepareAll(db, STORY_READ_SQL)
    // Rows as arrays take 50 % of the time of rows as objects, and a large story has many members.
    for (const name of ['placements', 'changedPlacements', 'members'] as const) this.#sql[name].raw()
    for (const name of ['changed', 'changeAt', 'firstChange', 'version'] as const) this.#sql[name].pluck()
    this.#names = names
  }

  listStoryItems(from: EpochMs): PlacedStoryItem[] {
    return (this.#sql.since.all({ from }) as PlacedRow[]).map((row) => placedOf(row, this.#names))
  }

  listStoryPlacements(from: EpochMs): LivePlacement[] {
    return (this.#sql.placements.all({ from }) as PlacementRow[]).map(placementOf)
  }

  listPlacementChanges(from: EpochMs, before: string | undefined): Omit<PlacementChanges, 'isSaved'> {
    const version = this.#sql.version.get() as string
    const seq = before === undefined ? undefined : this.#seqOf(before, version)
    if (seq === undefined) return { version, itemIds: undefined, placements: [] }
    const itemIds = this.#sql.changed.all(seq) as number[]
    const rows = this.#sql.changedPlacements.all({ seq, from }) as PlacementRow[]
    return { version, itemIds, placements: rows.map(placementOf) }
  }

  /**
   * The change number of an earlier version; `undefined` if its changes were pruned, or if it is a version of another
   * store.
   */
  #seqOf(before: string, now: string): number | undefined {
    const [created, seq, at] = before.split(' ').map(Number)
    if (created === undefined || seq === undefined || created !== Number.parseInt(now, 10)) return undefined
    const isKnown =
      seq === 0
        ? ((this.#sql.firstChange.get() as number | undefined) ?? 1) === 1
        : this.#sql.changeAt.get(seq) === at
    return isKnown ? seq : undefined
  }

  findStoryItems(itemIds: readonly number[]): PlacedStoryItem[] {
    return itemIds.flatMap((id) =>
      (this.#sql.byId.all(id) as PlacedRow[]).map((row) => placedOf(row, this.#names)),
    )
  }

  listStoryMembers(storyIds: readonly number[]): StoryMember[] {
    const members: StoryMember[] = []
    for (const storyId of new Set(storyIds)) {
      for (const row of this.#sql.members.all(storyId) as MemberRow[]) {
        members.push(memberOf(row, this.#names))
      }
    }
    return members
  }
}
