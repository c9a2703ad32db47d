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
 * Updates the columns by the change sequence. Columns are loaded on first use: a connection that only writes never
 * needs them. Changes are applied in one step, so readers never see half of one.
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
  /** How often the store lacked the last change that this process had seen. */
  #histories = 0
  /** Runs reads of changes one after another. */
  readonly #inOrder = oneByOne()
  /** A read of changes that has not started. */
  #next: Promise<void> | undefined

  /** @param cache file of the columns */
  constructor(db: Database, names: StoreNames, cache?: ColumnsCache) {
    this.#db = db
    this.#names = names
    this.#cache = cache
  }

  /** Reads the version. Call it first, once. */
  async start(): Promise<void> {
    this.#version = await readVersion(this.#db.outside)
  }

  /** See `ReadStore.onChange`. */
  onChange(listener: (itemIds: readonly number[]) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** See `SearchSource.subscribe`. */
  subscribe(listener: ChangeListener): void {
    this.#subscribers.push(listener)
  }

  version(): StoreVersion {
    return this.#version
  }

  /** See `ReadStore.lastChange`. */
  lastChange(filter: ItemFilter): number {
    return this.#filled?.columns.facets.lastChange(filter) ?? this.#version.seq
  }

  /** See `ReadStore.lastChangeOf`. */
  lastChangeOf(itemId: number): number {
    const last = this.#filled && lastChangeOf(this.#filled.columns, itemId)
    return last ?? this.#version.seq
  }

  /** @throws DigestError('storeFailed') before the first `loaded` */
  columns(): Columns {
    if (this.#filled === undefined)
      throw new DigestError('storeFailed', 'the items of the store are not read yet')
    return this.#filled.columns
  }

  /** Returns the columns. The first call loads them, from their file if it is valid. */
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

  /** Writes the columns to their file if it is due. Never rejects. */
  async save(): Promise<void> {
    await this.#cache?.save(() => ({ seq: this.#version.seq, columns: this.columns() }))
  }

  /** Loads the items of a filter's tags, so that lists need no waiting. */
  async knowTags(choice: Choice): Promise<void> {
    if (this.#tags.missing(choice).length === 0) return
    await this.#inOrder(async () => {
      const missing = this.#tags.missing(choice)
      this.#tags.keep(missing, await this.#tags.read(this.#db.outside, missing))
    })
  }

  /**
   * Reads the changes since the last call. Concurrent calls share a read that starts after them. Within a group of
   * writes it does nothing; the end of the group reads them.
   */
  async refresh(): Promise<void> {
    if (this.#db.isGrouping) return
    this.#next ??= this.#inOrder(async () => {
      this.#next = undefined
      const changedIds = await this.#catchUp()
      if (changedIds === undefined) return
      for (const listener of this.#listeners) listener(changedIds)
    })
    return this.#next
  }

  /** @returns items whose responses changed; `undefined` if nothing changed or nobody needs the changes */
  async #catchUp(): Promise<readonly number[] | undefined> {
    const { seq, at } = this.#version
    const [last] = await this.#db.outside.rows<NewestChange>(FOLLOW_SQL.newest, [seq])
    // After a failover that lost changes, other changes have their numbers.
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

  /** Applies changes in one step. @returns items whose responses changed */
  #apply(changes: ReadChanges, tags: readonly TagRow[]): readonly number[] {
    const { version, edited, deleted, renamed, changedIds } = changes
    this.#keepVersion(version)
    if (this.#filled !== undefined) applyRead(this.#filled, changes)
    this.#tags.apply([...edited, ...deleted], tags)
    for (const subscriber of this.#subscribers) subscriber.take([...edited, ...renamed], deleted)
    return changedIds
  }

  /**
   * Rebuilds the columns.
   *
   * @param isAnother whether the store lacks the last change that was read. Otherwise changes were pruned before they
   *   were read
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

  #load(): Promise<LoadedColumns> {
    return this.#db.snapshot(async (tx) => {
      const version = await readVersion(tx)
      return this.#withTags(tx, version, await readColumns(tx, this.#names, version))
    })
  }

  /** Reads the columns from their file, and the changes since. @returns `undefined` if they cannot be used */
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
        // A new scoring formula changes all items without a row in the change log.
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
  /** Time of the given change; `null` if it was pruned, or is 0. */
  readonly seen_at: number | null
}

interface LoadedColumns extends FilledColumns {
  readonly version: StoreVersion
  readonly tags: readonly string[]
  readonly tagRows: readonly TagRow[]
}
