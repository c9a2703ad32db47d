import { DigestError } from '../../model/errors.ts'
import type { Choice, ItemFilter } from '../../model/filter.ts'
import { ChangeListeners } from '../change-listeners.ts'
import { ColumnRows, type RawColumnRow } from '../column-rows.ts'
import { Columns } from '../columns/columns.ts'
import { applyChanges, lastChangeOf } from '../columns/last-changes.ts'
import { sourceKeys } from '../item-row.ts'
import type { StoreVersion } from '../search-source.ts'
import type { Connection, Database } from './database.ts'
import type { Names } from './names.ts'
import { TagIds, type TagRow } from './tag-ids.ts'

/** Number of rows that are read at once. */
const CHUNK = 10_000

const ROW_COLUMNS = `id, published_at, coalesce(ranked_at, published_at), hot, score, story_id, facet_id, source_id, also_in,
  coverage, first_seen_at`

export const FOLLOW_SQL = {
  last: `SELECT seq, at FROM changes ORDER BY seq DESC LIMIT 1`,
  newest: `SELECT seq, at, EXISTS (SELECT 1 FROM changes WHERE seq > $1 AND kind = 'source') AS has_sources
    FROM changes ORDER BY seq DESC LIMIT 1`,
  created: `SELECT value AS at FROM counters WHERE name = 'created'`,
  since: 'SELECT seq, at, kind, item_id, story_id, source_id FROM changes WHERE seq > $1 ORDER BY seq',
  size: 'SELECT count(*) AS items FROM items',
  rowsAfter: `SELECT ${ROW_COLUMNS} FROM items WHERE id > $1 ORDER BY id LIMIT ${CHUNK}`,
  rows: `SELECT ${ROW_COLUMNS} FROM items WHERE id = ANY($1::bigint[])`,
  representatives: 'SELECT id, representative_id FROM stories WHERE representative_id IS NOT NULL',
  representativesOf: 'SELECT id, representative_id FROM stories WHERE id = ANY($1::bigint[])',
  storyItems: 'SELECT id FROM items WHERE story_id = ANY($1::bigint[])',
  sourceItems: 'SELECT id FROM items WHERE source_id = ANY($1::bigint[])',
} as const

/**
 * Keeps the columns up to date by the change sequence. The columns are read on first use, since a connection that only
 * writes never needs them. What is read is applied in one step, so that nobody sees half of a change.
 */
export class ChangeFeed {
  readonly #db: Database
  readonly #names: Names
  readonly listeners = new ChangeListeners()
  #columns: Columns | undefined
  #columnRows: ColumnRows | undefined
  readonly #tags = new TagIds()
  #version: StoreVersion = { seq: 0, at: 0 }
  /** The last read of changes. The next one begins after it. */
  #last: Promise<unknown> = Promise.resolve()
  /** A read of changes that has not begun yet. */
  #next: Promise<void> | undefined

  constructor(db: Database, names: Names) {
    this.#db = db
    this.#names = names
  }

  /** Reads the version. Call it once, before anything else. */
  async start(): Promise<void> {
    this.#version = await readVersion(this.#db.outside)
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

  /** @throws DigestError('storeFailed') if they were never read; see `loaded` */
  columns(): Columns {
    if (this.#columns === undefined)
      throw new DigestError('storeFailed', 'the items of the store are not read yet')
    return this.#columns
  }

  /** Gives the columns. Reads them if needed. */
  async loaded(): Promise<Columns> {
    if (this.#columns === undefined) {
      await this.refresh()
      await this.#inOrder(async () => {
        if (this.#columns !== undefined) return
        const loaded = await this.#load()
        this.#use(loaded)
        this.#version = loaded.version
      })
    }
    return this.columns()
  }

  /** Reads the items of the tags that a filter names, so that lists are made without waiting. */
  async knowTags(choice: Choice): Promise<void> {
    if (this.#tags.missing(choice).length === 0) return
    await this.#inOrder(async () => {
      const missing = this.#tags.missing(choice)
      this.#tags.keep(missing, await this.#tags.read(this.#db.outside, missing))
    })
  }

  /** Reads the changes since the last call. Calls at the same time share a read that begins after them. */
  refresh(): Promise<void> {
    this.#next ??= this.#inOrder(async () => {
      this.#next = undefined
      const changedIds = await this.#takeIn()
      if (changedIds === undefined) return
      this.listeners.notify(changedIds)
    })
    return this.#next
  }

  /** @returns the items whose responses changed; `undefined` if nothing was saved, or nothing follows the changes */
  async #takeIn(): Promise<readonly number[] | undefined> {
    const seen = this.#version.seq
    const [last] = await this.#db.outside.rows<NewestChange>(FOLLOW_SQL.newest, [seen])
    if (last === undefined || last.seq === seen) return undefined
    if (this.#columns === undefined && this.listeners.isEmpty) {
      this.#version = { seq: last.seq, at: last.at }
      if (last.has_sources) await this.#names.load()
      return undefined
    }
    const read = await this.#db.snapshot(async (tx) => {
      const changes = await tx.rows<ChangeRow>(FOLLOW_SQL.since, [seen])
      const isWhole = changes[0]?.seq === seen + 1
      return isWhole ? this.#readChanges(tx, changes) : undefined
    })
    return read === undefined ? this.#startAnew() : this.#apply(read)
  }

  async #readChanges(tx: Connection, changes: readonly ChangeRow[]): Promise<ReadChanges> {
    const edited = new Set<number>()
    const deleted = new Set<number>()
    const stories = new Set<number>()
    const sources = new Set<number>()
    for (const { kind, item_id: item, story_id: story, source_id: source } of changes) {
      if (kind === 'delete' && item !== null) deleted.add(item)
      else if (item !== null) edited.add(item)
      if (kind === 'story' && story !== null) stories.add(story)
      if (kind === 'source' && source !== null) sources.add(source)
    }
    for (const id of deleted) edited.delete(id)
    if (sources.size > 0) await this.#names.load(tx)

    const ofStories = await idsOf(tx, FOLLOW_SQL.storyItems, stories)
    const renamed = await idsOf(tx, FOLLOW_SQL.sourceItems, sources)
    const representatives = await tx.tuples<RepresentativeRow>(FOLLOW_SQL.representativesOf, [[...stories]])
    const known = new Map(representatives)
    const reordered = [...stories].flatMap((story) => {
      const slot = this.#columns?.representativeOf(story)
      const before = slot === undefined ? undefined : this.#columns?.idOf(slot)
      return [before, known.get(story)].filter((id) => id !== undefined && id !== null)
    })
    const rows =
      this.#columns === undefined
        ? []
        : await tx.tuples<RawColumnRow>(FOLLOW_SQL.rows, [[...new Set([...edited, ...reordered])]])
    await knowNames(this.#names, rows, tx)
    const tags = await this.#tags.readOf(tx, [...edited])
    const last = changes.at(-1)
    return {
      version: { seq: last?.seq ?? 0, at: last?.at ?? 0 },
      representatives: [...stories].map((story) => [story, known.get(story) ?? undefined] as const),
      rows,
      tags,
      edited: [...edited],
      deleted: [...deleted],
      renamed,
      changedIds: [...new Set([...ofStories, ...edited, ...deleted, ...renamed])],
    }
  }

  /** Applies changes in one step. @returns the items whose responses changed */
  #apply(read: ReadChanges): readonly number[] {
    const { version, representatives, rows, tags, edited, deleted, renamed, changedIds } = read
    const columns = this.#columns
    const columnRows = this.#columnRows
    this.#version = version
    if (columns !== undefined && columnRows !== undefined) {
      const changing = new Set(edited)
      for (const [story, id] of representatives)
        for (const one of columns.represent(story, id)) changing.add(one)
      const changed = rows.filter(([id]) => changing.has(id)).map((row) => columnRows.of(row))
      applyChanges(columns, { seq: version.seq, rows: changed, deleted, changedIds })
    }
    this.#tags.apply([...edited, ...deleted], tags)
    this.listeners.take([...edited, ...renamed], deleted)
    return changedIds
  }

  /** Rebuilds the columns after changes were pruned before they were read, so anything may be different. */
  async #startAnew(): Promise<readonly number[]> {
    const before = this.#columns
    await this.#names.load()
    const loaded = before === undefined ? undefined : await this.#load()
    this.#version = loaded?.version ?? (await readVersion(this.#db.outside))
    if (loaded !== undefined) this.#use(loaded)
    this.listeners.startAnew()
    const ids = new Set<number>()
    for (const columns of [before, loaded?.columns])
      if (columns !== undefined)
        for (const slot of columns.byTime.slice(0, columns.size)) ids.add(columns.idOf(slot))
    return [...ids]
  }

  /** Reads all items, in one state of the store. */
  #load(): Promise<LoadedColumns> {
    return this.#db.snapshot(async (tx) => {
      const version = await readVersion(tx)
      const columns = new Columns(version.seq)
      const columnRows = new ColumnRows(columns, this.#names)
      const [size] = await tx.rows<{ items: number }>(FOLLOW_SQL.size)
      columns.reserve(size?.items ?? 0)
      for (const [story, id] of await tx.tuples<RepresentativeRow>(FOLLOW_SQL.representatives))
        columns.represent(story, id ?? undefined)
      for (let last = 0, more = true; more;) {
        const rows = await tx.tuples<RawColumnRow>(FOLLOW_SQL.rowsAfter, [last])
        await knowNames(this.#names, rows, tx)
        for (const row of rows) columns.append(columnRows.of(row))
        last = rows.at(-1)?.[0] ?? last
        more = rows.length === CHUNK
      }
      columns.sort()
      const tags = this.#tags.tags
      return { columns, columnRows, version, tags, tagRows: await this.#tags.read(tx, tags) }
    })
  }

  #use({ columns, columnRows, tags, tagRows }: LoadedColumns): void {
    columns.idsWithTag = (tag) => this.#tags.idsWith(tag)
    this.#tags.keep(tags, tagRows)
    this.#columns = columns
    this.#columnRows = columnRows
  }

  #inOrder<T>(work: () => Promise<T>): Promise<T> {
    const running = this.#last.then(work)
    this.#last = running.catch(() => undefined)
    return running
  }
}

async function readVersion(from: Connection): Promise<StoreVersion> {
  const [last] = await from.rows<StoreVersion>(FOLLOW_SQL.last)
  if (last !== undefined) return last
  const [created] = await from.rows<{ at: number }>(FOLLOW_SQL.created)
  return { seq: 0, at: created?.at ?? 0 }
}

async function idsOf(tx: Connection, sql: string, keys: ReadonlySet<number>): Promise<number[]> {
  if (keys.size === 0) return []
  return (await tx.tuples<readonly [number]>(sql, [[...keys]])).map(([id]) => id)
}

async function knowNames(names: Names, rows: readonly RawColumnRow[], tx: Connection): Promise<void> {
  const sources = new Set<number>()
  const facets = new Set<number>()
  for (const [, , , , , , facet, source, alsoIn] of rows) {
    facets.add(facet)
    sources.add(source)
    for (const key of sourceKeys(alsoIn)) sources.add(key)
  }
  await names.know(sources, facets, tx)
}

interface NewestChange extends StoreVersion {
  /** Whether a source is another one since then. */
  readonly has_sources: boolean
}

interface LoadedColumns {
  readonly columns: Columns
  readonly columnRows: ColumnRows
  readonly version: StoreVersion
  readonly tags: readonly string[]
  readonly tagRows: readonly TagRow[]
}

/** Changes, with everything that is needed to apply them. */
interface ReadChanges {
  readonly version: StoreVersion
  /** By story. */
  readonly representatives: readonly (readonly [story: number, itemId: number | undefined])[]
  readonly rows: readonly RawColumnRow[]
  /** The kept tags of the edited items. */
  readonly tags: readonly TagRow[]
  readonly edited: readonly number[]
  readonly deleted: readonly number[]
  readonly renamed: readonly number[]
  readonly changedIds: readonly number[]
}

interface ChangeRow {
  readonly seq: number
  readonly at: number
  readonly kind: string
  readonly item_id: number | null
  readonly story_id: number | null
  readonly source_id: number | null
}

type RepresentativeRow = readonly [story: number, itemId: number | null]
