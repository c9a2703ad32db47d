import type { PoolClient, QueryResult } from 'pg'
import {
  type Cell,
  type Connection,
  Delegating,
  jsonCell,
  jsonRows,
  type Value,
  type WriteConnection,
} from '../connection.ts'
import { columnType, typedColumns } from '../copy/tables.ts'
import { guarded, limitedTo, type Query, statementsOn } from './connection.ts'
import { asStoreFailure } from './failure.ts'
import { isAway } from './primary.ts'

/** Notifies listening readers. */
export const CHANGE_CHANNEL = 'content_digest_changes'

export const WAKE_SQL = { announce: `SELECT pg_notify('${CHANGE_CHANNEL}', '')` } as const

/**
 * Runs work in a transaction, and commits or rolls back all of it.
 *
 * @param onEnd called before the last statement: later statements are not part of the transaction
 */
export async function inTransaction<T>(
  transaction: Transaction,
  work: (connection: WriteConnection) => Promise<T>,
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
    throw await transaction.rollBack(error)
  }
}

/** A transaction on a dedicated connection. Statements are sent in the order of the calls. */
export class Transaction extends Delegating implements WriteConnection {
  readonly #client: Promise<PoolClient>
  /** Resolves when the transaction has begun. This connection sends statements at once, even within a part. */
  readonly begun: Promise<Connection>
  /** The begin of the transaction, or its last part. */
  #last: Promise<unknown>
  #ended = false
  /** Whether the connection is lost, so nothing more can be sent. */
  #isAway = false
  /** The first failure that no part has rolled back: PostgreSQL refuses all later statements. */
  #failure: unknown
  readonly insertAll: WriteConnection['insertAll']
  readonly announce: WriteConnection['announce']

  constructor(client: Promise<PoolClient>, begin: string, limitMs?: number) {
    super()
    this.#client = client
    this.begun = guarded(() => this.#begin(begin, limitMs))
    this.#last = this.begun.catch(() => undefined)
    const { insertAll, announce } = sendingBy((sql, values) => this.send(sql, values))
    this.insertAll = insertAll
    this.announce = announce
  }

  async #begin(begin: string, limitMs?: number): Promise<Connection> {
    const client = await this.#client
    const send = async (query: Query): Promise<QueryResult> => {
      try {
        return await client.query(query)
      } catch (error) {
        this.#isAway ||= isAway(error)
        this.#failure ??= error
        throw error
      }
    }
    await send({ text: begin, ...limitedTo(limitMs) })
    return statementsOn(send, limitMs)
  }

  send(sql: string, values?: readonly Value[]): void {
    unawaited(this.run(sql, values))
  }

  /** Runs a part of the transaction in a savepoint, which `work` must use. Other statements wait for its end. */
  part<T>(work: (connection: WriteConnection) => Promise<T>): Promise<T> {
    const running = this.on((direct) => this.#runPart(direct, work))
    this.#last = running.catch(() => undefined)
    return running
  }

  async #runPart<T>(direct: Connection, work: (connection: WriteConnection) => Promise<T>): Promise<T> {
    const client = await this.#client
    unawaited(direct.run('SAVEPOINT part'))
    try {
      const result = await work({
        ...direct,
        ...sendingBy((sql, values) => unawaited(direct.run(sql, values))),
      })
      // Its response comes after those of all earlier statements.
      await direct.run('RELEASE SAVEPOINT part')
      if (this.#failure !== undefined) throw new Error('a statement of the part failed')
      return result
    } catch (error) {
      // Fails too if a statement before the part failed.
      const isUndone = await client.query('ROLLBACK TO SAVEPOINT part; RELEASE SAVEPOINT part').then(
        () => true,
        () => false,
      )
      const reason = this.#reasonOf(error)
      if (isUndone) this.#failure = undefined
      throw reason
    }
  }

  async commit(): Promise<void> {
    const client = await this.#client
    const { command } = await this.on(() => guarded(() => client.query('COMMIT')))
    this.#ended = true
    client.release()
    // After a failed statement, PostgreSQL responds to COMMIT with a rollback.
    if (this.#failure !== undefined || command !== 'COMMIT')
      throw asStoreFailure(this.#failure ?? new Error('it undid the transaction'))
  }

  /** Rolls the transaction back. @returns the reason of the failure */
  async rollBack(failure: unknown): Promise<unknown> {
    if (this.#ended) return failure
    this.#ended = true
    await this.#last
    const client = await this.#client.catch(() => undefined)
    try {
      if (!this.#isAway) await client?.query('ROLLBACK')
      client?.release(this.#isAway)
    } catch {
      client?.release(true)
    }
    return this.#reasonOf(failure)
  }

  /** The first failed statement, since later ones fail because of it; `failure` if there is none. */
  #reasonOf(failure: unknown): unknown {
    return this.#failure === undefined ? failure : asStoreFailure(this.#failure)
  }

  protected async on<T>(work: (direct: Connection) => Promise<T>): Promise<T> {
    await this.#last
    return work(await this.begun)
  }
}

/** Ignores the rejection: `#failure` already has it. */
function unawaited(answer: Promise<unknown>): void {
  answer.catch(() => undefined)
}

/** Methods of a write connection that only need `send`. */
function sendingBy(send: WriteConnection['send']): Pick<WriteConnection, 'send' | 'insertAll' | 'announce'> {
  return {
    send,
    insertAll: (...given) => insertRows(send, ...given),
    announce: () => send(WAKE_SQL.announce),
  }
}

/** Inserts rows in one statement, from JSON. */
function insertRows(
  send: WriteConnection['send'],
  table: string,
  rows: readonly Readonly<Record<string, Cell>>[],
  { ifNew = false }: { readonly ifNew?: boolean } = {},
): void {
  if (rows[0] === undefined) return
  const columns = Object.keys(rows[0])
  const values = columns.map((column) =>
    columnType(table, column) === 'bytes' ? `decode(x.${column}, 'base64')` : `x.${column}`,
  )
  const objects = rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([column, cell]) => [column, jsonCell(cell)])),
  )
  send(
    `INSERT INTO ${table} (${columns.join()}) OVERRIDING SYSTEM VALUE SELECT ${values.join()}
      FROM json_to_recordset($1::json) x(${typedColumns(table, columns)})${ifNew ? ' ON CONFLICT DO NOTHING' : ''}`,
    [jsonRows(objects)],
  )
}
