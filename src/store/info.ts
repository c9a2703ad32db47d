import type { StoreSummary } from './summary.ts'

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
