import { existsSync } from 'node:fs'
import { type CacheState, comparedState } from '../check/cache-state.ts'
import { ColumnRows, type RawColumnRow } from '../column-rows.ts'
import { columnsFileOf } from '../columns-cache.ts'
import { readColumnsFile } from '../columns/columns-file.ts'
import { cachedStore } from './cached-store.ts'
import { ROW_COLUMNS } from './change-feed.ts'
import { openForReading, type SqliteOptions } from './database.ts'
import { guarded } from './failure.ts'
import { Names } from './names.ts'
import { prepareAll } from './statements.ts'

const CHECK_SQL = {
  lastSeq: 'SELECT max(seq) FROM changes',
  changedSince: `SELECT item_id FROM changes WHERE seq > @seq AND item_id IS NOT NULL
    UNION SELECT i.id FROM changes c JOIN items i ON i.story_id = c.story_id WHERE c.seq > @seq`,
  rows: `SELECT ${ROW_COLUMNS} FROM items i ORDER BY i.id`,
  representatives: 'SELECT id, representative_id FROM stories WHERE representative_id IS NOT NULL',
} as const

/** Compares the file of the columns with every item. Same errors as `openSqliteReadStore`. */
export function checkColumns(store: string, options: SqliteOptions): Promise<CacheState> {
  return guarded(async () => {
    const file = columnsFileOf(store)
    if (!existsSync(file)) return { kind: 'absent' }
    const db = openForReading(store, options)
    try {
      db.exec('BEGIN')
      const cached = cachedStore(db)
      const sql = prepareAll(db, CHECK_SQL)
      const read = await readColumnsFile(file, await cached.identity())
      if (read === undefined) return { kind: 'damaged' }
      const { version, columns } = read
      if ((await cached.changeText(version.seq)) !== version.change) return { kind: 'outdated' }

      const changed = new Set(sql.changedSince.pluck().all({ seq: version.seq }) as number[])
      const rows = new ColumnRows(columns, new Names(db))
      let items = 0
      let wrong = 0
      for (const [story, id] of sql.representatives.raw().all() as [number, number][]) {
        if (changed.has(id)) continue
        const slot = columns.representativeOf(story)
        if (slot === undefined || columns.idOf(slot) !== id) wrong += 1
      }
      for (const row of sql.rows.raw().iterate() as IterableIterator<RawColumnRow>) {
        items += 1
        if (!changed.has(row[0]) && !columns.has(rows.of(row))) wrong += 1
      }
      const isCurrent = sql.lastSeq.pluck().get() === version.seq
      return comparedState(wrong + (isCurrent ? Math.max(0, columns.size - items) : 0))
    } finally {
      db.close()
    }
  })
}
