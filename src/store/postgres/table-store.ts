import { placeOf, type PostgresAddress } from '../../model/store-address.ts'
import type { Clock } from '../../model/time.ts'
import type { Connection, WriteConnection } from '../connection.ts'
import type { Cell, Row, TableReader, TableStore } from '../copy/table-store.ts'
import {
  type CopiedColumn,
  type CopiedTable,
  DATA_TABLES,
  HEAD_TABLES,
  keyColumns,
  POSTGRES_TYPES,
  UNFINISHED_COPY,
} from '../copy/tables.ts'
import { PostgresDatabase } from './database.ts'
import { asOpenFailure } from './failure.ts'
import { checkUpToDate, migrate } from './migrations.ts'

export const COPY_SQL = {
  state: `SELECT (SELECT id::text FROM identity) AS "storeId", (SELECT coalesce(max(seq), 0) FROM changes) AS seq,
    (SELECT value FROM counters WHERE name = '${UNFINISHED_COPY}') AS unfinished,
    NOT (${DATA_TABLES.map(({ name }) => `EXISTS (SELECT 1 FROM ${name})`).join(' OR ')}) AS "isEmpty"`,
  truncate: `TRUNCATE ${[...HEAD_TABLES, ...DATA_TABLES].map(({ name }) => name).join(', ')}, caches`,
  forgetNote: `DELETE FROM counters WHERE name = '${UNFINISHED_COPY}'`,
  note: `INSERT INTO counters (name, value) VALUES ('${UNFINISHED_COPY}', $1)`,
  sequence: `SELECT coalesce(pg_sequence_last_value(pg_get_serial_sequence($1, $2)::regclass), 0) AS last`,
  continueAfter: 'SELECT setval(pg_get_serial_sequence($1, $2), $3)',
  analyze: `ANALYZE ${DATA_TABLES.map(({ name }) => name).join(', ')}`,
} as const

/** Opens an existing store for reading its tables. Same errors as `openPostgresReadStore`. */
export function openPostgresTables(address: PostgresAddress): Promise<TableStore> {
  return connect(address, checkUpToDate)
}

/** Opens a store for writing its tables. Creates it if there is none. Same errors as `openPostgresStore`. */
export function openPostgresTablesForWriting(
  address: PostgresAddress,
  { now }: { readonly now: Clock },
): Promise<TableStore> {
  return connect(address, (db, place) => migrate(db, place, now()))
}

async function connect(
  address: PostgresAddress,
  prepare: (db: PostgresDatabase, place: string) => Promise<void>,
): Promise<TableStore> {
  const place = placeOf(address)
  const db = new PostgresDatabase(address.url)
  try {
    await db.requireSessions(place)
    await prepare(db, place)
  } catch (error) {
    await db.close()
    throw asOpenFailure(place, error)
  }
  return {
    place,
    snapshot: (work) => db.snapshot((connection) => work(tableReader(connection))),
    begin: (head, seq) =>
      db.write(async (tx) => {
        await tx.run(COPY_SQL.truncate)
        for (const [table, rows] of head) insertAll(tx, table, rows)
        await tx.run(COPY_SQL.note, [seq])
      }),
    append: (table, rows) =>
      db.write(async (tx) => {
        insertAll(tx, table, rows)
      }),
    async continueAfter(table, number) {
      const { name, key } = table
      const last = await lastNumber(db, table)
      if (number > last) await db.run(COPY_SQL.continueAfter, [name, key[0] ?? '', number])
    },
    note: (seq) =>
      db.write(async (tx) => {
        await tx.run(COPY_SQL.forgetNote)
        if (seq !== undefined) await tx.run(COPY_SQL.note, [seq])
        // The planner knows nothing of new tables.
        else await tx.run(COPY_SQL.analyze)
      }),
    close: () => db.close(),
  }
}

function tableReader(from: Connection): TableReader {
  return {
    async state() {
      const [row] = await from.rows<StateRow>(COPY_SQL.state)
      if (row === undefined) throw new RangeError('a statement without FROM gave no row')
      const { unfinished, ...state } = row
      return { ...state, unfinishedSeq: unfinished ?? undefined }
    },
    async count(table) {
      const [row] = await from.tuples<[number]>(`SELECT count(*) FROM ${table.name}${condition(table)}`)
      return row?.[0] ?? 0
    },
    async lastKey(table) {
      const keys = keyColumns(table)
      const order = keys.map((key) => `${ordered(key)} DESC`).join(', ')
      const [row] = await from.tuples<Cell[]>(
        `SELECT ${keys.map(selected).join(', ')} FROM ${table.name} ORDER BY ${order} LIMIT 1`,
      )
      return row
    },
    lastNumber: (table) => lastNumber(from, table),
    async *batches(table, after) {
      const keys = keyColumns(table)
      const order = keys.map(ordered).join(', ')
      const places = keys.map(({ type }, at) => `$${at + 1}::${POSTGRES_TYPES[type]}`).join(', ')
      const all = condition(table)
      const where =
        after === undefined ? all : `${all === '' ? ' WHERE' : `${all} AND`} (${order}) > (${places})`
      const cursor = `copy_${table.name}`
      const select = `SELECT ${table.columns.map(selected).join(', ')} FROM ${table.name}${where} ORDER BY ${order}`
      await from.run(`DECLARE ${cursor} NO SCROLL CURSOR FOR ${select}`, after ?? [])
      for (;;) {
        const rows = await from.tuples<Cell[]>(`FETCH ${table.batchRows} FROM ${cursor}`)
        if (rows.length > 0) yield rows
        if (rows.length < table.batchRows) break
      }
      await from.run(`CLOSE ${cursor}`)
    },
  }
}

interface StateRow {
  readonly storeId: string
  readonly seq: number
  readonly unfinished: number | null
  readonly isEmpty: boolean
}

async function lastNumber(from: Connection, { name, key }: CopiedTable): Promise<number> {
  const [row] = await from.rows<{ last: number }>(COPY_SQL.sequence, [name, key[0] ?? ''])
  return row?.last ?? 0
}

/** The note of an unfinished copy is not copied. */
function condition({ name }: CopiedTable): string {
  return name === 'counters' ? ` WHERE name <> '${UNFINISHED_COPY}'` : ''
}

function selected({ name, type }: CopiedColumn): string {
  if (type === 'hash') return `encode(uuid_send(${name}), 'hex')`
  return type === 'uuid' ? `${name}::text` : name
}

/** The collation of the database may be any. */
function ordered({ name, type }: CopiedColumn): string {
  return type === 'text' ? `${name} COLLATE "C"` : name
}

function insertAll(tx: WriteConnection, { name, columns }: CopiedTable, rows: readonly Row[]): void {
  tx.insertAll(
    name,
    columns.map((column) => column.name),
    rows,
  )
}
