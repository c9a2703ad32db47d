import type { PoolClient, QueryResult } from 'pg'
import { DigestError } from '../../model/errors.ts'
import {
  type Cell,
  type Connection,
  Delegating,
  jsonRows,
  type Value,
  type WriteConnection,
} from '../connection.ts'
import { columnType, typedColumns } from '../copy/tables.ts'
import { guarded, limitedTo, type Query, statementsOn } from './connection.ts'
import { asStoreFailure } from './failure.ts'
import { isAway } from './primary.ts'

/** Wakes the readers that listen. */
export const CHANGE_CHANNEL = 'content_digest_changes'

export const WAKE_SQL = { announce: `SELECT pg_notify('${CHANGE_CHANNEL}', '')` } as const

/**
 * Runs work in a transaction, and saves or undoes all of it.
 *
 * @param onEnd called before the last statement is sent: later statements do not belong to the transaction
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

/** A transaction on a connection of its own. Its statements are sent in the order in which they are asked for. */
export class Transaction extends Delegating implements WriteConnection {
  readonly #client: Promise<PoolClient>
  /** Resolves when the transaction is begun. The connection sends its statements at once, also while a part is open. */
  readonly begun: Promise<Connection>
  /** The begin of the transaction, then its last part. */
  #last: Promise<unknown>
  #ended = false
  /** Whether the server did not answer, so nothing more can be said to it. */
  #isAway = false
  readonly #sent = new Sent()
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
        throw error
      }
    }
    await send({ text: begin, ...limitedTo(limitMs) })
    return statementsOn(send, limitMs)
  }

  send(sql: string, values?: readonly Value[]): void {
    this.#sent.add(this.run(sql, values))
  }

  /** Runs a part of the transaction. Other statements wait for its end. Its own statements must use its connection. */
  part<T>(work: (connection: WriteConnection) => Promise<T>): Promise<T> {
    const running = this.on((direct) => this.#runPart(direct, work))
    this.#last = running.catch(() => undefined)
    return running
  }

  async #runPart<T>(direct: Connection, work: (connection: WriteConnection) => Promise<T>): Promise<T> {
    const client = await this.#client
    const sent = new Sent()
    sent.add(client.query('SAVEPOINT part'))
    try {
      const send: WriteConnection['send'] = (sql, values) => {
        sent.add(direct.run(sql, values))
      }
      const result = await work({
        ...direct,
        ...sendingBy(send),
      })
      sent.add(client.query('RELEASE SAVEPOINT part'))
      await sent.answered()
      return result
    } catch (error) {
      await guarded(() => client.query('ROLLBACK TO SAVEPOINT part; RELEASE SAVEPOINT part'))
      throw await sent.reasonFor(error)
    }
  }

  async commit(): Promise<void> {
    const client = await this.#client
    const { command } = await this.on(() => guarded(() => client.query('COMMIT')))
    await this.#sent.answered()
    this.#ended = true
    client.release()
    // After a failed statement, PostgreSQL answers COMMIT with a rollback.
    if (command !== 'COMMIT')
      throw new DigestError('storeFailed', 'the store undid the transaction: a statement had failed')
  }

  /** Ends the transaction without its writes. @returns why it failed */
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
    return this.#sent.reasonFor(failure)
  }

  protected async on<T>(work: (direct: Connection) => Promise<T>): Promise<T> {
    await this.#last
    return work(await this.begun)
  }
}

/** Statements that nobody waits for. */
class Sent {
  readonly #answers: Promise<unknown>[] = []

  add(answer: Promise<unknown>): void {
    answer.catch(() => undefined)
    this.#answers.push(answer)
  }

  /** Waits for all answers. Rejects with the first failure. */
  async answered(): Promise<void> {
    await Promise.all(this.#answers)
  }

  /** The first failure, since all later statements of a transaction fail because of it; `failure` if there was none. */
  async reasonFor(failure: unknown): Promise<unknown> {
    const settled = await Promise.allSettled(this.#answers)
    const first = settled.find((one) => one.status === 'rejected')
    return first === undefined ? failure : asStoreFailure(first.reason)
  }
}

/** What a connection for writing does by its `send`. */
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
  columns: readonly string[],
  rows: readonly (readonly Cell[])[],
  { ifNew = false }: { readonly ifNew?: boolean } = {},
): void {
  if (rows.length === 0) return
  const values = columns.map((column) =>
    columnType(table, column) === 'bytes' ? `decode(x.${column}, 'base64')` : `x.${column}`,
  )
  const objects = rows.map((row) =>
    Object.fromEntries(columns.map((column, at) => [column, jsonCell(row[at])])),
  )
  send(
    `INSERT INTO ${table} (${columns.join()}) OVERRIDING SYSTEM VALUE SELECT ${values.join()}
      FROM json_to_recordset($1::json) x(${typedColumns(table, columns)})${ifNew ? ' ON CONFLICT DO NOTHING' : ''}`,
    [jsonRows(objects)],
  )
}

function jsonCell(cell: Cell | undefined): string | number | null {
  return Buffer.isBuffer(cell) ? cell.toString('base64') : (cell ?? null)
}
