import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Config } from '../config/config.ts'
import { codeOf, DigestError } from '../model/errors.ts'
import { placeOf, type PostgresAddress, type StoreAddress } from '../model/store-address.ts'
import type { CheckedStore } from '../store/check/checked-store.ts'
import { copyState } from '../store/copy/copy-store.ts'
import type { TableStore } from '../store/copy/table-store.ts'
import type { StoreInfo } from '../store/info.ts'
import type { DigesterLock } from '../store/postgres/digester-lock.ts'
import type { PostgresStore } from '../store/postgres/open.ts'
import type { ReadStore } from '../store/read-store.ts'
import { openCheckedSqlite } from '../store/sqlite/checked-store.ts'
import { lockForCollecting } from '../store/sqlite/collector-lock.ts'
import { sqliteBytes, sqliteInfo } from '../store/sqlite/info.ts'
import { openSqliteReadStore, openSqliteStore } from '../store/sqlite/open.ts'
import { copyPages } from '../store/sqlite/page-copy.ts'
import { openSqliteTables, openSqliteTablesForWriting } from '../store/sqlite/table-store.ts'
import { vacuumSqlite } from '../store/sqlite/vacuum.ts'
import type { Store } from '../store/store.ts'

/** Opens the configured store for writing. Creates or migrates it if needed. */
export async function openStore({ store }: Config): Promise<Store> {
  // Files of a database's store, such as the search index, are in that folder too.
  makeFolder(dirname(store.file))
  return store.kind === 'sqlite' ? openSqliteStore(store.file, { now: Date.now }) : openSharedStore(store)
}

/**
 * Prepares a store that nodes share for one that only reads. It is created or migrated only if needed, so that the node
 * otherwise needs no right to write.
 */
export async function prepareForReading(store: PostgresAddress): Promise<void> {
  makeFolder(dirname(store.file))
  const { isPostgresStoreUpToDate } = await postgres()
  if (await isPostgresStoreUpToDate(store)) return
  try {
    await (await openSharedStore(store)).close()
  } catch (cause) {
    // Without that right, opening it for reading says what another node must do first.
    if (!(cause instanceof DigestError && cause.code === 'storeForbidden')) throw cause
  }
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
async function lockStore(store: StoreAddress): Promise<CollectorLock> {
  if (store.kind === 'sqlite') return lockForCollecting(store.file)
  const { lockPostgresForCollecting } = await import('../store/postgres/digester-lock.ts')
  return lockPostgresForCollecting(store)
}

/**
 * Takes the same lock for work that needs a store at rest. @returns what releases it
 *
 * @param when completes the sentence "stop the service …"
 * @throws DigestError('storeInUse') if a service collects into the store
 */
export async function lockStopped(store: StoreAddress, when: string): Promise<() => void | Promise<void>> {
  try {
    const held = await lockStore(store)
    return () => held.release()
  } catch (cause) {
    if (!(cause instanceof DigestError && cause.code === 'storeInUse')) throw cause
    const message = `a service collects into ${placeOf(store)}: stop it ${when}`
    throw new DigestError('storeInUse', message, { cause })
  }
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

/**
 * Writes the state of a store at one moment to a SQLite file that does not exist yet. Others read and write the store
 * meanwhile.
 */
export async function copyStoreTo(store: StoreAddress, file: string, signal?: AbortSignal): Promise<void> {
  if (store.kind === 'sqlite') return copyPages(store.file, file, { now: Date.now }, signal)
  const source = await openTables(store)
  try {
    const target = await openSqliteTablesForWriting(file, { now: Date.now })
    try {
      await copyState(source, target, signal === undefined ? {} : { signal })
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
}

/** Opens a store, which must exist, for checks. @param writes whether for repairs too */
export async function openChecked(store: StoreAddress, writes: boolean): Promise<CheckedStore> {
  if (store.kind === 'sqlite') return openCheckedSqlite(store.file, { now: Date.now }, writes)
  return (await import('../store/postgres/checked-store.ts')).openCheckedPostgres(store)
}

/** Measures a store, which must exist. */
export async function storeInfo(store: StoreAddress): Promise<StoreInfo> {
  if (store.kind === 'sqlite') return sqliteInfo(store.file, { now: Date.now })
  return (await import('../store/postgres/info.ts')).postgresInfo(store)
}

/** The size of a store, bytes. */
export async function storeBytes(store: StoreAddress): Promise<number> {
  return store.kind === 'sqlite' ? sqliteBytes(store.file) : (await storeInfo(store)).bytes
}

/**
 * Gives back the space of deleted rows, which SQLite only can while nothing else has the store open.
 */
export async function vacuum(store: StoreAddress): Promise<void> {
  if (store.kind === 'sqlite') return vacuumSqlite(store.file, { now: Date.now })
  return (await import('../store/postgres/info.ts')).vacuumPostgres(store)
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
