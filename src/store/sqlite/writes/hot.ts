import type { Database } from 'better-sqlite3'
import { HOT_ROWS, hasOtherHalfLife, type HotRow, keyOf } from '../../hot-keys.ts'
import { prepareAll } from '../statements.ts'

export const HOT_SQL = {
  newest: `${HOT_ROWS} ORDER BY i.id DESC LIMIT 200`,
  oldest: `${HOT_ROWS} ORDER BY i.id LIMIT 200`,
  after: `${HOT_ROWS} WHERE i.id > ? ORDER BY i.id LIMIT 10000`,
  write: 'UPDATE items SET hot = ? WHERE id = ?',
} as const

/**
 * Makes the function that rewrites the hot keys of all items after the half-life setting changed. Keys of different
 * half-lives cannot be compared, so one transaction writes all of them. The function checks the newest and the oldest
 * 200 items to see if the half-life changed. It returns the number of items written.
 */
export function hotKeyUpdater(db: Database): (halfLifeMs: number) => number {
  const sql = prepareAll(db, HOT_SQL)

  const writeAll = db.transaction((halfLifeMs: number) => {
    let written = 0
    for (let last = 0; ;) {
      const rows = sql.after.all(last) as HotRow[]
      for (const row of rows) sql.write.run(keyOf(row, halfLifeMs), row.id)
      written += rows.length
      const end = rows.at(-1)
      if (end === undefined) return written
      last = end.id
    }
  })

  return (halfLifeMs) => {
    const ends = [sql.newest.all(), sql.oldest.all()] as HotRow[][]
    return ends.some((rows) => hasOtherHalfLife(rows, halfLifeMs)) ? writeAll(halfLifeMs) : 0
  }
}
