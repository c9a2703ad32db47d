import { codeOf, DigestError, messageOf } from '../../model/errors.ts'
import type { CheckedStore } from '../check/check-store.ts'
import { UNFINISHED_COPY, unfinishedCopy } from '../copy/tables.ts'
import { type StoreSummary, SUMMARY_SQL, type SummaryRow, summaryOf } from '../summary.ts'
import { SqliteDatabase } from './database.ts'
import type { Database } from './driver.ts'
import { guarded } from './failure.ts'
import { schemaVersion } from './migrations.ts'
import { asOpenFailure, openForReading, openForWriting, openOfAnyVersion } from './open-file.ts'

const SIZE = 'SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()'

/** Number of reported faults. A damaged file can have one per page. */
const MAX_FAULTS = 5

/**
 * Reads every page and index of a store's file. Accepts an older schema.
 *
 * @param bytes the expected size, if there is no write-ahead log
 * @throws DigestError('storeFailed') if the file is damaged; also the errors of opening a store
 */
export function inspectFile(file: string, bytes?: number): StoreSummary {
  const db = openOfAnyVersion(file)
  try {
    const faults = integrityFaults(db)
    if (bytes !== undefined && bytes !== databaseBytes(db))
      faults.push('there is more behind its end, such as another backup')
    if (faults.length > 0) throw new DigestError('storeFailed', `${file} is damaged: ${faults.join('; ')}`)
    const unfinished = db.prepare('SELECT 1 FROM counters WHERE name = ?').get(UNFINISHED_COPY)
    if (unfinished !== undefined) throw unfinishedCopy(file)
    return summarize(db)
  } catch (error) {
    throw asOpenFailure(file, error)
  } finally {
    db.close()
  }
}

/** Same errors as `openSqliteStore` and `openSqliteReadStore`. @param writes whether repairs are made */
export function openCheckedSqlite(file: string, writes: boolean): Promise<CheckedStore> {
  return guarded(() => {
    const driver = writes ? openForWriting(file) : openForReading(file)
    const db = new SqliteDatabase(driver)
    return {
      db,
      engineFaults: () => guarded(() => integrityFaults(driver)),
      rebuildIndexes: () => guarded(() => void driver.exec('REINDEX')),
      close: () => db.close(),
    }
  })
}

/** Faults that SQLite finds in the file; empty if there are none. */
function integrityFaults(db: Database): string[] {
  try {
    const found = db.prepare(`PRAGMA integrity_check(${MAX_FAULTS})`).pluck().all() as string[]
    // A report can have many lines.
    return found.filter((line) => line !== 'ok').flatMap((line) => line.split('\n').slice(0, MAX_FAULTS))
  } catch (error) {
    // The pages that the check itself needs are damaged.
    if (!/^SQLITE_(?:CORRUPT|NOTADB)/.test(codeOf(error) ?? '')) throw error
    return [messageOf(error)]
  }
}

/** Size of all pages, bytes, without the write-ahead log. */
export function databaseBytes(db: Database): number | undefined {
  return db.prepare<[], number>(SIZE).pluck().get()
}

export function summarize(db: Database): StoreSummary {
  const hasIdentity = db.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'identity'`).get() !== undefined
  const storeId = hasIdentity
    ? (db.prepare('SELECT id FROM identity LIMIT 1').pluck().get() as string)
    : undefined
  return summaryOf(db.prepare(SUMMARY_SQL).get() as SummaryRow, {
    schemaVersion: schemaVersion(db),
    storeId,
  })
}
