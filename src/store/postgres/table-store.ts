import type { PostgresAddress } from '../../model/store-address.ts'
import { type Clock, MINUTE_MS } from '../../model/time.ts'
import { type Connection, findValue } from '../connection.ts'
import { type Row, type TableStore, tableStore } from '../copy/table-store.ts'
import { type CopiedTable, DATA_TABLES, HEAD_TABLES } from '../copy/tables.ts'
import { type AnswerLimits, openDatabase, type PostgresDatabase } from './database.ts'
import { checkUpToDate, migrate } from './migrations.ts'

export const TABLE_SQL = {
  empty: `TRUNCATE ${[...HEAD_TABLES, ...DATA_TABLES].map(({ name }) => name).join(', ')}, caches`,
  sequence: `SELECT coalesce(pg_sequence_last_value(pg_get_serial_sequence($1, $2)::regclass), 0)`,
  continueAfter: 'SELECT setval(pg_get_serial_sequence($1, $2), $3)',
  // The planner has no statistics of new tables.
  analyze: `ANALYZE ${DATA_TABLES.map(({ name }) => name).join(', ')}`,
} as const

/** A scheduled backup must fail rather than wait for ever. Tables are read in batches. */
const READING_LIMITS: AnswerLimits = { statementMs: MINUTE_MS, snapshotMs: 10 * MINUTE_MS }

/** Opens an existing store's tables for reading. Same errors as `openPostgresReadStore`. */
export function openPostgresTables(address: PostgresAddress): Promise<TableStore> {
  return openDatabase(address, READING_LIMITS, async (db, place) => {
    await checkUpToDate(db, place)
    return tablesOf(db, place)
  })
}

/** Opens a store's tables for writing. Creates the store if needed. Same errors as `openPostgresStore`. */
export function openPostgresTablesForWriting(
  address: PostgresAddress,
  { now }: { readonly now: Clock },
): Promise<TableStore> {
  return openDatabase(address, undefined, async (db, place) => {
    await migrate(db, place, now())
    return tablesOf(db, place)
  })
}

function tablesOf(db: PostgresDatabase, place: string): TableStore {
  return tableStore(db, place, {
    empty: [TABLE_SQL.empty],
    finish: TABLE_SQL.analyze,
    hashText: (column) => `encode(uuid_send(${column}), 'hex')`,
    // The database's own collation is unknown.
    orderedText: (column) => `${column} COLLATE "C"`,
    lastNumber,
    async continueAfter(to, table, number) {
      const { name, key } = table
      if (number > (await lastNumber(to, table)))
        await to.run(TABLE_SQL.continueAfter, [name, key[0] ?? '', number])
    },
    async *batches(from, { name, batchRows }, select, values) {
      const cursor = `copy_${name}`
      await from.run(`DECLARE ${cursor} NO SCROLL CURSOR FOR ${select}`, values)
      for (;;) {
        const rows = await from.tuples<Row>(`FETCH ${batchRows} FROM ${cursor}`)
        yield rows
        if (rows.length < batchRows) break
      }
      await from.run(`CLOSE ${cursor}`)
    },
    close: () => db.close(),
  })
}

async function lastNumber(from: Connection, { name, key }: CopiedTable): Promise<number> {
  return (await findValue<number>(from, TABLE_SQL.sequence, [name, key[0] ?? ''])) ?? 0
}
