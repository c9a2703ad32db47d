import { DigestError } from '../../model/errors.ts'
import type { Choice, ItemFilter } from '../../model/filter.ts'
import { type ColumnsCache, isFarBehind } from '../columns/columns-cache.ts'
import type { Columns } from '../columns/columns.ts'
import { lastChangeOf } from '../columns/last-changes.ts'
import { type Connection, type Database, listValues } from '../connection.ts'
import { oneByOne } from '../one-by-one.ts'
import { ColumnRows } from '../rows/column-rows.ts'
import type { StoreNames } from '../rows/store-names.ts'
import type { ChangeListener, StoreVersion } from '../search-source.ts'
import {
  applyRead,
  type FilledColumns,
  isAsStore,
  type ReadChanges,
  readChanges,
  readColumns,
  readVersion,
} from './column-reads.ts'
import { TagIds, type TagRow } from './tag-ids.ts'

export const FOLLOW_SQL = {
  newest:
    'SELECT seq, at, (SELECT at FROM changes WHERE seq = $1) AS seen_at FROM changes ORDER BY seq DESC LIMIT 1',
  changedSources: `SELECT source_id FROM changes WHERE seq > $1 AND kind = 'source' AND source_id IS NOT NULL`,
} as const

/**
 * Keeps the columns up to date by the change sequence. The columns are read on first use, since a connection that only
 * writes never needs them. What is read is applied in one step, so that nobody sees half of a change.
 */
export class ChangeFeed {
  readonly #db: Database
  readonly #names: StoreNames
  readonly #cache: ColumnsCache | undefined
  readonly #listeners = new Set<(itemIds: readonly number[]) => void>()
  readonly #subscribers: ChangeListener[] = []
  #filled: FilledColumns | undefined
  readonly #tags = new TagIds()
  #version: StoreVersion = { seq: 0, at: 0 }
  /** How often the store was found at a state that this process had never seen. */
  #histories = 0
  /** The last read of changes. The next one begins after it. */
  readonly #inOrder = oneByOne()
  /** A read of changes that has not begun yet. */
  #next: Promise<void> | undefined

  /** @param cache where columns are read from and saved */
  constructor(db: Database, names: StoreNames, cache?: ColumnsCache) {
    this.#db = db
    this.#names = names
    this.#cache = cache
  }

  /** Reads the version. Call it once, before anything else. */
  async start(): Promise<void> {
    this.#version = await readVersion(this.#db.outside)
  }

  /** As `ReadStore.onChange`. */
  onChange(listener: (itemIds: readonly number[]) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** As `SearchSource.subscribe`. */
  subscribe(listener: ChangeListener): void {
    this.#subscribers.push(listener)
  }

  version(): StoreVersion {
    return this.#version
  }

  /** `seq` of the last change of an item whose words pass the filter, or passed it before. */
  lastChange(filter: ItemFilter): number {
    return this.#filled?.columns.facets.lastChange(filter) ?? this.#version.seq
  }

  /** `seq` of the last change of an item, its story or the story's items; of the last change if there is no such item. */
  lastChangeOf(itemId: number): number {
    const last = this.#filled && lastChangeOf(this.#filled.columns, itemId)
    return last ?? this.#version.seq
  }

  /** @throws DigestError('storeFailed') if they were never read; see `loaded` */
  columns(): Columns {
    if (this.#filled === undefined)
      throw new DigestError('storeFailed', 'the items of the store are not read yet')
    return this.#filled.columns
  }

  /** Gives the columns. Reads them if needed: from their file, if it is one of this store. */
  async loaded(): Promise<Columns> {
    if (this.#filled === undefined) {
      await this.refresh()
      await this.#inOrder(async () => {
        if (this.#filled !== undefined) return
        const loaded = (await this.#restore()) ?? (await this.#load())
        this.#use(loaded)
        this.#keepVersion(loaded.version)
      })
    }
    return this.columns()
  }

  /** Writes the columns to their file if it is worth it. Never rejects. */
  async save(): Promise<void> {
    await this.#cache?.save(() => ({ seq: this.#version.seq, columns: this.columns() }))
  }

  /** Reads the items of the tags that a filter names, so that lists are made without waiting. */
  async knowTags(choice: Choice): Promise<void> {
    if (this.#tags.missing(choice).length === 0) return
    await this.#inOrder(async () => {
      const missing = this.#tags.missing(choice)
      this.#tags.keep(missing, await this.#tags.read(this.#db.outside, missing))
    })
  }

  /**
   * Reads the changes since the last call. Calls at the same time share a read that begins after them. While a group of
   * writes is open, its end reads them.
   */
  async refresh(): Promise<void> {
    if (this.#db.isGrouping) return
    this.#next ??= this.#inOrder(async () => {
      this.#next = undefined
      const changedIds = await this.#takeIn()
      if (changedIds === undefined) return
      for (const listener of this.#listeners) listener(changedIds)
    })
    return this.#next
  }

  /** @returns the items whose responses changed; `undefined` if nothing was saved, or nothing follows the changes */
  async #takeIn(): Promise<readonly number[] | undefined> {
    const { seq, at } = this.#version
    const [last] = await this.#db.outside.rows<NewestChange>(FOLLOW_SQL.newest, [seq])
    // After a failover that lost changes, others have their numbers.
    const isAnother = last === undefined ? seq > 0 : last.seq < seq || (last.seen_at ?? at) !== at
    if (isAnother) return this.#startAnew(true)
    if (last === undefined || last.seq === seq) return undefined
    if (this.#filled === undefined && this.#listeners.size + this.#subscribers.length === 0) {
      this.#keepVersion({ seq: last.seq, at: last.at })
      await this.#names.renew(await listValues(this.#db.outside, FOLLOW_SQL.changedSources, [seq]))
      return undefined
    }
    const read = await this.#db.snapshot(async (tx) => {
      const changes = await readChanges(tx, this.#names, seq, this.#filled?.columns)
      return changes && { changes, tags: await this.#tags.readOf(tx, [...changes.edited]) }
    })
    return read === undefined ? this.#startAnew(false) : this.#apply(read.changes, read.tags)
  }

  /** Applies changes in one step. @returns the items whose responses changed */
  #apply(changes: ReadChanges, tags: readonly TagRow[]): readonly number[] {
    const { version, edited, deleted, renamed, changedIds } = changes
    this.#keepVersion(version)
    if (this.#filled !== undefined) applyRead(this.#filled, changes)
    this.#tags.apply([...edited, ...deleted], tags)
    for (const subscriber of this.#subscribers) subscriber.take([...edited, ...renamed], deleted)
    return changedIds
  }

  /**
   * Rebuilds the columns, since anything may be different.
   *
   * @param isAnother whether the store does not have the last change that was read; otherwise changes were pruned before
   *   they were read
   */
  async #startAnew(isAnother: boolean): Promise<readonly number[]> {
    const before = this.#filled?.columns
    await this.#names.load()
    const loaded = before === undefined ? undefined : await this.#load()
    const version = loaded?.version ?? (await readVersion(this.#db.outside))
    if (isAnother) this.#histories += 1
    this.#keepVersion(version)
    if (loaded !== undefined) this.#use(loaded)
    for (const subscriber of this.#subscribers) subscriber.startAnew()
    const ids = new Set<number>()
    for (const columns of [before, loaded?.columns])
      if (columns !== undefined)
        for (const slot of columns.byTime.slice(0, columns.size)) ids.add(columns.idOf(slot))
    return [...ids]
  }

  #keepVersion(version: StoreVersion): void {
    this.#version = this.#histories === 0 ? version : { ...version, history: this.#histories }
  }

  /** Reads all items, in one state of the store. */
  #load(): Promise<LoadedColumns> {
    return this.#db.snapshot(async (tx) => {
      const version = await readVersion(tx)
      return this.#withTags(tx, version, await readColumns(tx, this.#names, version))
    })
  }

  /** Reads the columns from their file and the changes since then. @returns `undefined` if they cannot be used */
  async #restore(): Promise<LoadedColumns | undefined> {
    return this.#cache?.read((seq, columns) =>
      this.#db.snapshot(async (tx) => {
        const version = await readVersion(tx)
        if (isFarBehind(columns, seq, version.seq)) return undefined
        const filled = { columns, columnRows: new ColumnRows(columns, this.#names) }
        if (version.seq !== seq) {
          const changes = await readChanges(tx, this.#names, seq, columns)
          if (changes === undefined) return undefined
          applyRead(filled, changes)
        }
        // A new formula for scores changes all items and leaves no row in the log.
        if (!(await isAsStore(tx, this.#names, filled))) return undefined
        return this.#withTags(tx, version, filled)
      }),
    )
  }

  async #withTags(tx: Connection, version: StoreVersion, filled: FilledColumns): Promise<LoadedColumns> {
    const { tags } = this.#tags
    return { ...filled, version, tags, tagRows: await this.#tags.read(tx, tags) }
  }

  #use({ columns, columnRows, tags, tagRows }: LoadedColumns): void {
    columns.idsWithTag = (tag) => this.#tags.idsWith(tag)
    this.#tags.keep(tags, tagRows)
    this.#filled = { columns, columnRows }
  }
}

interface NewestChange extends StoreVersion {
  /** When the given change was saved; `null` if it was pruned, or is 0. */
  readonly seen_at: number | null
}

interface LoadedColumns extends FilledColumns {
  readonly version: StoreVersion
  readonly tags: readonly string[]
  readonly tagRows: readonly TagRow[]
}
