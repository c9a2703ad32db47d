import { existsSync } from 'node:fs'
import type { StoreAddress } from '../../model/store-address.ts'
import type { Engine } from '../engine.ts'
import { openCheckedSqlite } from './checked-store.ts'
import { lockForCollecting } from './collector-lock.ts'
import { sqliteBytes, sqliteInfo } from './info.ts'
import { openSqliteReadStore, openSqliteSearchSource, openSqliteStore } from './open.ts'
import { copyPages } from './page-copy.ts'
import { openSqliteTables, openSqliteTablesForWriting } from './table-store.ts'
import { vacuumSqlite } from './vacuum.ts'

const OPTIONS = { now: Date.now }

/** A store in a file. */
export function sqliteEngine({ file }: Pick<StoreAddress, 'file'>): Engine {
  return {
    open: () => openSqliteStore(file, OPTIONS),
    openForReading: () => openSqliteReadStore(file, OPTIONS),
    openSearchSource: () => openSqliteSearchSource(file),
    exists: async () => existsSync(file),
    lock: async () => lockForCollecting(file),
    openTables: () => openSqliteTables(file, OPTIONS),
    openTablesForWriting: () => openSqliteTablesForWriting(file, OPTIONS),
    openChecked: (writes) => openCheckedSqlite(file, OPTIONS, writes),
    info: () => sqliteInfo(file, OPTIONS),
    bytes: async () => sqliteBytes(file),
    vacuum: async () => vacuumSqlite(file, OPTIONS),
    copyTo: (target, signal) => copyPages(file, target, OPTIONS, signal),
  }
}
