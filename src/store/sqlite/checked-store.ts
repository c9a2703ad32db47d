import type { CheckConnection, CheckedStore, CheckValue } from '../check/checked-store.ts'
import { guarded } from './failure.ts'
import { integrityFaults } from './inspect.ts'
import { openForReading, openForWriting, type SqliteOptions } from './open-file.ts'

/** Opens a store for checks. Same errors as `openSqliteStore` and `openSqliteReadStore`. @param writes whether for repairs */
export function openCheckedSqlite(
  file: string,
  options: SqliteOptions,
  writes: boolean,
): Promise<CheckedStore> {
  return guarded(() => {
    const db = writes ? openForWriting(file, options) : openForReading(file, options)
    const connection: CheckConnection = {
      rows: <Row extends object>(sql: string, values?: readonly CheckValue[]) =>
        guarded(() => db.prepare(sql).all(named(values)) as Row[]),
      run: (sql, values) => guarded(() => void db.prepare(sql).run(named(values))),
    }
    const within = async <T>(
      begin: string,
      end: string,
      work: (on: CheckConnection) => Promise<T>,
    ): Promise<T> => {
      await guarded(() => db.exec(begin))
      try {
        const result = await work(connection)
        await guarded(() => db.exec(end))
        return result
      } finally {
        if (db.inTransaction) db.exec('ROLLBACK')
      }
    }
    return {
      engine: 'sqlite',
      engineFaults: () => guarded(() => integrityFaults(db)),
      rebuildIndexes: () => guarded(() => void db.exec('REINDEX')),
      read: (work) => within('BEGIN', 'ROLLBACK', work),
      write: (work) => within('BEGIN IMMEDIATE', 'COMMIT', work),
      close: () => guarded(() => void db.close()),
    }
  })
}

/** SQLite takes `$1` for a name. */
function named(values: readonly CheckValue[] = []): Record<string, CheckValue> {
  return Object.fromEntries(values.map((value, at) => [String(at + 1), value]))
}
