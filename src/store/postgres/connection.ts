import { hash } from 'node:crypto'
import { type CustomTypesConfig, type QueryConfig, type QueryResult, types } from 'pg'
import { type Connection, type Value, withoutNul } from '../connection.ts'
import { asStoreFailure } from './failure.ts'

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

/** The name under which each connection prepares a statement once. */
function statementName(sql: string): string {
  return hash('sha256', sql, 'hex').slice(0, 16)
}

/** The number of the type `bigint` in PostgreSQL's catalog. */
const BIGINT = 20

/** Ids, times and counts are safe integers, so `bigint` columns are read as numbers. */
export const VALUE_TYPES: CustomTypesConfig = {
  getTypeParser: (type: number, format?: 'text' | 'binary') =>
    type === BIGINT ? Number : types.getTypeParser(type, format === 'binary' ? 'text' : format),
}

/** Replaces what PostgreSQL refuses. */
function storable(value: Value): Value {
  if (typeof value === 'string') return withoutNul(value)
  if (Array.isArray(value)) return value.map((one: string | number) => storable(one)) as string[] | number[]
  return value
}
