import {
  type Cell,
  type Connection,
  type Database,
  findValue,
  withoutNul,
  type WriteConnection,
} from '../connection.ts'
import { LAST_SEQ } from '../rows/change-row.ts'
import {
  type CopiedColumn,
  type CopiedTable,
  DATA_TABLES,
  HEAD_TABLES,
  keyColumns,
  POSTGRES_TYPES,
  UNFINISHED_COPY,
} from './tables.ts'

/** A row, in the order of the table's columns. */
export type Row = readonly Cell[]

/** Decides whether a store can be copied or can be a target. */
export interface CopyState {
  readonly storeId: string
  /** `seq` of the last change; 0 if there is none. */
  readonly seq: number
  /** The source's `seq` when the unfinished copy into this store started; `undefined` if there is none. */
  readonly unfinishedSeq: number | undefined
  /** Whether all tables but the head tables are empty. */
  readonly isEmpty: boolean
}

export const COPY_SQL = {
  state: `SELECT (SELECT CAST(id AS text) FROM identity) AS "storeId",
    ${LAST_SEQ} AS seq,
    (SELECT value FROM counters WHERE name = '${UNFINISHED_COPY}') AS unfinished,
    NOT (${DATA_TABLES.map(({ name }) => `EXISTS (SELECT 1 FROM ${name})`).join(' OR ')}) AS "isEmpty"`,
  forgetNote: `DELETE FROM counters WHERE name = '${UNFINISHED_COPY}'`,
  note: `INSERT INTO counters (name, value) VALUES ('${UNFINISHED_COPY}', $1)`,
} as const

const EMPTY_HEAD = HEAD_TABLES.map(({ name }) => `DELETE FROM ${name}`)

/** Table operations that differ between the engines. */
export interface TableEngine {
  readonly empty: readonly string[]
  /** SQL to run at the end; absent for none. */
  readonly finish?: string
  /** SQL for a hash as 32 hex digits. */
  hashText(column: string): string
  /** SQL for a text in byte order. */
  orderedText(column: string): string
  /** See `TableReader`. */
  lastNumber(from: Connection, table: CopiedTable): Promise<number>
  /** See `TableStore`. */
  continueAfter(db: Connection, table: CopiedTable, number: number): Promise<void>
  /** Runs a query and yields its rows in batches. The last one is smaller, or empty. */
  batches(from: Connection, table: CopiedTable, select: string, values: Row): AsyncIterable<Row[]>
  close(): Promise<void>
}

/** Access to a store's tables for copies. Rejects with `storeFailed`. */
export type TableStore = ReturnType<typeof tableStore>

/** @param place the address in messages */
export function tableStore(db: Database, place: string, engine: TableEngine) {
  return {
    place,
    /** Runs reads on one snapshot. */
    snapshot: <T>(work: (reader: TableReader) => Promise<T>) =>
      db.snapshot((from) => work(tableReader(from, engine))),
    /**
     * Writes the head tables and marks the copy as unfinished, in one transaction. `anew` first empties all tables. A
     * resumed copy writes the head again: reserving ids makes no change, and a restored backup has its own head.
     */
    begin: (start: 'anew' | 'resumed', head: ReadonlyMap<CopiedTable, readonly Row[]>, seq: number) =>
      db.write(async (tx) => {
        for (const statement of start === 'anew' ? engine.empty : EMPTY_HEAD) await tx.run(statement)
        for (const [table, rows] of head) insertAll(tx, table, rows)
        await tx.run(COPY_SQL.note, [seq])
      }),
    /** Writes rows in one transaction. */
    append: (table: CopiedTable, rows: readonly Row[]) =>
      db.write(async (tx) => {
        insertAll(tx, table, rows)
      }),
    /** Makes a numbered table continue after a number, unless it is already past it. */
    continueAfter: (table: CopiedTable, number: number) => engine.continueAfter(db, table, number),
    /** Sets the mark of an unfinished copy; `undefined` deletes it. */
    note: (seq: number | undefined) =>
      db.write(async (tx) => {
        await tx.run(COPY_SQL.forgetNote)
        if (seq !== undefined) await tx.run(COPY_SQL.note, [seq])
        else if (engine.finish !== undefined) await tx.run(engine.finish)
      }),
    close: () => engine.close(),
  }
}

export type TableReader = ReturnType<typeof tableReader>

/** Reads of one snapshot. */
function tableReader(from: Connection, engine: TableEngine) {
  const selected = ({ name, type }: CopiedColumn): string => {
    if (type === 'hash') return engine.hashText(name)
    return type === 'uuid' ? `CAST(${name} AS text)` : name
  }
  const ordered = ({ name, type }: CopiedColumn): string =>
    type === 'text' ? engine.orderedText(name) : name

  return {
    async state(): Promise<CopyState> {
      const [row] = await from.rows<StateRow>(COPY_SQL.state)
      if (row === undefined) throw new RangeError('a statement without FROM gave no row')
      const { unfinished, isEmpty, ...state } = row
      return { ...state, unfinishedSeq: unfinished ?? undefined, isEmpty: Boolean(isEmpty) }
    },
    async count(table: CopiedTable): Promise<number> {
      return (await findValue<number>(from, `SELECT count(*) FROM ${table.name}${condition(table)}`)) ?? 0
    },
    /** The greatest key; `undefined` without rows. */
    async lastKey(table: CopiedTable): Promise<Row | undefined> {
      const keys = keyColumns(table)
      const order = keys.map((key) => `${ordered(key)} DESC`).join(', ')
      const [row] = await from.tuples<Cell[]>(
        `SELECT ${keys.map(selected).join(', ')} FROM ${table.name} ORDER BY ${order} LIMIT 1`,
      )
      return row && storable(row)
    },
    /** The last number that a numbered table assigned, even if that row was deleted; 0 for none. */
    lastNumber: (table: CopiedTable) => engine.lastNumber(from, table),
    /** Yields all rows in key order, or those after a key. */
    async *batches(table: CopiedTable, after?: Row): AsyncIterable<readonly Row[]> {
      const keys = keyColumns(table)
      const order = keys.map(ordered).join(', ')
      const places = keys.map(({ type }, at) => `$${at + 1}::${POSTGRES_TYPES[type]}`).join(', ')
      const all = condition(table)
      const where =
        after === undefined ? all : `${all === '' ? ' WHERE' : `${all} AND`} (${order}) > (${places})`
      const select = `SELECT ${table.columns.map(selected).join(', ')} FROM ${table.name}${where} ORDER BY ${order}`
      for await (const rows of engine.batches(from, table, select, after ?? []))
        if (rows.length > 0) yield rows.map(storable)
    },
  }
}

interface StateRow {
  readonly storeId: string
  readonly seq: number
  readonly unfinished: number | null
  readonly isEmpty: boolean | 0 | 1
}

/** Excludes the mark of an unfinished copy. */
function condition({ name }: CopiedTable): string {
  return name === 'counters' ? ` WHERE name <> '${UNFINISHED_COPY}'` : ''
}

/** PostgreSQL's texts cannot contain U+0000. */
function storable(row: Row): Row {
  return row.map((cell) => (typeof cell === 'string' ? withoutNul(cell) : cell))
}

function insertAll(tx: WriteConnection, { name, columns }: CopiedTable, rows: readonly Row[]): void {
  const named = rows.map((row) =>
    Object.fromEntries(columns.map((column, at) => [column.name, row[at] ?? null])),
  )
  tx.insertAll(name, named)
}
