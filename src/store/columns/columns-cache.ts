import { DAY_MS, type Clock, type EpochMs } from '../../model/time.ts'
import { type ColumnsVersion, readColumnsFile, writeColumnsFile } from './columns-file.ts'
import type { Columns } from './columns.ts'

/** Columns of fewer items are built in less than 0.1 s. */
const MIN_ITEMS = 20_000

/** The file is written again after one change for every so many items. Taking them in takes some 0.2 s for a million items. */
const ITEMS_PER_CHANGE = 100

/** The file is written again after this time, if anything changed: the log of changes goes back a few days only. */
const MAX_AGE_MS = DAY_MS

/** Attempts to write while changes come. */
const ATTEMPTS = 5

/** Columns from a file are built anew after more than one change for so many items: applying a change takes as long as reading four items. */
const ITEMS_PER_MISSED_CHANGE = 5

/** Items of columns from a file that are compared with the store. */
const COMPARED = 200

/** Whether reading the changes between two versions takes longer than reading the items. */
export function isFarBehind(columns: Columns, seq: number, lastSeq: number): boolean {
  return (lastSeq - seq) * ITEMS_PER_MISSED_CHANGE > columns.size
}

/** Items at even distances in time. Columns that agree with the store on these are taken to agree with it on all. */
export function comparedIds(columns: Columns): number[] {
  if (columns.size === 0) return []
  const last = columns.size - 1
  const positions = Array.from({ length: COMPARED }, (_, at) => Math.round((last * at) / (COMPARED - 1)))
  return [...new Set(positions)].map((position) => columns.idOf(columns.byTime.at(position)))
}

export interface ColumnsCacheOptions {
  readonly now: Clock
  /** Stores of fewer items have no file; default 20,000. */
  readonly minItemsOfFile?: number
}

/** What the file is tied to. */
export interface CachedStore {
  identity(): Promise<Pick<ColumnsVersion, 'storeId' | 'schemaVersion'>>
  /** A change as text; `undefined` if there is none of this number. */
  changeText(seq: number): Promise<string | undefined>
}

/** The file of the columns, beside that of the store. */
export function columnsFileOf(store: string): string {
  return `${store}-columns`
}

/** Keeps the columns in a file of this machine, so that the next start need not build them. */
export class ColumnsCache {
  readonly #store: CachedStore
  readonly #file: string
  readonly #options: ColumnsCacheOptions
  /** Of the file. */
  #saved: { readonly seq: number; readonly at: EpochMs } | undefined
  #saving: Promise<void> = Promise.resolve()

  constructor(store: CachedStore, options: ColumnsCacheOptions, file: string) {
    this.#store = store
    this.#file = file
    this.#options = options
  }

  /**
   * Reads the file if it has an earlier or the present version of this store.
   *
   * @param adopt takes in the changes since `seq`; gives `undefined` if the columns then are not as the store
   * @returns what was adopted
   */
  async read<T>(adopt: (seq: number, columns: Columns) => Promise<T | undefined>): Promise<T | undefined> {
    const read = await readColumnsFile(this.#file, await this.#store.identity())
    if (read === undefined) return undefined
    const { seq, change } = read.version
    // The log is deleted from its start. If this change is there, all later ones are.
    if ((await this.#store.changeText(seq)) !== change) return undefined
    const adopted = await adopt(seq, read.columns)
    if (adopted !== undefined) this.#saved = { seq, at: this.#options.now() }
    return adopted
  }

  /**
   * Writes the file if it is worth it. Never rejects: without the file the next start is slower, and nothing else fails.
   *
   * @param current gives the columns and their version
   */
  async save(current: () => { readonly seq: number; readonly columns: Columns }): Promise<void> {
    const before = this.#saving
    this.#saving = before.then(() => this.#save(current)).catch(() => undefined)
    await this.#saving
  }

  async #save(current: () => { readonly seq: number; readonly columns: Columns }): Promise<void> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const { seq, columns } = current()
      if (!this.#isDue(seq, columns.size)) return
      const { stamp } = columns
      const change = await this.#store.changeText(seq)
      if (change === undefined) return
      const version = { ...(await this.#store.identity()), seq, change }
      if (columns.stamp !== stamp || !(await writeColumnsFile(this.#file, version, columns))) continue
      this.#saved = { seq, at: this.#options.now() }
      return
    }
  }

  #isDue(seq: number, items: number): boolean {
    if (items < (this.#options.minItemsOfFile ?? MIN_ITEMS)) return false
    if (this.#saved === undefined) return true
    const changes = seq - this.#saved.seq
    const age = this.#options.now() - this.#saved.at
    return changes * ITEMS_PER_CHANGE >= items || (changes > 0 && age >= MAX_AGE_MS)
  }
}
