/** A value of a statement's parameter. Lists are for `ANY` and `unnest`. */
export type Value = string | number | null | Buffer | readonly number[] | readonly string[]

/**
 * Where statements run: on any connection, or on the connection of a transaction. Statements are PostgreSQL's SQL. All
 * but the forms that `sqlite/dialect.ts` translates must be valid in both engines. `$1` is the first value.
 */
export interface Connection {
  /** Gives rows as objects. @throws DigestError('storeFailed') with the driver's error as its cause */
  rows<Row extends object>(sql: string, values?: readonly Value[]): Promise<Row[]>
  /** Gives rows as arrays, which are faster to read. */
  tuples<Row extends readonly unknown[]>(sql: string, values?: readonly Value[]): Promise<Row[]>
  /** @returns the number of rows written */
  run(sql: string, values?: readonly Value[]): Promise<number>
}

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
  /** Runs work on the connection that is in use now. */
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

/** A value of a table's column. `hash`: 32 hex digits here, 16 bytes in the store. */
export type Cell = string | number | null | Buffer

/** The connection of a transaction that writes. */
export interface WriteConnection extends Connection {
  /**
   * Runs a statement without waiting for its result. If it fails, the transaction (or the group's part of it) fails
   * with its error.
   */
  send(sql: string, values?: readonly Value[]): void
  /**
   * Inserts rows with equal columns, without waiting for the result. Absent columns get their default.
   *
   * @param table one of `copy/tables.ts`, which has the column types
   * @param ifNew leaves rows that exist unchanged. Otherwise they make the transaction fail
   */
  insertAll(
    table: string,
    rows: readonly Readonly<Record<string, Cell>>[],
    options?: { readonly ifNew?: boolean },
  ): void
  /** At the commit, notifies readers that wait for changes. */
  announce(): void
}

/** The connections of a store to its database. */
export interface Database extends Connection {
  readonly isOpen: boolean
  /** Whether a group of writes is open (`together`). It is committed as one. */
  readonly isGrouping: boolean
  /** Runs statements outside any transaction, where the engine can, even while a group is open. */
  readonly outside: Connection
  /** Runs reads on one snapshot of the store, where the engine can without the writes of an open group. */
  snapshot<T>(work: (connection: Connection) => Promise<T>): Promise<T>
  /** Runs writes in a transaction. Within an open group it is a savepoint. */
  write<T>(work: (connection: WriteConnection) => Promise<T>): Promise<T>
  /**
   * Runs writes in a transaction of their own, after an open group ends: they are committed when this resolves. Work
   * within the group must not wait for it.
   */
  apart<T>(work: (connection: WriteConnection) => Promise<T>): Promise<T>
  /** Runs `work` in one transaction that includes all statements of this store. */
  together<T>(work: () => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** Encodes a cell for JSON: bytes as base64. */
export function jsonCell(cell: Cell | undefined): string | number | null {
  return Buffer.isBuffer(cell) ? cell.toString('base64') : (cell ?? null)
}

/** Encodes rows as a parameter of `json_to_recordset`: one round trip for any number of rows. */
export function jsonRows(rows: readonly object[]): string {
  const json = JSON.stringify(rows)
  // PostgreSQL refuses U+0000 and lone surrogates, which JSON.stringify escapes.
  return /\\u(?:0000|d[89a-f])/.test(json) ? JSON.stringify(rows, storableText) : json
}

/** Encodes a list for a column of JSON; `null` if it is empty. */
export function jsonOrNull(list: readonly unknown[]): string | null {
  return list.length === 0 ? null : jsonRows(list as readonly object[])
}

/** Replaces characters that a store cannot hold. */
const REPLACEMENT = '\ufffd'

/** PostgreSQL refuses the character U+0000 in texts. */
export function withoutNul(text: string): string {
  return text.includes('\0') ? text.replaceAll('\0', REPLACEMENT) : text
}

function storableText(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? withoutNul(value).replaceAll(SURROGATES, REPLACEMENT) : value
}

const SURROGATES = /\p{Surrogate}/gu
