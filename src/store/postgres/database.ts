import type { PoolClient, QueryConfig, QueryResult } from 'pg'
import { DigestError } from '../../model/errors.ts'
import { asStoreFailure } from './failure.ts'
import { isAway, PrimaryPool } from './primary.ts'
import { statementName, storable, type Value, VALUE_TYPES } from './statements.ts'

/** Where statements run: on any connection, or on that of a transaction. */
export interface Connection {
  /** Gives rows as objects. @throws DigestError('storeFailed') with the driver's error as its cause */
  rows<Row extends object>(sql: string, values?: readonly Value[]): Promise<Row[]>
  /** Gives rows as arrays, which are faster to read. */
  tuples<Row extends readonly unknown[]>(sql: string, values?: readonly Value[]): Promise<Row[]>
  /** @returns the number of rows written */
  run(sql: string, values?: readonly Value[]): Promise<number>
}

/** Connections of one store: one writes, the others read. */
const MAX_CONNECTIONS = 8

/** Time to wait for the lock of another writer. */
const LOCK_MS = 10_000

/** A node that hangs within a transaction would keep all others from writing. The server ends its transaction. */
const IDLE_MS = 60_000

/** With the schema, names the lock of writers. An arbitrary number. */
const WRITER_LOCK = 1_145_652_070

/**
 * One writer at a time, as in SQLite: each writing transaction takes this lock first. So transactions commit in the order in
 * which they number their changes, and a reader that has seen a number never misses a lower one. Each statement after the
 * lock sees what the writers before committed, since READ COMMITTED takes a snapshot for each statement.
 */
const BEGIN_WRITING = `BEGIN ISOLATION LEVEL READ COMMITTED; SET LOCAL lock_timeout = ${LOCK_MS};
  SET LOCAL idle_in_transaction_session_timeout = ${IDLE_MS};
  SELECT pg_advisory_xact_lock(${WRITER_LOCK}, hashtext(current_schema()))`

/**
 * Each statement is planned once on a connection, not for its values: planning costs more than most statements take. A plan
 * without values knows no sizes, so it must use the indexes that each statement has (test/store/postgres-plans.test.ts).
 * A plan that was made while a table was small would join it by reading it whole, and go on so when it is large.
 */
export const ONE_PLAN = `SET plan_cache_mode = force_generic_plan; SET jit = off;
  SET enable_seqscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off`

/** All statements see the same state of the store. */
const BEGIN_READING = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY'

/** How long reads wait for an answer, ms. A server can hang without ending its connections. */
export interface ReadLimits {
  /** For a statement outside of a transaction. */
  readonly statementMs: number
  /** For a statement of a snapshot, such as the read of all columns. */
  readonly snapshotMs: number
}

/** The connections of a store to its database. Connections that were lost are replaced when the next statement runs. */
export class Database implements Connection {
  readonly #pool: PrimaryPool
  readonly #limits: ReadLimits | undefined
  #group: Transaction | undefined
  /** The last write of this process. The next one begins after it, so that writing takes one connection. */
  #writing: Promise<unknown> = Promise.resolve()
  #closed = false

  /** @param limits none for a store that writes: a change of the schema may take hours */
  constructor(url: string, limits?: ReadLimits) {
    this.#limits = limits
    this.#pool = new PrimaryPool(url, {
      max: MAX_CONNECTIONS,
      application_name: 'content-digest',
      types: VALUE_TYPES,
      // The server must not go on with a statement that nobody waits for.
      ...(limits === undefined ? {} : { statement_timeout: limits.snapshotMs }),
      // The pool waits for it, which its types do not say.
      // oxlint-disable-next-line typescript/no-misused-promises
      onConnect: (client) => client.query(ONE_PLAN),
    })
    this.outside = statementsOn((query) => this.#pool.query(query), limits?.statementMs)
  }

  get isOpen(): boolean {
    return !this.#closed
  }

  /** Whether a group of writes is open. They are committed at its end. */
  get isGrouping(): boolean {
    return this.#group !== undefined
  }

  rows<Row extends object>(sql: string, values?: readonly Value[]): Promise<Row[]> {
    return (this.#group ?? this.outside).rows(sql, values)
  }

  tuples<Row extends readonly unknown[]>(sql: string, values?: readonly Value[]): Promise<Row[]> {
    return (this.#group ?? this.outside).tuples(sql, values)
  }

  run(sql: string, values?: readonly Value[]): Promise<number> {
    return (this.#group ?? this.outside).run(sql, values)
  }

  /** Runs statements outside of any transaction, even while a group is open. */
  readonly outside: Connection

  /** Runs reads that see one state of the store, without the writes of an open group. */
  async snapshot<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const limitMs = this.#limits?.snapshotMs
    return inTransaction(new Transaction(this.#pool.connect(), BEGIN_READING, limitMs), work)
  }

  /** Runs writes in a transaction; in a part of it that is saved or undone as a whole if a group is open. */
  async write<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    if (this.#group !== undefined) return this.#group.part(work)
    return this.#afterOthers(() => inTransaction(new Transaction(this.#pool.connect(), BEGIN_WRITING), work))
  }

  /** Runs `work` with one transaction around all statements of this store. */
  async together<T>(work: () => Promise<T>): Promise<T> {
    if (this.#group !== undefined) return work()
    let start: (client: Promise<PoolClient>) => void = () => undefined
    const group = new Transaction(new Promise<PoolClient>((resolve) => (start = resolve)), BEGIN_WRITING)
    this.#group = group
    return this.#afterOthers(async () => {
      start(this.#pool.connect())
      return inTransaction(group, work, () => {
        this.#group = undefined
      })
    })
  }

  async close(): Promise<void> {
    if (this.#closed) return
    this.#closed = true
    await this.#pool.end()
  }

  #afterOthers<T>(work: () => Promise<T>): Promise<T> {
    const writing = this.#writing.then(work)
    this.#writing = writing.catch(() => undefined)
    return writing
  }
}

/** @param onEnd called before the last statement is sent: later statements do not belong to the transaction */
async function inTransaction<T>(
  transaction: Transaction,
  work: (connection: Connection) => Promise<T>,
  onEnd: () => void = () => undefined,
): Promise<T> {
  try {
    await transaction.begun
    const result = await work(transaction)
    onEnd()
    await transaction.commit()
    return result
  } catch (error) {
    onEnd()
    await transaction.rollBack()
    throw error
  }
}

/** A transaction on a connection of its own. Its statements run one after the other. */
class Transaction implements Connection {
  readonly #client: Promise<PoolClient>
  /** Resolves when the transaction is begun. */
  readonly begun: Promise<unknown>
  #last: Promise<unknown>
  #ended = false
  /** Whether the server did not answer, so nothing more can be said to it. */
  #isAway = false
  readonly #direct: Connection

  constructor(client: Promise<PoolClient>, begin: string, limitMs?: number) {
    this.#client = client
    const send = async (query: Query): Promise<QueryResult> => {
      try {
        return await (await client).query(query)
      } catch (error) {
        this.#isAway ||= isAway(error)
        throw error
      }
    }
    this.#direct = statementsOn(send, limitMs)
    this.begun = guarded(() => send({ text: begin, ...limitedTo(limitMs) }))
    this.#last = this.begun.catch(() => undefined)
  }

  rows<Row extends object>(sql: string, values?: readonly Value[]): Promise<Row[]> {
    return this.#inOrder(() => this.#direct.rows(sql, values))
  }

  tuples<Row extends readonly unknown[]>(sql: string, values?: readonly Value[]): Promise<Row[]> {
    return this.#inOrder(() => this.#direct.tuples(sql, values))
  }

  run(sql: string, values?: readonly Value[]): Promise<number> {
    return this.#inOrder(() => this.#direct.run(sql, values))
  }

  /** Runs a part of the transaction. Other statements wait for its end. Its own statements must use its connection. */
  part<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    return this.#inOrder(async () => {
      const client = await this.#client
      await guarded(() => client.query('SAVEPOINT part'))
      try {
        const result = await work(this.#direct)
        await guarded(() => client.query('RELEASE SAVEPOINT part'))
        return result
      } catch (error) {
        await guarded(() => client.query('ROLLBACK TO SAVEPOINT part; RELEASE SAVEPOINT part'))
        throw error
      }
    })
  }

  async commit(): Promise<void> {
    await this.#last
    const client = await this.#client
    const { command } = await guarded(() => client.query('COMMIT'))
    this.#ended = true
    client.release()
    // After a failed statement, PostgreSQL answers COMMIT with a rollback.
    if (command !== 'COMMIT')
      throw new DigestError('storeFailed', 'the store undid the transaction: a statement had failed')
  }

  /** Ends the transaction without its writes. Never rejects. */
  async rollBack(): Promise<void> {
    if (this.#ended) return
    this.#ended = true
    await this.#last
    const client = await this.#client.catch(() => undefined)
    if (this.#isAway) return client?.release(true)
    try {
      await client?.query('ROLLBACK')
      client?.release()
    } catch {
      client?.release(true)
    }
  }

  #inOrder<T>(work: () => Promise<T>): Promise<T> {
    const running = this.#last.then(async () => {
      await this.begun
      return work()
    })
    this.#last = running.catch(() => undefined)
    return running
  }
}

type Query = QueryConfig & { readonly rowMode?: 'array'; readonly query_timeout?: number }

function limitedTo(limitMs: number | undefined): Pick<Query, 'query_timeout'> {
  return limitMs === undefined ? {} : { query_timeout: limitMs }
}

/** @param limitMs how long a statement waits for its answer; default without end */
function statementsOn(send: (query: Query) => Promise<QueryResult>, limitMs?: number): Connection {
  const ask = (sql: string, values: readonly Value[], rowMode?: 'array'): Promise<QueryResult> =>
    guarded(() =>
      send({
        name: statementName(sql) + (rowMode ?? ''),
        text: sql,
        values: values.map(storable),
        ...(rowMode === undefined ? {} : { rowMode }),
        ...limitedTo(limitMs),
      }),
    )
  return {
    rows: async <Row extends object>(sql: string, values: readonly Value[] = []) =>
      (await ask(sql, values)).rows as Row[],
    tuples: async <Row extends readonly unknown[]>(sql: string, values: readonly Value[] = []) =>
      (await ask(sql, values, 'array')).rows as Row[],
    run: async (sql, values = []) => (await ask(sql, values)).rowCount ?? 0,
  }
}

async function guarded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw asStoreFailure(error)
  }
}
