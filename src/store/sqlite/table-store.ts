import { setImmediate } from 'node:timers/promises'
import type { Cell, CopyState, Row, TableReader, TableStore } from '../copy/table-store.ts'
import {
  type CellType,
  type CopiedTable,
  DATA_TABLES,
  HEAD_TABLES,
  keyColumns,
  UNFINISHED_COPY,
} from '../copy/tables.ts'
import { withoutNul } from '../rows/storable-text.ts'
import { SqliteConnection } from './connection.ts'
import type { Database } from './driver.ts'
import { guarded } from './failure.ts'
import { asOpenFailure, emptyLog, openForReading, openForWriting, type SqliteOptions } from './open-file.ts'

export const COPY_STATE_SQL = {
  storeId: 'SELECT id FROM identity LIMIT 1',
  seq: 'SELECT coalesce(max(seq), 0) FROM changes',
  unfinished: `SELECT value FROM counters WHERE name = '${UNFINISHED_COPY}'`,
} as const

/** Tables whose numbers never come again (AUTOINCREMENT), and that another engine numbers too. */
const AUTOINCREMENT = new Set(['source_events'])

/** Opens an existing store for reading its tables. Same errors as `openSqliteReadStore`. */
export async function openSqliteTables(file: string, options: SqliteOptions): Promise<TableStore> {
  return tableStore(openForReading(file, options), file)
}

/** Opens a store for writing its tables. Creates it if there is none. Same errors as `openSqliteStore`. */
export async function openSqliteTablesForWriting(file: string, options: SqliteOptions): Promise<TableStore> {
  return tableStore(openForWriting(file, options), file)
}

function tableStore(db: Database, file: string): TableStore {
  try {
    const reader = tableReader(db)
    const connection = new SqliteConnection(db)
    const insertAll = ({ name, columns }: CopiedTable, rows: readonly Row[]): void => {
      connection.insertAll(
        name,
        columns.map((column) => column.name),
        rows,
      )
    }
    return {
      place: file,
      async snapshot(work) {
        await guarded(() => db.exec('BEGIN'))
        try {
          return await work(reader)
        } finally {
          db.exec('ROLLBACK')
        }
      },
      begin: (head, seq) =>
        guarded(() =>
          db
            .transaction(() => {
              for (const { name } of [...HEAD_TABLES, ...DATA_TABLES]) db.exec(`DELETE FROM ${name}`)
              for (const [table, rows] of head) insertAll(table, rows)
              noteSeq(db, seq)
            })
            .immediate(),
        ),
      append: (table, rows) => guarded(() => db.transaction(() => insertAll(table, rows)).immediate()),
      continueAfter: ({ name }, number) =>
        guarded(() => {
          if (!AUTOINCREMENT.has(name)) return
          const changed = db
            .prepare('UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = ?')
            .run(number, name).changes
          if (changed === 0)
            db.prepare('INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)').run(name, number)
        }),
      note: (seq) => guarded(() => noteSeq(db, seq)),
      async close() {
        if (!db.readonly) emptyLog(db)
        db.close()
      },
    }
  } catch (error) {
    db.close()
    throw asOpenFailure(file, error)
  }
}

function tableReader(db: Database): TableReader {
  const one = (text: string, ...values: unknown[]): unknown =>
    db
      .prepare(text)
      .pluck()
      .get(...values)

  return {
    state: () =>
      guarded((): CopyState => ({
        storeId: one(COPY_STATE_SQL.storeId) as string,
        seq: Number(one(COPY_STATE_SQL.seq)),
        unfinishedSeq: one(COPY_STATE_SQL.unfinished) as number | undefined,
        isEmpty: DATA_TABLES.every(({ name }) => one(`SELECT 1 FROM ${name} LIMIT 1`) === undefined),
      })),
    count: (table) => guarded(() => Number(one(`SELECT count(*) FROM ${table.name}${condition(table)}`))),
    lastKey: (table) =>
      guarded(() => {
        const keys = keyColumns(table)
        const order = keys.map(({ name }) => `${name} DESC`).join(', ')
        const row = db
          .prepare(`SELECT ${names(keys)} FROM ${table.name} ORDER BY ${order} LIMIT 1`)
          .raw()
          .get() as Cell[] | undefined
        return row && readRow(row, keys)
      }),
    lastNumber: ({ name, key }) =>
      guarded(() => {
        const last = Number(one(`SELECT coalesce(max(${key[0]}), 0) FROM ${name}`))
        if (!AUTOINCREMENT.has(name)) return last
        return Math.max(last, Number(one('SELECT seq FROM sqlite_sequence WHERE name = ?', name) ?? 0))
      }),
    async *batches(table, after) {
      const keys = keyColumns(table)
      const order = names(keys)
      const from = after === undefined ? '' : ` WHERE (${order}) > (${keys.map(() => '?').join(', ')})`
      const select = `SELECT ${names(table.columns)} FROM ${table.name}${condition(table)}${from} ORDER BY ${order}`
      const start = after?.map((cell, at) => written(cell, keys[at]?.type)) ?? []
      const rows = await guarded(
        () =>
          db
            .prepare(select)
            .raw()
            .iterate(...start) as IterableIterator<Cell[]>,
      )
      try {
        for (;;) {
          const batch = await guarded(() => take(rows, table))
          if (batch.length > 0) yield batch
          // Between two files nothing else waits, and a signal would be heard only at the end.
          await setImmediate()
          if (batch.length < table.batchRows) return
        }
      } finally {
        rows.return?.()
      }
    },
  }
}

/** The next batch of a table's rows; a smaller one at their end. */
function take(rows: Iterator<Cell[]>, { batchRows, columns }: CopiedTable): Row[] {
  const batch: Row[] = []
  while (batch.length < batchRows) {
    const next = rows.next()
    if (next.done === true) break
    batch.push(readRow(next.value, columns))
  }
  return batch
}

/** The note of an unfinished copy is not copied. */
function condition({ name }: CopiedTable): string {
  return name === 'counters' ? ` WHERE name <> '${UNFINISHED_COPY}'` : ''
}

function names(columns: readonly { readonly name: string }[]): string {
  return columns.map(({ name }) => name).join(', ')
}

/** Changes a row in place to what `TableReader` gives. */
function readRow(row: Cell[], columns: CopiedTable['columns']): Row {
  for (const [at, { type }] of columns.entries()) {
    const cell = row[at]
    if (typeof cell === 'string') row[at] = withoutNul(cell)
    else if (type === 'hash' && Buffer.isBuffer(cell)) row[at] = cell.toString('hex')
  }
  return row
}

function written(cell: Cell, type: CellType | undefined): Cell {
  return type === 'hash' && typeof cell === 'string' ? Buffer.from(cell, 'hex') : cell
}

function noteSeq(db: Database, seq: number | undefined): void {
  db.prepare('DELETE FROM counters WHERE name = ?').run(UNFINISHED_COPY)
  if (seq !== undefined)
    db.prepare('INSERT INTO counters (name, value) VALUES (?, ?)').run(UNFINISHED_COPY, seq)
}
