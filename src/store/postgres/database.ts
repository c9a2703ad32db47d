import type { PoolClient } from 'pg'
import { placeOf, type PostgresAddress } from '../../model/store-address.ts'
import { type Connection, type Database, Delegating, type WriteConnection } from '../connection.ts'
import { oneByOne } from '../one-by-one.ts'
import { statementsOn, VALUE_TYPES } from './connection.ts'
import { asOpenFailure } from './failure.ts'
import { PrimaryPool } from './primary.ts'
import { isSessionShared, prepareSession, sharedSessions } from './session.ts'
import { inTransaction, Transaction } from './transaction.ts'

/** Connections per store: one writes, the others read. */
const MAX_CONNECTIONS = 8

/** Time limit for the lock of another writer. */
const LOCK_MS = 10_000

/**
 * The server ends a transaction that is idle for this time: a node that hangs in one would block all other writers. A
 * group sends beats, since its work may take longer between two statements, for example reading all live stories.
 */
const IDLE_MS = 60_000
const BEAT_EVERY_MS = IDLE_MS / 4

/** With the schema, identifies the writers' lock. An arbitrary number. */
export const WRITER_LOCK = 1_145_652_070

/**
 * One writer at a time, as in SQLite: each writing transaction first takes this lock. So transactions commit in the
 * order of their change numbers, and a reader that has seen a number never misses a lower one. READ COMMITTED takes a
 * snapshot per statement, so statements after the lock see all earlier commits.
 */
const BEGIN_WRITING = `BEGIN ISOLATION LEVEL READ COMMITTED; SET LOCAL lock_timeout = ${LOCK_MS};
  SET LOCAL idle_in_transaction_session_timeout = ${IDLE_MS};
  SELECT pg_advisory_xact_lock(${WRITER_LOCK}, hashtext(current_schema()))`

/** All statements see one snapshot. */
const BEGIN_READING = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY'

/** Time limits for responses, ms. A server or network can fall silent without closing connections. */
export interface AnswerLimits {
  /** For a statement outside transactions. */
  readonly statementMs: number
  /** For a statement of a snapshot, such as reading all columns; absent for a store that writes. */
  readonly snapshotMs?: number
}

/**
 * Opens a database for work that keeps it open or closes it.
 *
 * @param limits none for checks, repairs and copies, which may take any time
 * @param work receives the address without user and password as `place`
 * @throws DigestError('storeForbidden' | 'storeUnusable') for failures of the driver; nothing stays open then
 */
export async function openDatabase<T>(
  address: PostgresAddress,
  limits: AnswerLimits | undefined,
  work: (db: PostgresDatabase, place: string) => Promise<T>,
): Promise<T> {
  const place = placeOf(address)
  const db = new PostgresDatabase(address.url, limits)
  try {
    await db.requireSessions(place)
    return await work(db, place)
  } catch (error) {
    await db.close()
    throw asOpenFailure(place, error)
  }
}

/** Opens a database for work, then closes it. Same errors as `openDatabase`. */
export function withDatabase<T>(
  address: PostgresAddress,
  work: (db: PostgresDatabase, place: string) => Promise<T>,
): Promise<T> {
  return openDatabase(address, undefined, async (db, place) => {
    const result = await work(db, place)
    await db.close()
    return result
  })
}

/** A store's connections to its database. A lost connection is replaced for the next statement. */
export class PostgresDatabase extends Delegating implements Database {
  readonly #pool: PrimaryPool
  readonly #limits: AnswerLimits | undefined
  #group: Transaction | undefined
  /** Runs this process's writes one after another, so that writing takes one connection. */
  readonly #afterOthers = oneByOne()
  #closed = false

  constructor(url: string, limits?: AnswerLimits) {
    super()
    this.#limits = limits
    this.#pool = new PrimaryPool(url, {
      max: MAX_CONNECTIONS,
      application_name: 'content-digest',
      types: VALUE_TYPES,
      // Transactions send statements without waiting for earlier ones.
      pipeline: true,
      // The server must stop a statement that nobody waits for. The pool awaits this function, but its types do not say
      // so.
      // oxlint-disable-next-line typescript/no-misused-promises
      onConnect: (client) => prepareSession(client, limits?.snapshotMs ?? 0),
    })
    this.outside = statementsOn((query) => this.#pool.query(query), limits?.statementMs)
  }

  get isOpen(): boolean {
    return !this.#closed
  }

  get isGrouping(): boolean {
    return this.#group !== undefined
  }

  protected on<T>(work: (direct: Connection) => Promise<T>): Promise<T> {
    return work(this.#group ?? this.outside)
  }

  readonly outside: Connection

  /**
   * Checks that connections do not share sessions.
   *
   * @throws DigestError('storeUnusable') if they do
   */
  async requireSessions(place: string): Promise<void> {
    const one = await this.#pool.connect()
    try {
      const other = await this.#pool.connect()
      try {
        if (await isSessionShared(one, other)) throw sharedSessions(place)
      } finally {
        other.release()
      }
    } finally {
      one.release()
    }
  }

  async snapshot<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const limitMs = this.#limits?.snapshotMs
    return inTransaction(new Transaction(this.#pool.connect(), BEGIN_READING, limitMs), work)
  }

  async write<T>(work: (connection: WriteConnection) => Promise<T>): Promise<T> {
    return this.#group === undefined ? this.apart(work) : this.#group.part(work)
  }

  async apart<T>(work: (connection: WriteConnection) => Promise<T>): Promise<T> {
    return this.#afterOthers(() => inTransaction(new Transaction(this.#pool.connect(), BEGIN_WRITING), work))
  }

  async together<T>(work: () => Promise<T>): Promise<T> {
    if (this.#group !== undefined) return work()
    let start: (client: Promise<PoolClient>) => void = () => undefined
    const group = new Transaction(new Promise<PoolClient>((resolve) => (start = resolve)), BEGIN_WRITING)
    this.#group = group
    return this.#afterOthers(async () => {
      start(this.#pool.connect())
      const beating = setInterval(() => group.send('SELECT 1'), BEAT_EVERY_MS)
      return inTransaction(group, work, () => {
        clearInterval(beating)
        this.#group = undefined
      })
    })
  }

  /** Closes all connections: running statements fail, later ones reconnect. */
  disconnect(): void {
    this.#pool.disconnect()
  }

  async close(): Promise<void> {
    if (this.#closed) return
    this.#closed = true
    await this.#pool.end()
  }

  /** Like `close`, but at once: running statements fail, and unfinished writes are lost. */
  abandon(): void {
    void this.close().catch(() => undefined)
    this.#pool.disconnect()
  }
}
