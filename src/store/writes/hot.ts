import type { ScoreParts } from '../../model/item.ts'
import { SAME_HOT, hotKey } from '../../model/score.ts'
import type { EpochMs } from '../../model/time.ts'
import { type Database, jsonRows, type WriteConnection } from '../connection.ts'
import { PARTS_COLUMNS } from '../rows/item-row.ts'
import { ChangeLog } from './change-log.ts'

/** See `hotTimes` for the time from which an item's key fades. */
const HOT_ROWS = `SELECT i.id, i.hot, ${PARTS_COLUMNS},
    CASE
      WHEN s.representative_id = i.id THEN (
        SELECT coalesce(max(CASE WHEN m.ranked_at IS NULL THEN m.published_at END), max(m.ranked_at))
        FROM items m WHERE m.story_id = i.story_id)
      WHEN i.ranked_at IS NOT NULL THEN (
        SELECT CASE WHEN i.ranked_at > max(m.published_at) THEN max(m.published_at) ELSE i.ranked_at END
        FROM items m WHERE m.story_id = i.story_id AND m.ranked_at IS NULL)
      ELSE i.published_at
    END AS hot_at
  FROM items i LEFT JOIN stories s ON s.id = i.story_id`

/** Inputs of an item's hot key, and its stored key. */
interface HotRow extends ScoreParts {
  readonly id: number
  readonly hot_at: number
  readonly hot: number
}

export const HOT_SQL = {
  newest: `${HOT_ROWS} ORDER BY i.id DESC LIMIT 200`,
  oldest: `${HOT_ROWS} ORDER BY i.id LIMIT 200`,
  after: `${HOT_ROWS} WHERE i.id > $1 ORDER BY i.id LIMIT 10000`,
  write: `UPDATE items SET hot = x.new_hot FROM json_to_recordset($1::json) x(item bigint, new_hot float8)
    WHERE items.id = x.item`,
} as const

/**
 * Rewrites all hot keys after the half-life setting changed. Keys of different half-lives are not comparable, so it
 * takes one transaction, and readers reload the columns. The newest and oldest 200 items show whether it changed.
 */
export async function keepHalfLife(db: Database, halfLifeMs: number, now: EpochMs): Promise<number> {
  const ends = [await db.rows<HotRow>(HOT_SQL.newest), await db.rows<HotRow>(HOT_SQL.oldest)]
  const isAnother = ends.some((rows) => hasOtherHalfLife(rows, halfLifeMs))
  return isAnother ? db.write((tx) => writeAll(tx, halfLifeMs, now)) : 0
}

async function writeAll(tx: WriteConnection, halfLifeMs: number, now: EpochMs): Promise<number> {
  const changes = new ChangeLog()
  changes.anew()
  await changes.write(tx, now)
  let written = 0
  for (let last = 0; ;) {
    const rows = await tx.rows<HotRow>(HOT_SQL.after, [last])
    const end = rows.at(-1)
    if (end === undefined) return written
    await tx.run(HOT_SQL.write, [
      jsonRows(rows.map((row) => ({ item: row.id, new_hot: keyOf(row, halfLifeMs) }))),
    ])
    written += rows.length
    last = end.id
  }
}

/** Whether most of these keys have another half-life. */
function hasOtherHalfLife(rows: readonly HotRow[], halfLifeMs: number): boolean {
  const others = rows.filter((row) => Math.abs(row.hot - keyOf(row, halfLifeMs)) > SAME_HOT)
  return others.length > rows.length / 2
}

function keyOf(row: HotRow, halfLifeMs: number): number {
  return hotKey(row, row.hot_at, halfLifeMs)
}
