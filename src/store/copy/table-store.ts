import type { CopiedTable } from './tables.ts'

/** A value of a row, the same from both engines. */
export type Cell = string | number | null | Buffer

/** The cells of a row, in the order of the table's columns. */
export type Row = readonly Cell[]

/** What tells whether a store can be copied, or be copied into. */
export interface CopyState {
  readonly storeId: string
  /** The number of the last change; 0 before the first. */
  readonly seq: number
  /** Of the source at the begin of the copy; `undefined` if no copy into this store is unfinished. */
  readonly unfinishedSeq: number | undefined
  /** Whether all tables but the counters are without rows. */
  readonly isEmpty: boolean
}

/** Reads of one state of a store. */
export interface TableReader {
  state(): Promise<CopyState>
  count(table: CopiedTable): Promise<number>
  /** The cells of the greatest key; `undefined` without rows. */
  lastKey(table: CopiedTable): Promise<Row | undefined>
  /** The last number that a numbered table gave to a row, which may be deleted; 0 before the first. */
  lastNumber(table: CopiedTable): Promise<number>
  /** All rows in the order of the key, after the cells of a key if given. */
  batches(table: CopiedTable, after?: Row): AsyncIterable<readonly Row[]>
}

/** The tables of a store, for copying them. Each engine has one. Rejects with `storeFailed`. */
export interface TableStore {
  /** The address for people. */
  readonly place: string
  /** Runs reads that see the same state of the store. */
  snapshot<T>(work: (reader: TableReader) => Promise<T>): Promise<T>
  /** Empties all tables, writes the head, and notes that a copy is unfinished, in one transaction. */
  begin(head: ReadonlyMap<CopiedTable, readonly Row[]>, seq: number): Promise<void>
  /** Writes rows in one transaction. */
  append(table: CopiedTable, rows: readonly Row[]): Promise<void>
  /** Has a numbered table continue after a number, if it would not yet. */
  continueAfter(table: CopiedTable, number: number): Promise<void>
  /** Changes the note of `begin`; `undefined` deletes it. */
  note(seq: number | undefined): Promise<void>
  close(): Promise<void>
}
