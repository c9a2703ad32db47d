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

/** A request must not wait for a server that hangs. */
const SERVING_LIMITS: AnswerLimits = { statementMs: 10_000, snapshotMs: 60_000 }

/** Nobody sees that a node waits for an answer that never comes, so it gives up by itself and goes on. */
const WORKING_LIMITS: AnswerLimits = { statementMs: 60_000 }

/** A store with what its nodes share. */
export interface PostgresStore extends Store {
  readonly inbox: Inbox
  readonly leases: VisitLeases
  /** Set whenever a node looks for due sources or into the inbox. */
  readonly clock: DatabaseClock
  /** Ends all connections: what is under way fails, and what comes later connects again. */
  disconnect(): void
  /** Closes it at once: what is under way fails, and so does what comes later. */
  abandon(): void
}

/**
 * Opens the store for reading and writing. Creates its tables if there are none. The columns in memory are read when a list
 * is first made, so a thread that only writes never reads them.
 *
 * @throws DigestError('storeForeign' | 'storeNewer') with nothing changed; `storeForbidden` if the login or a right is
 *   refused; `storeUnusable` if it cannot be opened for another reason; `storeFailed` if there is no store to read
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

/** Opens an existing store for reading only and reads its columns. Same errors as `openPostgresStore`. */
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

/** Opens a store for the thread that indexes it. Same errors as `openPostgresStore`. */
export async function openPostgresSearchSource(address: PostgresAddress): Promise<OpenedSearchSource> {
  const { searchSource, engine } = await connect(address, { now: Date.now }, checkUpToDate, WORKING_LIMITS)
  return { source: searchSource, close: () => engine.close() }
}

/** Whether the tables of a store are there. Same errors as `openPostgresStore`. */
export async function hasPostgresStore(address: PostgresAddress): Promise<boolean> {
  return (await withDatabase(address, checkSchema)) !== undefined
}

/** Whether the tables of a store are those of this version. Same errors as `openPostgresStore`. */
export async function isPostgresStoreUpToDate(address: PostgresAddress): Promise<boolean> {
  return (await withDatabase(address, checkSchema)) === NEWEST_VERSION
}
