import { type Connection, type Database, jsonRows } from '../connection.ts'
import { HOT_ROWS, hasOtherHalfLife, type HotRow, keyOf } from '../rows/hot-keys.ts'

export const HOT_SQL = {
  newest: `${HOT_ROWS} ORDER BY i.id DESC LIMIT 200`,
  oldest: `${HOT_ROWS} ORDER BY i.id LIMIT 200`,
  after: `${HOT_ROWS} WHERE i.id > $1 ORDER BY i.id LIMIT 10000`,
  write: `UPDATE items SET hot = x.new_hot FROM json_to_recordset($1::json) x(item bigint, new_hot float8)
    WHERE items.id = x.item`,
} as const

/**
 * Makes the function that rewrites the hot keys of all items after the half-life setting changed. Keys of different
 * half-lives cannot be compared, so one transaction writes all of them. The function checks the newest and the oldest
 * 200 items to see if the half-life changed. It returns the number of items written.
 */
export function hotKeyUpdater(db: Database): (halfLifeMs: number) => Promise<number> {
  return async (halfLifeMs) => {
    const ends = [await db.rows<HotRow>(HOT_SQL.newest), await db.rows<HotRow>(HOT_SQL.oldest)]
    return ends.some((rows) => hasOtherHalfLife(rows, halfLifeMs))
      ? db.write((tx) => writeAll(tx, halfLifeMs))
      : 0
  }
}

async function writeAll(tx: Connection, halfLifeMs: number): Promise<number> {
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
