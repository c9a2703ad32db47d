/** A value of a parameter. `$1` is the first. */
export type CheckValue = string | number | null

/** Where the statements of checks run. Each must be valid in both engines. */
export interface CheckConnection {
  rows<Row extends object>(sql: string, values?: readonly CheckValue[]): Promise<Row[]>
  run(sql: string, values?: readonly CheckValue[]): Promise<void>
}

/** A store whose tables are checked. Each engine has one. Rejects with `storeFailed`. */
export interface CheckedStore {
  readonly engine: 'sqlite' | 'postgres'
  /** What the engine itself finds wrong with its files; empty if nothing is. */
  engineFaults(): Promise<readonly string[]>
  /** Makes anew what the engine derives from rows: its indexes. */
  rebuildIndexes(): Promise<void>
  /** Runs work on one state of the store. */
  read<T>(work: (connection: CheckConnection) => Promise<T>): Promise<T>
  /** Runs work in one transaction. Other processes are told of the changes after it. */
  write<T>(work: (connection: CheckConnection) => Promise<T>): Promise<T>
  close(): Promise<void>
}
