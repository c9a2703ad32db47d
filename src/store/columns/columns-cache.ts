import { DAY_MS, type Clock, type EpochMs } from '../../model/time.ts'
import { type ColumnsVersion, readColumnsFile, writeColumnsFile } from './columns-file.ts'
import type { Columns } from './columns.ts'

/** Fewer items take less than 0.1 s to build. */
const MIN_ITEMS = 20_000

/** From one change per this many items the file is rewritten. Applying them takes 0.2 s for a million items. */
const ITEMS_PER_CHANGE = 100

/** The file is rewritten after this time if anything changed, since the change log covers only a few days. */
const MAX_AGE_MS = DAY_MS

/** Attempts to write the file while changes arrive. */
const ATTEMPTS = 5

/** Above one missed change per this many items, columns are rebuilt: a change costs as much as reading 4 items. */
const ITEMS_PER_MISSED_CHANGE = 5

/** Sample size of the comparison with the store. */
const COMPARED = 200

/** Whether reading the changes between two versions takes longer than reading all items. */
export function isFarBehind(columns: Columns, seq: number, lastSeq: number): boolean {
  return (lastSeq - seq) * ITEMS_PER_MISSED_CHANGE > columns.size
}

/** Samples items at even distances in time. If these equal the store's, all are taken as equal. */
export function comparedIds(columns: Columns): number[] {
  if (columns.size === 0) return []
  const last = columns.size - 1
  const positions = Array.from({ length: COMPARED }, (_, at) => Math.round((last * at) / (COMPARED - 1)))
  return [...new Set(positions)].map((position) => columns.idOf(columns.byTime.at(position)))
}

export interface ColumnsCacheOptions {
  readonly now: Clock
  /** Smaller stores have no file; default 20,000. */
  readonly minItemsOfFile?: number
}

/** The store that the file belongs to. */
export interface CachedStore {
  identity(): Promise<Pick<ColumnsVersion, 'storeId' | 'schemaVersion'>>
  /** Returns a change as text; `undefined` if there is no such change. */
  changeText(seq: number): Promise<string | undefined>
}

export function columnsFileOf(store: string): string {
  return `${store}-columns`
}

/** Keeps the columns in a file on this machine for the next start. */
export class ColumnsCache {
  readonly #store: CachedStore
  readonly #file: string
  readonly #options: ColumnsCacheOptions
  /** Version and time of the file. */
  #saved: { readonly seq: number; readonly at: EpochMs } | undefined
  #saving: Promise<void> = Promise.resolve()

  constructor(store: CachedStore, options: ColumnsCacheOptions, file: string) {
    this.#store = store
    this.#file = file
    this.#options = options
  }

  /**
   * Reads the file if it has an earlier version of this store, or the current one.
   *
   * @param adopt applies the changes since `seq`; returns `undefined` if the columns then differ from the store
   */
  async read<T>(adopt: (seq: number, columns: Columns) => Promise<T | undefined>): Promise<T | undefined> {
    const read = await readColumnsFile(this.#file, await this.#store.identity())
    if (read === undefined) return undefined
    const { seq, change } = read.version
    // The log is pruned from its start: if this change exists, all later ones do.
    if ((await this.#store.changeText(seq)) !== change) return undefined
    const adopted = await adopt(seq, read.columns)
    if (adopted !== undefined) this.#saved = { seq, at: this.#options.now() }
    return adopted
  }

  /** Writes the file if it is due. Never rejects: without the file only the next start is slower. */
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
