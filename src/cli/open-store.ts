import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Config } from '../config/config.ts'
import { codeOf, DigestError } from '../model/errors.ts'
import type { PostgresAddress, StoreAddress } from '../model/store-address.ts'
import type { TableStore } from '../store/copy/table-store.ts'
import type { DigesterLock } from '../store/postgres/digester-lock.ts'
import type { PostgresStore } from '../store/postgres/open.ts'
import type { ReadStore } from '../store/read-store.ts'
import { lockForCollecting } from '../store/sqlite/collector-lock.ts'
import { openSqliteReadStore, openSqliteStore } from '../store/sqlite/open.ts'
import { openSqliteTables, openSqliteTablesForWriting } from '../store/sqlite/table-store.ts'
import type { Store } from '../store/store.ts'

/** Opens the configured store for writing. Creates or migrates it if needed. */
export async function openStore({ store }: Config): Promise<Store> {
  // Files of a database's store, such as the search index, are in that folder too.
  makeFolder(dirname(store.file))
  return store.kind === 'sqlite' ? openSqliteStore(store.file, { now: Date.now }) : openSharedStore(store)
}

/** Opens a store that nodes share, for writing. Creates or migrates it if needed. */
export async function openSharedStore(store: PostgresAddress): Promise<PostgresStore> {
  const { openPostgresStore } = await postgres()
  return openPostgresStore(store, { now: Date.now })
}

/** Waits for the lock of the one node that digests. Rejects with the signal's reason, or if the database does not answer. */
export async function awaitDigesting(store: PostgresAddress, signal: AbortSignal): Promise<DigesterLock> {
  const { awaitDigesterLock } = await import('../store/postgres/digester-lock.ts')
  return awaitDigesterLock(store, signal)
}

/** Opens the configured store for reading; it must exist. */
export async function openReadStore({ store }: Pick<Config, 'store'>): Promise<ReadStore> {
  if (store.kind === 'sqlite') return openSqliteReadStore(store.file, { now: Date.now })
  const { openPostgresReadStore } = await postgres()
  return openPostgresReadStore(store, { now: Date.now, listens: true })
}

/** Whether there is a store at the configured place. Rejects if a database does not answer. */
export async function hasStore({ store }: Pick<Config, 'store'>): Promise<boolean> {
  if (store.kind === 'sqlite') return existsSync(store.file)
  const { hasPostgresStore } = await postgres()
  return hasPostgresStore(store)
}

/** The lock for collecting on schedule into a store. */
export interface CollectorLock {
  /** Releases the lock. The end of the process also releases it. */
  release(): void | Promise<void>
}

/** Takes the lock for scheduled collecting into the configured store. Rejects with the errors of the engine's lock. */
export async function lockCollector({ store }: Config): Promise<CollectorLock> {
  makeFolder(dirname(store.file))
  return lockStore(store)
}

/** Takes the same lock. The folder of the store must exist. */
export async function lockStore(store: StoreAddress): Promise<CollectorLock> {
  if (store.kind === 'sqlite') return lockForCollecting(store.file)
  const { lockPostgresForCollecting } = await import('../store/postgres/digester-lock.ts')
  return lockPostgresForCollecting(store)
}

/** Opens the tables of an existing store, for reading them. */
export async function openTables(store: StoreAddress): Promise<TableStore> {
  if (store.kind === 'sqlite') return openSqliteTables(store.file, { now: Date.now })
  return (await postgresTables()).openPostgresTables(store)
}

/** Opens the tables of a store, for writing them. Creates the store if there is none. */
export async function openTablesForWriting(store: StoreAddress): Promise<TableStore> {
  if (store.kind === 'sqlite') return openSqliteTablesForWriting(store.file, { now: Date.now })
  return (await postgresTables()).openPostgresTablesForWriting(store, { now: Date.now })
}

function postgresTables() {
  return import('../store/postgres/table-store.ts')
}

/** Loaded on demand: a start with SQLite need not read the other engine and its driver. */
function postgres() {
  return import('../store/postgres/open.ts')
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true })
  } catch (cause) {
    const why = codeOf(cause) ?? 'for an unknown reason'
    const message = `the folder ${folder} cannot be made (${why}); choose another with --data`
    throw new DigestError('configInvalid', message, { cause })
  }
}
