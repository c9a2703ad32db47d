import { DigestError } from '../../model/errors.ts'
import type { EpochMs } from '../../model/time.ts'
import { type Connection, findValue } from '../connection.ts'
import { readMigrationsIn } from '../read-migrations.ts'
import type { PostgresDatabase } from './database.ts'

/** Older major versions are not tested. */
const MIN_VERSION = 15

/** Oid of the store's schema. Casting its name to `regnamespace` would fold capitals and split at a dot. */
export const CURRENT_SCHEMA = '(SELECT oid FROM pg_namespace WHERE nspname = current_schema())'

export const SCHEMA_SQL = {
  server: `SELECT current_setting('server_version_num')::int / 10000 AS version, current_setting('server_encoding') AS encoding,
    current_schema() AS schema`,
  // Without tables of extensions.
  tables: `SELECT c.relname AS name FROM pg_class c
    WHERE c.relnamespace = ${CURRENT_SCHEMA} AND c.relkind IN ('r', 'p', 'v', 'm', 'f')
      AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')`,
  // From the catalog, which also shows objects that the role may not read.
  isOurs: `SELECT count(*) FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
    WHERE c.relnamespace = ${CURRENT_SCHEMA} AND c.relname = 'content_digest'
      AND a.attname IN ('version', 'migrated_at')`,
  version: 'SELECT max(version) FROM content_digest',
  create: 'CREATE TABLE content_digest (version INTEGER PRIMARY KEY, migrated_at BIGINT NOT NULL)',
  note: 'INSERT INTO content_digest (version, migrated_at) VALUES ($1, $2)',
  // Fails without the privilege to write. Changes nothing.
  mayWrite: 'UPDATE items SET id = id WHERE false',
  created: `INSERT INTO counters (name, value) VALUES ('created', $1)`,
} as const

const readMigrations = () => readMigrationsIn(new URL('migrations/', import.meta.url))

/** The newest schema version that this program knows. */
export const NEWEST_VERSION = readMigrations().at(-1)?.version ?? 0

/**
 * Creates or migrates the tables. One node does so at a time, in one transaction.
 *
 * @throws DigestError('storeForeign' | 'storeNewer') with nothing changed; `storeUnusable` if the server is too old,
 *   its encoding is not UTF8, or it has no schema for tables
 */
export async function migrate(db: PostgresDatabase, place: string, now: EpochMs): Promise<void> {
  if ((await checkSchema(db, place)) === NEWEST_VERSION) {
    await db.outside.run(SCHEMA_SQL.mayWrite)
    return
  }
  await db.write(async (tx) => {
    // Another node may have migrated while this one waited for the lock.
    const version = await checkSchema(tx, place)
    if (version === undefined) await tx.run(SCHEMA_SQL.create)
    for (const migration of readMigrations()) {
      if (migration.version <= (version ?? 0)) continue
      for (const statement of statementsOf(migration.sql)) await tx.run(statement)
      await tx.run(SCHEMA_SQL.note, [migration.version, now])
    }
    if (version === undefined) await tx.run(SCHEMA_SQL.created, [now])
  })
}

/** Checks that the store exists and its schema is current. Same errors as `migrate`. */
export async function checkUpToDate(db: PostgresDatabase, place: string): Promise<void> {
  const version = await checkSchema(db, place)
  if (version === undefined) throw new DigestError('storeFailed', `there is no store at ${place}`)
  if (version < NEWEST_VERSION) {
    throw new DigestError(
      'storeFailed',
      `${place} has an older schema: start 'content-digest serve' or 'collect' of this version once, which brings it up to date`,
    )
  }
}

/** @returns the schema version; `undefined` if there are no tables */
export async function checkSchema(from: Connection, place: string): Promise<number | undefined> {
  const [server] = await from.rows<{ version: number; encoding: string; schema: string | null }>(
    SCHEMA_SQL.server,
  )
  if (server === undefined || server.version < MIN_VERSION) {
    const message = `${place} is PostgreSQL ${server?.version}; this needs ${MIN_VERSION} or later`
    throw new DigestError('storeUnusable', message)
  }
  if (server.encoding !== 'UTF8')
    throw new DigestError('storeUnusable', `${place} has the encoding ${server.encoding}; this needs UTF8`)
  if (server.schema === null)
    throw new DigestError(
      'storeUnusable',
      `${place} has no schema for tables; create one, or set search_path`,
    )

  const tables = await from.rows<{ name: string }>(SCHEMA_SQL.tables)
  if (tables.length === 0) return undefined
  if ((await findValue(from, SCHEMA_SQL.isOurs)) !== 2) {
    const message = `${place} has tables of another program in the schema ${server.schema}; it was left as it is. Give content-digest a database or schema of its own`
    throw new DigestError('storeForeign', message)
  }
  const version = (await findValue<number>(from, SCHEMA_SQL.version)) ?? 0
  if (version > NEWEST_VERSION) {
    throw new DigestError(
      'storeNewer',
      `${place} was written by a newer version of content-digest (schema ${version}, this one knows ${NEWEST_VERSION}); it was left as it is`,
    )
  }
  return version
}

/** Splits a file into statements. Each ends with a semicolon at the end of a line. */
function statementsOf(sql: string): string[] {
  return sql
    .replaceAll(/--.*$/gm, '')
    .split(/;\s*$/m)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '')
}
