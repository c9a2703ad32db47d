import type { Database } from 'better-sqlite3'
import { prepareAll } from './statements.ts'

export const IDENTITY_SQL = { id: 'SELECT id FROM identity LIMIT 1' } as const

/** Reads what tells this store from every other. */
export function identityReads(db: Database): () => string {
  const { id } = prepareAll(db, IDENTITY_SQL)
  id.pluck()
  return () => id.get() as string
}
