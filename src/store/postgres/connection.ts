import { hash } from 'node:crypto'
import { type CustomTypesConfig, type QueryConfig, type QueryResult, types } from 'pg'
import { type Connection, type Value, withoutNul } from '../connection.ts'
import { asStoreFailure } from './failure.ts'

/** A statement in the driver's form. */
export type Query = QueryConfig & { readonly rowMode?: 'array'; readonly query_timeout?: number }

/** A statement's time limit in the driver's form. */
export function limitedTo(limitMs: number | undefined): Pick<Query, 'query_timeout'> {
  return limitMs === undefined ? {} : { query_timeout: limitMs }
}

/**
 * Makes a connection from a function that sends statements. Statements are sent before a method returns.
 *
 * @param limitMs time limit for a response; default none
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

/** Converts errors of work. @throws DigestError('storeFailed' | 'storeForbidden') */
export async function guarded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw asStoreFailure(error)
  }
}

/** Name of the prepared statement on each connection. */
function statementName(sql: string): string {
  return hash('sha256', sql, 'hex').slice(0, 16)
}

/** Type id of `bigint` in PostgreSQL's catalog. */
const BIGINT = 20

/** Reads `bigint` columns as numbers: ids, times and counts are safe integers. */
export const VALUE_TYPES: CustomTypesConfig = {
  getTypeParser: (type: number, format?: 'text' | 'binary') =>
    type === BIGINT ? Number : types.getTypeParser(type, format === 'binary' ? 'text' : format),
}

/** Removes characters that PostgreSQL refuses. */
function storable(value: Value): Value {
  if (typeof value === 'string') return withoutNul(value)
  if (Array.isArray(value)) return value.map((one: string | number) => storable(one)) as string[] | number[]
  return value
}
