import type { Database } from 'better-sqlite3'
import { tagKey } from '../../model/item.ts'
import { canonicalKey } from '../../url/url.ts'
import { type Migration, readMigrationsIn } from '../read-migrations.ts'
import { keyHash } from '../rows/hashes.ts'

export function readMigrations(): Migration[] {
  return readMigrationsIn(new URL('migrations/', import.meta.url))
}

/** The newest schema version that this program knows. */
export const NEWEST_VERSION = readMigrations().at(-1)?.version ?? 0

/** Migrates a database to the newest version in one transaction. */
export function migrate(db: Database, migrations = readMigrations()): void {
  db.function('tag_key', { deterministic: true }, (tag) => tagKey(String(tag)))
  db.function('address_hash', { deterministic: true }, (url) => {
    const key = canonicalKey(String(url))
    return key === undefined ? null : Buffer.from(keyHash(key), 'hex')
  })
  db.transaction(() => {
    const version = schemaVersion(db)
    for (const migration of migrations) {
      if (migration.version <= version) continue
      db.exec(migration.sql)
      db.pragma(`user_version = ${migration.version}`)
    }
  }).immediate()
}

export function schemaVersion(db: Database): number {
  return Number(db.pragma('user_version', { simple: true }))
}
