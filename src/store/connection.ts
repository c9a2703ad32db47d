/** A value of a statement's parameter. Lists are for `ANY` and `unnest`. */
export type Value = string | number | null | Buffer | readonly number[] | readonly string[]

/**
 * Where statements run: on any connection, or on that of a transaction. A statement is text for PostgreSQL; `sqlite/dialect.ts`
 * says which forms of it SQLite gets translated. All else must be valid in both engines. `$1` is the first value.
 */
export interface Connection {
  /** Gives rows as objects. @throws DigestError('storeFailed') with the driver's error as its cause */
  rows<Row extends object>(sql: string, values?: readonly Value[]): Promise<Row[]>
  /** Gives rows as arrays, which are faster to read. */
  tuples<Row extends readonly unknown[]>(sql: string, values?: readonly Value[]): Promise<Row[]>
  /** @returns the number of rows written */
  run(sql: string, values?: readonly Value[]): Promise<number>
}

/** Gives the first value of each row. */
export async function listValues<T>(from: Connection, sql: string, values?: readonly Value[]): Promise<T[]> {
  return (await from.tuples<readonly [T]>(sql, values)).map(([value]) => value)
}

/** Gives the first value of the first row; `undefined` without rows. */
export async function findValue<T>(
  from: Connection,
  sql: string,
  values?: readonly Value[],
): Promise<T | undefined> {
  return (await listValues<T>(from, sql, values))[0]
}

/** A connection whose statements run on another one. */
export abstract class Delegating implements Connection {
  /** Runs work on the connection that is the right one now. */
  protected abstract on<T>(work: (direct: Connection) => Promise<T>): Promise<T>

  rows<Row extends object>(sql: string, values?: readonly Value[]): Promise<Row[]> {
    return this.on((direct) => direct.rows(sql, values))
  }

  tuples<Row extends readonly unknown[]>(sql: string, values?: readonly Value[]): Promise<Row[]> {
    return this.on((direct) => direct.tuples(sql, values))
  }

  run(sql: string, values?: readonly Value[]): Promise<number> {
    return this.on((direct) => direct.run(sql, values))
  }
}

/** What the column of a table holds. `hash`: 32 hex digits here, 16 bytes in the store. */
export type Cell = string | number | null | Buffer

/** Where the statements of a transaction that writes run. */
export interface WriteConnection extends Connection {
  /**
   * Runs a statement without waiting for its answer. If it fails, the transaction fails, or the part of a group, for this
   * reason.
   */
  send(sql: string, values?: readonly Value[]): void
  /**
   * Inserts rows, all with the same columns, without waiting for the answer. Absent columns get their default.
   *
   * @param table one of `copy/tables.ts`, which knows the types
   * @param ifNew whether rows that exist already are left as they are. Otherwise they make the transaction fail
   */
  insertAll(
    table: string,
    rows: readonly Readonly<Record<string, Cell>>[],
    options?: { readonly ifNew?: boolean },
  ): void
  /** Tells readers that wait for changes, at the commit. */
  announce(): void
}

/** The connections of a store to its database. */
export interface Database extends Connection {
  readonly isOpen: boolean
  /** Whether a group of writes is open. They are committed at its end. */
  readonly isGrouping: boolean
  /** Runs statements outside of any transaction, even while a group is open, where the engine can. */
  readonly outside: Connection
  /** Runs reads that see one state of the store, without the writes of an open group where the engine can. */
  snapshot<T>(work: (connection: Connection) => Promise<T>): Promise<T>
  /** Runs writes in a transaction; in a part of it that is saved or undone as a whole if a group is open. */
  write<T>(work: (connection: WriteConnection) => Promise<T>): Promise<T>
  /**
   * Runs writes in a transaction of their own, after a group that is open: they are committed when this resolves. The group's
   * own work must not wait for it.
   */
  apart<T>(work: (connection: WriteConnection) => Promise<T>): Promise<T>
  /** Runs `work` with one transaction around all statements of this store. */
  together<T>(work: () => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** A cell as JSON holds it: bytes as base64. */
export function jsonCell(cell: Cell | undefined): string | number | null {
  return Buffer.isBuffer(cell) ? cell.toString('base64') : (cell ?? null)
}

/** Gives rows as a JSON parameter, for `json_to_recordset`: one round trip for any number of rows. */
export function jsonRows(rows: readonly object[]): string {
  const json = JSON.stringify(rows)
  // PostgreSQL refuses U+0000 and lone surrogates, which JSON.stringify escapes.
  return /\\u(?:0000|d[89a-f])/.test(json) ? JSON.stringify(rows, storableText) : json
}

/** Lists are stored as JSON. */
export function jsonOrNull(list: readonly unknown[]): string | null {
  return list.length === 0 ? null : jsonRows(list as readonly object[])
}

/** Stands for what a store cannot hold. */
const REPLACEMENT = '\ufffd'

/** PostgreSQL refuses the character U+0000 in texts. */
export function withoutNul(text: string): string {
  return text.includes('\0') ? text.replaceAll('\0', REPLACEMENT) : text
}

function storableText(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? withoutNul(value).replaceAll(SURROGATES, REPLACEMENT) : value
}

const SURROGATES = /\p{Surrogate}/gu
