import { hash } from 'node:crypto'
import { type CustomTypesConfig, types } from 'pg'
import type { Value } from '../connection.ts'
import { withoutNul } from '../rows/storable-text.ts'

const names = new Map<string, string>()

/** The name under which each connection prepares a statement once. */
export function statementName(sql: string): string {
  const known = names.get(sql)
  if (known !== undefined) return known
  const name = hash('sha256', sql, 'hex').slice(0, 16)
  names.set(sql, name)
  return name
}

/** The number of the type `bigint` in PostgreSQL's catalog. */
const BIGINT = 20

/** Ids, times and counts are safe integers, so `bigint` columns are read as numbers. */
export const VALUE_TYPES: CustomTypesConfig = {
  getTypeParser: (type: number, format?: 'text' | 'binary') =>
    type === BIGINT ? Number : types.getTypeParser(type, format === 'binary' ? 'text' : format),
}

/** Replaces what PostgreSQL refuses. */
export function storable(value: Value): Value {
  if (typeof value === 'string') return withoutNul(value)
  if (Array.isArray(value)) return value.map((one: string | number) => storable(one)) as string[] | number[]
  return value
}
