import { guarded } from './failure.ts'
import { openForWriting, type SqliteOptions } from './open-file.ts'

/**
 * Writes the whole file anew, without free space. Needs room for a second one. No other process may read or write
 * meanwhile; a crash leaves the old file.
 *
 * @throws DigestError('storeFailed') if another connection is busy for too long; also the errors of `openSqliteStore`
 */
export function vacuumSqlite(file: string, options: SqliteOptions): Promise<void> {
  return guarded(() => {
    const db = openForWriting(file, options)
    try {
      db.exec('VACUUM')
      db.exec('PRAGMA optimize')
      db.pragma('wal_checkpoint(TRUNCATE)')
    } finally {
      db.close()
    }
  })
}
