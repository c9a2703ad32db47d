import type { Database } from 'better-sqlite3'
import { DAY_MS, type EpochMs } from '../../model/time.ts'
import { type ColumnsVersion, readColumnsFile, writeColumnsFile } from '../columns/columns-file.ts'
import type { Columns } from '../columns/columns.ts'
import type { SqliteOptions } from './database.ts'
import { schemaVersion } from './migrations.ts'
import { prepareAll } from './statements.ts'

/** Columns of fewer items are built in less than 0.1 s. */
const MIN_ITEMS = 20_000

/** The file is written again after one change for every so many items. Taking them in takes some 0.2 s for a million items. */
const ITEMS_PER_CHANGE = 100

/** The file is written again after this time, if anything changed: the log of changes goes back a few days only. */
const MAX_AGE_MS = DAY_MS

/** Attempts to write while changes come. */
const ATTEMPTS = 5

export const COLUMNS_CACHE_SQL = {
  storeId: 'SELECT id FROM identity LIMIT 1',
  change: 'SELECT json_array(kind, item_id, story_id, source_id, at) FROM changes WHERE seq = ?',
} as const

/** Keeps the columns in `FILE-columns` beside the store, so that the next start need not build them. */
export class ColumnsCache {
  readonly #db: Database
  readonly #file: string
  readonly #options: SqliteOptions
  readonly #sql
  /** Of the file. */
  #saved: { readonly seq: number; readonly at: EpochMs } | undefined
  #saving: Promise<void> = Promise.resolve()

  constructor(db: Database, options: SqliteOptions, file = `${db.name}-columns`) {
    this.#db = db
    this.#file = file
    this.#options = options
    this.#sql = prepareAll(db, COLUMNS_CACHE_SQL)
    for (const name of ['storeId', 'change'] as const) this.#sql[name].pluck()
  }

  /**
   * Reads the file if it has an earlier or the present version of this store.
   *
   * @param adopt takes in the changes since `seq`; returns whether the columns then are as the store
   * @returns whether columns were adopted
   */
  async read(adopt: (seq: number, columns: Columns) => boolean): Promise<boolean> {
    const read = await readColumnsFile(this.#file, this.#store())
    if (read === undefined) return false
    const { seq, change } = read.version
    // The log is deleted from its start. If this change is there, all later ones are.
    if (this.#sql.change.get(seq) !== change || !adopt(seq, read.columns)) return false
    this.#saved = { seq, at: this.#options.now() }
    return true
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
      const change = this.#sql.change.get(seq) as string | undefined
      if (change === undefined) return
      if (!(await writeColumnsFile(this.#file, { ...this.#store(), seq, change }, columns))) continue
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

  #store(): Pick<ColumnsVersion, 'storeId' | 'schemaVersion'> {
    return { storeId: this.#sql.storeId.get() as string, schemaVersion: schemaVersion(this.#db) }
  }
}
