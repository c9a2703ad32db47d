import type { Database } from 'better-sqlite3'
import type { CachedStore } from '../columns-cache.ts'
import { schemaVersion } from './migrations.ts'
import { prepareAll } from './statements.ts'

export const CACHED_STORE_SQL = {
  storeId: 'SELECT id FROM identity LIMIT 1',
  change: 'SELECT json_array(kind, item_id, story_id, source_id, at) FROM changes WHERE seq = ?',
} as const

/** What the columns' file is tied to. */
export function cachedStore(db: Database): CachedStore {
  const sql = prepareAll(db, CACHED_STORE_SQL)
  for (const name of ['storeId', 'change'] as const) sql[name].pluck()
  return {
    identity: async () => ({ storeId: sql.storeId.get() as string, schemaVersion: schemaVersion(db) }),
    changeText: async (seq) => sql.change.get(seq) as string | undefined,
  }
}
