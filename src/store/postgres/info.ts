import { DigestError } from '../../model/errors.ts'
import type { PostgresAddress } from '../../model/store-address.ts'
import type { CheckedStore } from '../check/check-store.ts'
import { findValue } from '../connection.ts'
import type { StoreInfo, TableSize } from '../engine.ts'
import { SUMMARY_SQL, type SummaryRow, summaryOf } from '../summary.ts'
import { openDatabase, type PostgresDatabase, withDatabase } from './database.ts'
import { checkUpToDate, CURRENT_SCHEMA, NEWEST_VERSION } from './migrations.ts'

export const INFO_SQL = {
  storeId: 'SELECT id::text FROM identity LIMIT 1',
  // A partition counts for its table.
  tables: `SELECT t.relname AS name, sum(pg_total_relation_size(c.oid))::bigint AS bytes
    FROM pg_class c JOIN pg_class t ON t.oid = coalesce(pg_partition_root(c.oid)::oid, c.oid)
    WHERE c.relnamespace = ${CURRENT_SCHEMA} AND c.relkind IN ('r', 'm')
    GROUP BY t.relname ORDER BY 2 DESC, 1`,
  mayVacuum: `SELECT pg_has_role(d.datdba, 'USAGE') OR CASE WHEN current_setting('server_version_num')::int < 170000
      THEN pg_has_role(c.relowner, 'USAGE') ELSE has_table_privilege(c.oid, 'MAINTAIN') END AS "mayVacuum"
    FROM pg_class c, pg_database d WHERE c.oid = to_regclass('items') AND d.datname = current_database()`,
  vacuum: 'VACUUM (ANALYZE)',
} as const

/** Same errors as `openPostgresReadStore`. */
export function postgresInfo(address: PostgresAddress): Promise<StoreInfo> {
  return connected(address, (db) =>
    db.snapshot(async (from) => {
      const storeId = await findValue<string>(from, INFO_SQL.storeId)
      const [row] = await from.rows<SummaryRow>(SUMMARY_SQL)
      if (row === undefined) throw new RangeError('a statement without FROM gave no row')
      const tables = await from.rows<TableSize>(INFO_SQL.tables)
      return {
        engine: 'postgres',
        summary: summaryOf(row, { schemaVersion: NEWEST_VERSION, storeId }),
        tables,
        bytes: tables.reduce((sum, { bytes }) => sum + bytes, 0),
        freeBytes: undefined,
      }
    }),
  )
}

const OTHERS =
  'the tables of the store are those of another role, which alone may vacuum them: name that role in the address'

/**
 * Makes the space of deleted rows reusable, and updates the planner's statistics. Others read and write meanwhile.
 * Tables of other schemas are left out.
 *
 * @throws DigestError('storeForbidden') if the role lacks the privilege
 */
export function vacuumPostgres(address: PostgresAddress): Promise<void> {
  return connected(address, async (db) => {
    // The server would only warn and skip the tables.
    if ((await findValue<boolean>(db, INFO_SQL.mayVacuum)) === false)
      throw new DigestError('storeForbidden', OTHERS)
    const tables = await db.rows<TableSize>(INFO_SQL.tables)
    const quoted = tables.map(({ name }) => `"${name.replaceAll('"', '""')}"`)
    await db.run(`${INFO_SQL.vacuum} ${quoted.join(', ')}`)
  })
}

/** Opens a store for checks. Same errors as `openPostgresReadStore`. */
export function openCheckedPostgres(address: PostgresAddress): Promise<CheckedStore> {
  return openDatabase(address, undefined, async (db, place) => {
    await checkUpToDate(db, place)
    return {
      db,
      // Files are the server's task: data checksums and pg_amcheck.
      engineFaults: () => Promise.resolve([]),
      rebuildIndexes: () => Promise.resolve(),
      close: () => db.close(),
    }
  })
}

function connected<T>(address: PostgresAddress, work: (db: PostgresDatabase) => Promise<T>): Promise<T> {
  return withDatabase(address, async (db, place) => {
    await checkUpToDate(db, place)
    return work(db)
  })
}
