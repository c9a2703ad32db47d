import type { CheckedStore } from './check/check-store.ts'
import type { TableStore } from './copy/table-store.ts'
import type { ReadStore } from './read-store.ts'
import type { OpenedSearchSource } from './search-source.ts'
import type { Store } from './store.ts'
import type { StoreSummary } from './summary.ts'

/** The lock of the one process that collects on schedule into a store. */
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
  /** All tables. With SQLite: the file and its write-ahead log. */
  readonly bytes: number
  /** Unused space within the file, which `store vacuum` frees; `undefined` if the engine does not say. */
  readonly freeBytes: number | undefined
}

export interface TableSize {
  readonly name: string
  readonly bytes: number
}

/** Operations on the store at one address. Each engine implements it. Rejects with the engine's errors. */
export interface Engine {
  /** Opens the store for writing. Creates or migrates it if needed. */
  open(): Promise<Store>
  /** Opens the store for reading; it must exist. */
  openForReading(): Promise<ReadStore>
  /** Opens the store for the indexing thread. */
  openSearchSource(): Promise<OpenedSearchSource>
  /** Whether there is a store. Rejects if a database does not answer. */
  exists(): Promise<boolean>
  lock(): Promise<CollectorLock>
  /** Opens the tables of an existing store for reading. */
  openTables(): Promise<TableStore>
  /** Opens the tables of a store for writing. Creates the store if there is none. */
  openTablesForWriting(): Promise<TableStore>
  /** Opens an existing store for checks. @param writes whether repairs are made */
  openChecked(writes: boolean): Promise<CheckedStore>
  info(): Promise<StoreInfo>
  /** The size of a store, bytes. */
  bytes(): Promise<number>
  /** Frees the space of deleted rows. SQLite requires that nothing else has the store open. */
  vacuum(): Promise<void>
  /**
   * Writes a snapshot of the store to a SQLite file, which must not exist. Others can read and write the store
   * meanwhile.
   */
  copyTo(file: string, signal?: AbortSignal): Promise<void>
}
