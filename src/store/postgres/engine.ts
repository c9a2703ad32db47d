import type { PostgresAddress } from '../../model/store-address.ts'
import { copyState } from '../copy/copy-store.ts'
import type { Engine } from '../engine.ts'
import { openSqliteTablesForWriting } from '../sqlite/table-store.ts'
import { lockPostgresForCollecting } from './digester-lock.ts'
import { openCheckedPostgres, postgresInfo, vacuumPostgres } from './info.ts'
import {
  hasPostgresStore,
  openPostgresReadStore,
  openPostgresSearchSource,
  openPostgresStore,
} from './open.ts'
import { openPostgresTables, openPostgresTablesForWriting } from './table-store.ts'

const OPTIONS = { now: Date.now }

/** A store in a PostgreSQL database, shared by nodes. */
export function postgresEngine(address: PostgresAddress): Engine {
  return {
    open: () => openPostgresStore(address, OPTIONS),
    openForReading: () => openPostgresReadStore(address, { ...OPTIONS, listens: true }),
    openSearchSource: () => openPostgresSearchSource(address),
    exists: () => hasPostgresStore(address),
    lock: () => lockPostgresForCollecting(address),
    openTables: () => openPostgresTables(address),
    openTablesForWriting: () => openPostgresTablesForWriting(address, OPTIONS),
    openChecked: () => openCheckedPostgres(address),
    info: () => postgresInfo(address),
    bytes: async () => (await postgresInfo(address)).bytes,
    vacuum: () => vacuumPostgres(address),
    copyTo: (file, signal) => copyTo(address, file, signal),
  }
}

async function copyTo(address: PostgresAddress, file: string, signal?: AbortSignal): Promise<void> {
  const source = await openPostgresTables(address)
  try {
    const target = await openSqliteTablesForWriting(file, OPTIONS)
    try {
      await copyState(source, target, signal === undefined ? {} : { signal })
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
}
