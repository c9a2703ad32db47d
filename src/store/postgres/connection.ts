import type { QueryConfig, QueryResult } from 'pg'
import { asStoreFailure } from './failure.ts'
import { statementName, storable, type Value } from './statements.ts'

/** Where statements run: on any connection, or on that of a transaction. */
export interface Connection {
  /** Gives rows as objects. @throws DigestError('storeFailed') with the driver's error as its cause */
  rows<Row extends object>(sql: string, values?: readonly Value[]): Promise<Row[]>
  /** Gives rows as arrays, which are faster to read. */
  tuples<Row extends readonly unknown[]>(sql: string, values?: readonly Value[]): Promise<Row[]>
  /** @returns the number of rows written */
  run(sql: string, values?: readonly Value[]): Promise<number>
}

/** Where the statements of a transaction that writes run. */
export interface WriteConnection extends Connection {
  /**
   * Sends a statement without waiting for its answer. If it fails, the transaction fails at its end, or the part of a
   * group, for this reason.
   */
  send(sql: string, values?: readonly Value[]): void
}

/** A statement as the driver takes it. */
export type Query = QueryConfig & { readonly rowMode?: 'array'; readonly query_timeout?: number }

/** The time limit of a statement, as the driver takes it. */
export function limitedTo(limitMs: number | undefined): Pick<Query, 'query_timeout'> {
  return limitMs === undefined ? {} : { query_timeout: limitMs }
}

/**
 * Makes a connection of a function that sends statements. It sends them before it returns.
 *
 * @param limitMs how long a statement waits for its answer; default without end
 */
export function statementsOn(send: (query: Query) => Promise<QueryResult>, limitMs?: number): Connection {
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

/** Runs work whose failure is one of the store. @throws DigestError('storeFailed' | 'storeForbidden') */
export async function guarded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw asStoreFailure(error)
  }
}
