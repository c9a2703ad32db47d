import type { StoreInfo, TableSize } from '../engine.ts'
import { guarded } from './failure.ts'
import { summarize } from './inspect.ts'
import { closing, openForWriting, openOfAnyVersion } from './open-file.ts'
import { sizeOf } from './store-files.ts'

/** Reads the header of every page. */
const TABLE_SIZES = `SELECT s.tbl_name AS name, sum(d.pgsize) AS bytes FROM dbstat d JOIN sqlite_schema s ON s.name = d.name
    WHERE d.aggregate = TRUE GROUP BY s.tbl_name ORDER BY bytes DESC, name`

/** Same errors as `openSqliteReadStore`, but accepts an older schema. */
export function sqliteInfo(file: string): Promise<StoreInfo> {
  return guarded(() =>
    closing(openOfAnyVersion(file), (db) => {
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

/** Size of a store's file and its write-ahead log, bytes; 0 if there is none. */
export function sqliteBytes(file: string): number {
  return (sizeOf(file) ?? 0) + (sizeOf(`${file}-wal`) ?? 0)
}

/**
 * Rewrites the whole file without free space. Needs disk space for a second file. No other process may read or write
 * meanwhile; a crash leaves the old file.
 *
 * @throws DigestError('storeFailed') if another connection is busy for too long; also the errors of `openSqliteStore`
 */
export function vacuumSqlite(file: string): Promise<void> {
  return guarded(() =>
    closing(openForWriting(file), (db) => {
      db.exec('VACUUM')
      db.exec('PRAGMA optimize')
      db.pragma('wal_checkpoint(TRUNCATE)')
    }),
  )
}
