import { existsSync } from 'node:fs'
import { type CacheState, comparedState } from '../check/cache-state.ts'
import { columnsFileOf } from '../columns/columns-cache.ts'
import { readColumnsFile } from '../columns/columns-file.ts'
import { type Connection, findValue, listValues } from '../connection.ts'
import { COLUMN_SQL, readVersion } from '../follow/column-reads.ts'
import { cachedStore } from '../open-store.ts'
import { ColumnRows, type RawColumnRow } from '../rows/column-rows.ts'
import { StoreNames } from '../rows/store-names.ts'
import { SqliteDatabase } from './database.ts'
import { schemaVersion } from './migrations.ts'
import { openForReading } from './open-file.ts'

const CHECK_SQL = {
  isAnew: `SELECT count(*) FROM changes WHERE seq > $1 AND kind = 'anew'`,
  changedSince: `SELECT item_id FROM changes WHERE seq > $1 AND item_id IS NOT NULL
    UNION SELECT i.id FROM changes c JOIN items i ON i.story_id = c.story_id WHERE c.seq > $1`,
} as const

/** Compares the columns file with every item. Same errors as `openSqliteReadStore`. */
export async function checkColumns(store: string): Promise<CacheState> {
  const file = columnsFileOf(store)
  if (!existsSync(file)) return { kind: 'absent' }
  const driver = openForReading(store)
  const db = new SqliteDatabase(driver)
  try {
    const names = new StoreNames(db)
    await names.load()
    return await db.snapshot((from) => compare(file, from, names, cachedStore(db, schemaVersion(driver))))
  } finally {
    await db.close()
  }
}

async function compare(
  file: string,
  from: Connection,
  names: StoreNames,
  cached: ReturnType<typeof cachedStore>,
): Promise<CacheState> {
  const read = await readColumnsFile(file, await cached.identity())
  if (read === undefined) return { kind: 'damaged' }
  const { version, columns } = read
  if ((await cached.changeText(version.seq)) !== version.change) return { kind: 'outdated' }
  if ((await findValue(from, CHECK_SQL.isAnew, [version.seq])) !== 0) return { kind: 'outdated' }
  const changed = new Set(await listValues<number>(from, CHECK_SQL.changedSince, [version.seq]))
  const columnRows = new ColumnRows(columns, names)
  let items = 0
  let wrong = 0
  for (const [story, id] of await from.tuples<[number, number]>(COLUMN_SQL.representatives)) {
    if (changed.has(id)) continue
    const slot = columns.representativeOf(story)
    if (slot === undefined || columns.idOf(slot) !== id) wrong += 1
  }
  for (let last = 0; ;) {
    const rows = await from.tuples<RawColumnRow>(COLUMN_SQL.rowsAfter, [last])
    for (const row of rows) if (!changed.has(row[0]) && !columns.has(columnRows.of(row))) wrong += 1
    items += rows.length
    const end = rows.at(-1)
    if (end === undefined) break
    last = end[0]
  }
  const isCurrent = (await readVersion(from)).seq === version.seq
  return comparedState(wrong + (isCurrent ? Math.max(0, columns.size - items) : 0))
}
