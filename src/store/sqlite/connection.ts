import type { Statement } from 'better-sqlite3'
import { getOrInsert } from '../../model/get-or-insert.ts'
import type { Cell, Value, WriteConnection } from '../connection.ts'
import { columnType } from '../copy/tables.ts'
import { translated } from './dialect.ts'
import type { Database } from './driver.ts'
import { asStoreFailure } from './failure.ts'

/** Columns of this engine only. They are unused and NOT NULL. */
const EMPTY_COLUMNS: Readonly<Record<string, readonly string[]>> = { items: ['title_key'] }

interface Prepared {
  readonly statement: Statement
  readonly order: readonly number[]
}

/**
 * Runs the store's statements on a SQLite connection. Calls are synchronous; promises come from the shared interface.
 */
export class SqliteConnection implements WriteConnection {
  readonly #db: Database
  readonly #objects = new Map<string, Prepared>()
  readonly #tuples = new Map<string, Prepared>()
  readonly #inserts = new Map<string, Statement>()

  constructor(db: Database) {
    this.#db = db
  }

  async rows<Row extends object>(sql: string, values: readonly Value[] = []): Promise<Row[]> {
    return this.#all(this.#objects, sql, values) as Row[]
  }

  async tuples<Row extends readonly unknown[]>(sql: string, values: readonly Value[] = []): Promise<Row[]> {
    return this.#all(this.#tuples, sql, values) as Row[]
  }

  async run(sql: string, values: readonly Value[] = []): Promise<number> {
    return guarded(() => {
      const { statement, order } = this.#prepared(this.#objects, sql)
      const given = inOrder(order, values)
      return statement.reader ? statement.all(given).length : statement.run(given).changes
    })
  }

  send(sql: string, values: readonly Value[] = []): void {
    guarded(() => {
      const { statement, order } = this.#prepared(this.#objects, sql)
      statement.run(inOrder(order, values))
    })
  }

  insertAll(
    table: string,
    rows: readonly Readonly<Record<string, Cell>>[],
    { ifNew = false }: { readonly ifNew?: boolean } = {},
  ): void {
    guarded(() => {
      if (rows[0] === undefined) return
      const columns = Object.keys(rows[0])
      const names = [...columns, ...(EMPTY_COLUMNS[table] ?? [])]
      const values = names.map((column, at) => valueOf(table, column, at < columns.length))
      const sql = `INSERT ${ifNew ? 'OR IGNORE ' : ''}INTO ${table} (${names.join()}) VALUES (${values.join()})`
      const insert = getOrInsert(this.#inserts, sql, (text) => this.#db.prepare(text))
      // Row by row and by position: the fastest inserts in SQLite.
      for (const row of rows) insert.run(Object.values(row))
    })
  }

  announce(): void {
    // Other connections see the changes at their next refresh.
  }

  /** Runs a command without parameters and rows. */
  exec(sql: string): void {
    guarded(() => this.#db.exec(sql))
  }

  #all(kept: Map<string, Prepared>, sql: string, values: readonly Value[]): unknown[] {
    return guarded(() => {
      const { statement, order } = this.#prepared(kept, sql)
      return statement.all(inOrder(order, values))
    })
  }

  #prepared(kept: Map<string, Prepared>, sql: string): Prepared {
    return getOrInsert(kept, sql, () => {
      const { text, order } = translated(sql)
      const statement = this.#db.prepare(text)
      if (kept === this.#tuples) statement.raw()
      return { statement, order }
    })
  }
}

function valueOf(table: string, column: string, isGiven: boolean): string {
  if (!isGiven) return `''`
  return columnType(table, column) === 'hash' ? 'unhex(?)' : '?'
}

function inOrder(order: readonly number[], values: readonly Value[]): Cell[] {
  return order.map((at) => {
    const value = values[at] ?? null
    return Array.isArray(value) ? JSON.stringify(value) : (value as Cell)
  })
}

function guarded<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw asStoreFailure(error)
  }
}
