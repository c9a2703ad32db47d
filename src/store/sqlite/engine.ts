import { existsSync } from 'node:fs'
import { DigestError, messageOf } from '../../model/errors.ts'
import type { StoreAddress } from '../../model/store-address.ts'
import type { Engine } from '../engine.ts'
import { lockForCollecting } from './collector-lock.ts'
import { createPrivate } from './create-file.ts'
import { sqliteBytes, sqliteInfo, vacuumSqlite } from './info.ts'
import { openCheckedSqlite } from './inspect.ts'
import { openOfAnyVersion } from './open-file.ts'
import { openSqliteReadStore, openSqliteSearchSource, openSqliteStore } from './open.ts'
import { openSqliteTables, openSqliteTablesForWriting } from './table-store.ts'

const OPTIONS = { now: Date.now }

export function sqliteEngine({ file }: Pick<StoreAddress, 'file'>): Engine {
  return {
    open: () => openSqliteStore(file, OPTIONS),
    openForReading: () => openSqliteReadStore(file, OPTIONS),
    openSearchSource: () => openSqliteSearchSource(file),
    exists: async () => existsSync(file),
    lock: async () => lockForCollecting(file),
    openTables: () => openSqliteTables(file),
    openTablesForWriting: () => openSqliteTablesForWriting(file, OPTIONS),
    openChecked: (writes) => openCheckedSqlite(file, writes),
    info: () => sqliteInfo(file),
    bytes: async () => sqliteBytes(file),
    vacuum: async () => vacuumSqlite(file),
    copyTo: (target, signal) => copyPages(file, target, signal),
  }
}

/** Pages per step, 8 MB. Other work of this thread runs between the steps. */
const STEP_PAGES = 1_000

/**
 * Copies a store's database page by page while others read and write it. The copy is a snapshot: all steps are in one
 * read transaction. Without one, each write of another connection would restart the copy.
 *
 * @param target a file that does not exist yet
 * @throws DigestError('storeFailed'), also with the errors of opening the store; the abort reason after an abort
 */
export async function copyPages(file: string, target: string, signal?: AbortSignal): Promise<void> {
  const db = openOfAnyVersion(file)
  try {
    db.exec('BEGIN')
    // The transaction starts with its first read.
    db.prepare('SELECT count(*) FROM sqlite_schema').get()
    createPrivate(target)
    await db.backup(target, {
      progress() {
        signal?.throwIfAborted()
        return STEP_PAGES
      },
    })
  } catch (cause) {
    signal?.throwIfAborted()
    throw new DigestError('storeFailed', `the copy of ${file} failed: ${messageOf(cause)}`, { cause })
  } finally {
    db.close()
  }
}
