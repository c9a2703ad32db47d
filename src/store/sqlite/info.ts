import type { StoreInfo, TableSize } from '../engine.ts'
import { guarded } from './failure.ts'
import { summarize } from './inspect.ts'
import { closing, openForWriting, openOfAnyVersion, type SqliteOptions } from './open-file.ts'
import { sizeOf } from './store-files.ts'

/** Reads the head of every page. */
const TABLE_SIZES = `SELECT s.tbl_name AS name, sum(d.pgsize) AS bytes FROM dbstat d JOIN sqlite_schema s ON s.name = d.name
    WHERE d.aggregate = TRUE GROUP BY s.tbl_name ORDER BY bytes DESC, name`

/** Measures a store. Same errors as `openSqliteReadStore`; an older schema is none. */
export function sqliteInfo(file: string, options: SqliteOptions): Promise<StoreInfo> {
  return guarded(() =>
    closing(openOfAnyVersion(file, options), (db) => {
      const pragma = (name: string): number => Number(db.pragma(name, { simple: true }))
      return {
        engine: 'sqlite',
        summary: summarize(db),
        tables: db.prepare(TABLE_SIZES).all() as TableSize[],
        bytes: sqliteBytes(file),
        freeBytes: pragma('freelist_count') * pragma('page_size'),
      }
    }),
  )
}

/** The size of a store's file and its write-ahead log; 0 if there is none. */
export function sqliteBytes(file: string): number {
  return (sizeOf(file) ?? 0) + (sizeOf(`${file}-wal`) ?? 0)
}

/**
 * Writes the whole file anew, without free space. Needs room for a second one. No other process may read or write
 * meanwhile; a crash leaves the old file.
 *
 * @throws DigestError('storeFailed') if another connection is busy for too long; also the errors of `openSqliteStore`
 */
export function vacuumSqlite(file: string, options: SqliteOptions): Promise<void> {
  return guarded(() =>
    closing(openForWriting(file, options), (db) => {
      db.exec('VACUUM')
      db.exec('PRAGMA optimize')
      db.pragma('wal_checkpoint(TRUNCATE)')
    }),
  )
}
