import type { Database } from 'better-sqlite3'
import type { ItemFilter } from '../../model/filter.ts'
import { ChangeListeners } from '../change-listeners.ts'
import { ColumnRows, type RawColumnRow } from '../column-rows.ts'
import { type ColumnsCache, comparedIds, isFarBehind } from '../columns-cache.ts'
import type { ColumnRow } from '../columns/column-row.ts'
import { Columns } from '../columns/columns.ts'
import { applyChanges, lastChangeOf } from '../columns/last-changes.ts'
import type { StoreVersion } from '../search-source.ts'
import type { Names } from './names.ts'
import { prepareAll } from './statements.ts'
import { tagReads } from './tag-rows.ts'

/** Number of rows that are read at once. A call for each row takes 33 % more time. */
const CHUNK = 1_000

/** The columns of an item `i`, in the order of `RawColumnRow`. */
export const ROW_COLUMNS = `i.id, published_at, ifnull(ranked_at, published_at), hot, score, story_id, facet_id, source_id, also_in,
  coverage, first_seen_at`

export const FOLLOW_SQL = {
  last: 'SELECT seq, at FROM changes ORDER BY seq DESC LIMIT 1',
  first: 'SELECT seq FROM changes ORDER BY seq LIMIT 1',
  created: `SELECT value FROM counters WHERE name = 'created'`,
  since: 'SELECT kind, item_id, story_id, source_id FROM changes WHERE seq > ? ORDER BY seq',
  size: 'SELECT count(*) FROM items',
  rowsAfter: `SELECT ${ROW_COLUMNS} FROM items i WHERE i.id > ? ORDER BY i.id LIMIT ${CHUNK}`,
  rows: `SELECT ${ROW_COLUMNS} FROM json_each(?) j CROSS JOIN items i ON i.id = j.value`,
  representatives: 'SELECT id, representative_id FROM stories WHERE representative_id IS NOT NULL',
  representative: 'SELECT representative_id FROM stories WHERE id = ?',
  storyItems: 'SELECT id FROM items WHERE story_id = ?',
  sourceItems: 'SELECT id FROM items WHERE source_id = ?',
} as const

/**
 * Keeps the columns up to date by the change sequence. The columns are built on first use, since a connection that only
 * writes never needs them.
 */
export class ChangeFeed {
  readonly #db: Database
  readonly #names: Names
  readonly #sql
  readonly listeners = new ChangeListeners()
  #columns: Columns | undefined
  #columnRows: ColumnRows | undefined
  #version: StoreVersion
  readonly #idsWithTag: (tag: string) => number[]

  constructor(db: Database, names: Names) {
    this.#db = db
    this.#names = names
    this.#idsWithTag = tagReads(db)
    this.#sql = prepareAll(db, FOLLOW_SQL)
    for (const name of ['since', 'rowsAfter', 'rows', 'representatives'] as const) this.#sql[name].raw()
    for (const name of ['first', 'created', 'size', 'representative', 'storyItems', 'sourceItems'] as const)
      this.#sql[name].pluck()
    this.#version = this.#readVersion()
  }

  version(): StoreVersion {
    return this.#version
  }

  /** `seq` of the last change of an item whose words pass the filter, or passed it before. */
  lastChange(filter: ItemFilter): number {
    return this.#columns?.facets.lastChange(filter) ?? this.#version.seq
  }

  /** `seq` of the last change of an item, its story or the story's items; of the last change if there is no such item. */
  lastChangeOf(itemId: number): number {
    const last = this.#columns && lastChangeOf(this.#columns, itemId)
    return last ?? this.#version.seq
  }

  columns(): Columns {
    if (this.#columns !== undefined) return this.#columns
    this.refresh()
    return this.#atOnce(() => this.#load())
  }

  /** Takes the columns from their file if it is one of this store. Otherwise the first read builds them. */
  async restore(cache: ColumnsCache): Promise<boolean> {
    return cache.read((seq, columns) => this.#atOnce(() => this.#adopt(seq, columns)))
  }

  /** Takes in the changes since `seq`. @returns whether the columns then are as the store */
  #adopt(seq: number, columns: Columns): boolean {
    const last = this.#readVersion()
    if (this.#columns !== undefined || isFarBehind(columns, seq, last.seq)) return false
    this.#use(columns)
    this.#version = { seq, at: last.at }
    this.#takeIn()
    // A new formula for scores changes all items and leaves no row in the log.
    const ids = comparedIds(columns)
    const rows = this.#rows(ids)
    const isAsStore =
      columns.size === this.#sql.size.get() &&
      rows.length === ids.length &&
      rows.every((row) => columns.has(row))
    if (!isAsStore) this.#columns = undefined
    return isAsStore
  }

  /** Writes the columns to their file if it is worth it. Never rejects. */
  async save(cache: ColumnsCache): Promise<void> {
    await cache.save(() => ({ seq: this.#version.seq, columns: this.columns() }))
  }

  /** Runs a query; throws if the engine does not answer. */
  ping(): void {
    this.#sql.last.get()
  }

  /** Reads the changes since the last call. */
  refresh(): void {
    const changedIds = this.#atOnce(() => this.#takeIn())
    if (changedIds === undefined) return
    this.listeners.notify(changedIds)
  }

  /**
   * Reads one state of the store, so that rows and version agree. After an error, the changes are still to be read, and
   * the columns are built anew, since they may have a part of them.
   */
  #atOnce<T>(read: () => T): T {
    const before = this.#version
    try {
      return this.#db.transaction(read)()
    } catch (error) {
      this.#version = before
      this.#columns = undefined
      throw error
    }
  }

  /** @returns the items whose responses changed; `undefined` if nothing was saved, or nothing follows the changes */
  #takeIn(): readonly number[] | undefined {
    const last = this.#readVersion()
    const seen = this.#version.seq
    if (last.seq === seen) return undefined
    this.#version = last

    const first = this.#sql.first.get() as number
    if (first > seen + 1) return this.#startAnew()
    if (this.#columns === undefined && this.listeners.isEmpty) return undefined

    const changes = this.#sql.since.all(seen) as ChangeRow[]
    const edited = new Set<number>()
    const deleted = new Set<number>()
    const renamed = new Set<number>()
    const changedIds = new Set<number>()
    const reordered = new Set<number>()
    // Once for all changes: at the first start there is one for each source.
    if (changes.some(([kind]) => kind === 'source')) this.#names.forget()
    for (const [kind, item, story, source] of changes) {
      if (kind === 'delete' && item !== null) deleted.add(item)
      else if (item !== null) edited.add(item)
      if (kind === 'story' && story !== null) {
        addAll(changedIds, this.#sql.storyItems.all(story))
        addAll(reordered, this.#represent(story))
      }
      if (kind === 'source') addAll(renamed, this.#sql.sourceItems.all(source))
    }
    for (const id of deleted) edited.delete(id)
    addAll(changedIds, [...edited, ...deleted, ...renamed])
    if (this.#columns !== undefined) {
      const rows = this.#rows([...new Set([...edited, ...reordered])])
      applyChanges(this.#columns, { seq: last.seq, rows, deleted: [...deleted], changedIds: [...changedIds] })
    }
    this.listeners.take([...edited, ...renamed], [...deleted])
    return [...changedIds]
  }

  /** Reads the representative of a story. @returns the items whose position in the order by hot changes */
  #represent(story: number): readonly number[] {
    const id = this.#sql.representative.get(story) as number | null | undefined
    return this.#columns?.represent(story, id ?? undefined) ?? []
  }

  /** Rebuilds the columns after changes were pruned before they were read, so anything may be different. */
  #startAnew(): readonly number[] {
    const before = this.#columns
    this.#names.forget()
    this.listeners.startAnew()
    if (before === undefined) return []
    const ids = new Set<number>()
    for (const columns of [before, this.#load()])
      for (const slot of columns.byTime.slice(0, columns.size)) ids.add(columns.idOf(slot))
    return [...ids]
  }

  #load(): Columns {
    this.#version = this.#readVersion()
    const columns = new Columns(this.#version.seq)
    const columnRows = this.#use(columns)
    columns.reserve(this.#sql.size.get() as number)
    for (const [story, id] of this.#sql.representatives.all() as [number, number][])
      columns.represent(story, id)
    for (let last = 0, more = true; more;) {
      const rows = this.#sql.rowsAfter.all(last) as RawColumnRow[]
      for (const row of rows) columns.append(columnRows.of(row))
      last = rows.at(-1)?.[0] ?? last
      more = rows.length === CHUNK
    }
    columns.sort()
    return columns
  }

  #use(columns: Columns): ColumnRows {
    columns.idsWithTag = this.#idsWithTag
    this.#columns = columns
    const rows = new ColumnRows(columns, this.#names)
    this.#columnRows = rows
    return rows
  }

  #rows(ids: readonly number[]): ColumnRow[] {
    const rows = this.#sql.rows.all(JSON.stringify(ids)) as RawColumnRow[]
    return rows.flatMap((row) => this.#columnRows?.of(row) ?? [])
  }

  #readVersion(): StoreVersion {
    const last = this.#sql.last.get() as StoreVersion | undefined
    return last ?? { seq: 0, at: (this.#sql.created.get() as number | undefined) ?? 0 }
  }
}

/** Ids of items at even distances in order of time, the oldest and the newest among them. */
type ChangeRow = readonly [kind: string, item: number | null, story: number | null, source: number | null]

function addAll(set: Set<number>, values: readonly unknown[]): void {
  for (const value of values) set.add(value as number)
}
