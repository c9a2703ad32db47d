import type { CheckedStore } from './check/check-store.ts'
import type { TableStore } from './copy/table-store.ts'
import type { ReadStore } from './read-store.ts'
import type { OpenedSearchSource } from './search-source.ts'
import type { Store } from './store.ts'
import type { StoreSummary } from './summary.ts'

/** The lock for collecting on schedule into a store. */
export interface CollectorLock {
  /** Releases the lock. The end of the process also releases it. */
  release(): void | Promise<void>
}

/** A store in numbers, for operators. */
export interface StoreInfo {
  readonly engine: 'sqlite' | 'postgres'
  readonly summary: StoreSummary
  /** Tables with their indexes, the largest first. */
  readonly tables: readonly TableSize[]
  /** All tables together; with SQLite the file and its write-ahead log. */
  readonly bytes: number
  /** Space within the file that holds nothing; `undefined` if the engine does not say. `store vacuum` gives it back. */
  readonly freeBytes: number | undefined
}

export interface TableSize {
  readonly name: string
  readonly bytes: number
}

/** What can be done with the store at one address. Each engine has one. Rejects with the errors of the engine. */
export interface Engine {
  /** Opens the store for writing. Creates or migrates it if needed. */
  open(): Promise<Store>
  /** Opens the store for reading; it must exist. */
  openForReading(): Promise<ReadStore>
  /** Opens the store for the thread that indexes it. */
  openSearchSource(): Promise<OpenedSearchSource>
  /** Whether there is a store. Rejects if a database does not answer. */
  exists(): Promise<boolean>
  lock(): Promise<CollectorLock>
  /** Opens the tables of an existing store, for reading them. */
  openTables(): Promise<TableStore>
  /** Opens the tables of a store, for writing them. Creates the store if there is none. */
  openTablesForWriting(): Promise<TableStore>
  /** Opens an existing store for checks. @param writes whether for repairs too */
  openChecked(writes: boolean): Promise<CheckedStore>
  /** Measures an existing store. */
  info(): Promise<StoreInfo>
  /** The size of a store, bytes. */
  bytes(): Promise<number>
  /** Gives back the space of deleted rows, which SQLite only can while nothing else has the store open. */
  vacuum(): Promise<void>
  /**
   * Writes the state of the store at one moment to a SQLite file that does not exist yet. Others read and write the store
   * meanwhile.
   */
  copyTo(file: string, signal?: AbortSignal): Promise<void>
}
