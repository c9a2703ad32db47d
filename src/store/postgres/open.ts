import type { PostgresAddress } from '../../model/store-address.ts'
import type { ReadStore } from '../read-store.ts'
import { readMethods } from '../reads/read-methods.ts'
import type { OpenedSearchSource } from '../search-source.ts'
import type { Store } from '../store.ts'
import { writeMethods } from '../writes/write-methods.ts'
import { type DatabaseClock, openDatabaseClock } from './clock.ts'
import { connect, type PostgresOptions } from './connect.ts'
import { type AnswerLimits, type PostgresDatabase, withDatabase } from './database.ts'
import { type Inbox, openInbox } from './inbox.ts'
import { checkSchema, checkUpToDate, migrate, NEWEST_VERSION } from './migrations.ts'
import { openVisitLeases, type VisitLeases } from './visit-leases.ts'

/** Requests must not wait for a server that hangs. */
const SERVING_LIMITS: AnswerLimits = { statementMs: 10_000, snapshotMs: 60_000 }

/** A node must not wait forever for a lost response, since nobody would notice. */
const WORKING_LIMITS: AnswerLimits = { statementMs: 60_000 }

/** A store, with the state that its nodes share. */
export interface PostgresStore extends Store {
  readonly inbox: Inbox
  readonly leases: VisitLeases
  /** Set before each look for due sources or into the inbox. */
  readonly clock: DatabaseClock
  /** Closes all connections: running operations fail, later ones reconnect. */
  disconnect(): void
  /** Closes the store at once: running and later operations fail. */
  abandon(): void
}

/**
 * Opens the store for reading and writing. Creates its tables if needed. Columns are loaded for the first list.
 *
 * @throws DigestError('storeForeign' | 'storeNewer') with nothing changed; `storeForbidden` for a refused login or
 *   missing privilege; `storeUnusable` if it cannot be opened for another reason; `storeFailed` if there is no store to
 *   read
 */
export async function openPostgresStore(
  address: PostgresAddress,
  options: PostgresOptions,
): Promise<PostgresStore> {
  const prepare = (db: PostgresDatabase, place: string) => migrate(db, place, options.now())
  const connection = await connect(address, options, prepare, WORKING_LIMITS)
  const clock = openDatabaseClock(connection.db.outside, options.now)
  return {
    ...readMethods(connection),
    ...writeMethods(connection, clock.now),
    inbox: openInbox(connection.db, clock),
    leases: openVisitLeases(connection.db, clock),
    clock,
    disconnect: () => connection.db.disconnect(),
    abandon: () => connection.db.abandon(),
  }
}

/** Opens an existing store for reading only, and loads its columns. Same errors as `openPostgresStore`. */
export async function openPostgresReadStore(
  address: PostgresAddress,
  options: PostgresOptions,
): Promise<ReadStore> {
  const connection = await connect(address, options, checkUpToDate, SERVING_LIMITS, address.readUrls)
  try {
    await connection.changeFeed.loaded()
  } catch (error) {
    await connection.engine.close()
    throw error
  }
  return readMethods(connection)
}

/** Opens a store for the indexing thread. Same errors as `openPostgresStore`. */
export async function openPostgresSearchSource(address: PostgresAddress): Promise<OpenedSearchSource> {
  const { searchSource, engine } = await connect(address, { now: Date.now }, checkUpToDate, WORKING_LIMITS)
  return { source: searchSource, close: () => engine.close() }
}

/** Whether the store's tables exist. Same errors as `openPostgresStore`. */
export async function hasPostgresStore(address: PostgresAddress): Promise<boolean> {
  return (await withDatabase(address, checkSchema)) !== undefined
}

/** Whether the schema is this version's. Same errors as `openPostgresStore`. */
export async function isPostgresStoreUpToDate(address: PostgresAddress): Promise<boolean> {
  return (await withDatabase(address, checkSchema)) === NEWEST_VERSION
}
