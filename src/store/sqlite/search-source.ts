import type { Database } from 'better-sqlite3'
import type { StoreAddress } from '../../model/store-address.ts'
import type { Columns } from '../columns/columns.ts'
import { DOCUMENT_COLUMNS, documentOf, type DocumentRow } from '../document-row.ts'
import type {
  ChangeListener,
  ItemChanges,
  ItemTexts,
  SearchDocument,
  SearchSource,
  StoreVersion,
  StoryTitle,
} from '../search-source.ts'
import { ChangeFeed } from './change-feed.ts'
import { openForReading } from './database.ts'
import { guarded } from './failure.ts'
import { Names } from './names.ts'
import { prepareAll } from './statements.ts'

/** Number of items that are read at once. */
const CHUNK = 500

export const DOCUMENT_SQL = {
  documentsAfter: `SELECT ${DOCUMENT_COLUMNS} FROM items i LEFT JOIN contents c ON c.item_id = i.id
    WHERE i.id > ? ORDER BY i.id LIMIT ${CHUNK}`,
  documents: `SELECT ${DOCUMENT_COLUMNS} FROM json_each(?) j CROSS JOIN items i ON i.id = j.value
    LEFT JOIN contents c ON c.item_id = i.id`,
  count: 'SELECT count(*) FROM items',
  itemsOfSource: 'SELECT id FROM items WHERE source_id = ?',
  changesSince: 'SELECT kind, item_id, source_id FROM changes WHERE seq > ? ORDER BY seq',
  changeAt: 'SELECT at FROM changes WHERE seq = ?',
  lastSeq: 'SELECT seq FROM changes ORDER BY seq DESC LIMIT 1',
  texts: `SELECT title, summary, substr(coalesce(text, html), 1, ?) AS content FROM items
    LEFT JOIN contents ON item_id = id WHERE id = ?`,
  titles: `SELECT i.title, i.story_id AS storyId, ifnull(s.item_count, 1) AS itemCount
    FROM json_each(?) j CROSS JOIN items i ON i.id = j.value LEFT JOIN stories s ON s.id = i.story_id`,
} as const

/** Opens a store for the thread that indexes it. Same errors as `openSqliteStore`. */
export function openSearchSource(file: string): {
  readonly source: SearchSource
  readonly close: () => void
} {
  const db = openForReading(file, { now: Date.now })
  const names = new Names(db)
  return {
    source: new SqliteSearchSource(db, names, new ChangeFeed(db, names), file),
    close: () => db.close(),
  }
}

/** The part of the store that the search engine reads and follows. */
export class SqliteSearchSource implements SearchSource {
  readonly address: StoreAddress
  readonly #db: Database
  readonly #sql
  readonly #names: Names
  readonly #changes: ChangeFeed

  constructor(db: Database, names: Names, changes: ChangeFeed, file: string) {
    this.address = { kind: 'sqlite', file }
    this.#db = db
    this.#names = names
    this.#changes = changes
    this.#sql = prepareAll(db, DOCUMENT_SQL)
    for (const name of ['documentsAfter', 'documents', 'changesSince'] as const) this.#sql[name].raw()
    for (const name of ['count', 'itemsOfSource', 'changeAt', 'lastSeq'] as const) this.#sql[name].pluck()
  }

  reading<T>(work: () => T | Promise<T>): Promise<T> {
    return guarded(work)
  }

  get isOpen(): boolean {
    return this.#db.open
  }

  columns(): Columns {
    return this.#changes.columns()
  }

  version(): StoreVersion {
    return this.#changes.version()
  }

  subscribe(listener: ChangeListener): void {
    this.#changes.listeners.subscribe(listener)
  }

  async findDocuments(ids: readonly number[]): Promise<SearchDocument[]> {
    return (this.#sql.documents.all(JSON.stringify(ids)) as DocumentRow[]).map((row) =>
      documentOf(row, this.#names),
    )
  }

  async *allDocuments(): AsyncGenerator<SearchDocument[]> {
    for (let last = 0; ;) {
      const rows = this.#sql.documentsAfter.all(last) as DocumentRow[]
      if (rows.length === 0) return
      last = rows.at(-1)?.[0] ?? last
      yield rows.map((row) => documentOf(row, this.#names))
    }
  }

  async catchUp(seq: number): Promise<ItemChanges> {
    return this.#db.transaction(() => {
      this.#changes.refresh()
      return this.#changesSince(seq)
    })()
  }

  #changesSince(seq: number): ItemChanges {
    const edited = new Set<number>()
    const deleted = new Set<number>()
    for (const [kind, item, source] of this.#sql.changesSince.all(seq) as ChangeRow[]) {
      if (kind === 'delete' && item !== null) deleted.add(item)
      else if (item !== null) edited.add(item)
      if (kind === 'source') for (const id of this.#sql.itemsOfSource.all(source) as number[]) edited.add(id)
    }
    for (const id of deleted) edited.delete(id)
    return { edited: [...edited], deleted: [...deleted] }
  }

  async findTexts(ids: readonly number[], chars: number): Promise<ReadonlyMap<number, ItemTexts>> {
    const found = ids.map((id) => [id, this.#sql.texts.get(chars, id) as ItemTexts | undefined] as const)
    return new Map(found.filter((each): each is readonly [number, ItemTexts] => each[1] !== undefined))
  }

  async listTitles(ids: readonly number[]): Promise<StoryTitle[]> {
    return this.#sql.titles.all(JSON.stringify(ids)) as StoryTitle[]
  }

  sourceName(slug: string): string | undefined {
    return this.#names.sourceBySlug(slug)?.name
  }

  async count(): Promise<number> {
    return this.#sql.count.get() as number
  }

  async lastSeq(): Promise<number> {
    return (this.#sql.lastSeq.get() as number | undefined) ?? 0
  }

  async changeAt(seq: number): Promise<number | undefined> {
    return this.#sql.changeAt.get(seq) as number | undefined
  }
}

type ChangeRow = readonly [kind: string, item: number | null, source: number | null]
