import { setImmediate } from 'node:timers/promises'
import { type Cell, findValue } from '../connection.ts'
import { type Row, type TableEngine, type TableStore, tableStore } from '../copy/table-store.ts'
import { DATA_TABLES, HEAD_TABLES } from '../copy/tables.ts'
import { SqliteDatabase } from './database.ts'
import { translated } from './dialect.ts'
import type { Database } from './driver.ts'
import { guarded } from './failure.ts'
import { emptyLog, openForReading, openForWriting, type SqliteOptions } from './open-file.ts'

/** Tables that never reuse a number (AUTOINCREMENT) and are numbered in both engines. */
const AUTOINCREMENT = new Set(['source_events'])

/** Opens an existing store's tables for reading. Same errors as `openSqliteReadStore`. */
export async function openSqliteTables(file: string): Promise<TableStore> {
  const driver = openForReading(file)
  return tableStore(new SqliteDatabase(driver), file, tableEngine(driver))
}

/** Opens a store's tables for writing. Creates the store if needed. Same errors as `openSqliteStore`. */
export async function openSqliteTablesForWriting(file: string, options: SqliteOptions): Promise<TableStore> {
  const driver = openForWriting(file, options)
  return tableStore(new SqliteDatabase(driver), file, tableEngine(driver))
}

function tableEngine(driver: Database): TableEngine {
  return {
    empty: [...HEAD_TABLES, ...DATA_TABLES].map(({ name }) => `DELETE FROM ${name}`),
    hashText: (column) => `lower(hex(${column}))`,
    orderedText: (column) => column,
    async lastNumber(from, { name, key }) {
      const last = (await findValue<number>(from, `SELECT max(${key[0]}) FROM ${name}`)) ?? 0
      if (!AUTOINCREMENT.has(name)) return last
      const given = await findValue<number>(from, 'SELECT seq FROM sqlite_sequence WHERE name = $1', [name])
      return Math.max(last, given ?? 0)
    },
    async continueAfter(db, { name }, number) {
      if (!AUTOINCREMENT.has(name)) return
      const changed = await db.run('UPDATE sqlite_sequence SET seq = max(seq, $1) WHERE name = $2', [
        number,
        name,
      ])
      if (changed === 0)
        await db.run('INSERT INTO sqlite_sequence (name, seq) VALUES ($1, $2)', [name, number])
    },
    async *batches(_, { batchRows }, select, values) {
      const rows = await guarded(
        () =>
          driver
            .prepare(translated(select).text)
            .raw()
            .iterate(...values) as IterableIterator<Cell[]>,
      )
      try {
        for (;;) {
          const batch = await guarded(() => take(rows, batchRows))
          yield batch
          // Copying between two files never waits. Without a pause, signals would be handled only at the end.
          await setImmediate()
          if (batch.length < batchRows) return
        }
      } finally {
        rows.return?.()
      }
    },
    async close() {
      if (!driver.readonly) emptyLog(driver)
      driver.close()
    },
  }
}

/** The next rows, fewer at the end. */
function take(rows: Iterator<Cell[]>, count: number): Row[] {
  const batch: Row[] = []
  while (batch.length < count) {
    const next = rows.next()
    if (next.done === true) break
    batch.push(next.value)
  }
  return batch
}
