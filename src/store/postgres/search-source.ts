import type { ItemFilter } from '../../model/filter.ts'
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
import type { ChangeFeed } from './change-feed.ts'
import type { Connection } from './connection.ts'
import type { Database } from './database.ts'
import type { Names } from './names.ts'

/** Number of items that are read at once. */
const CHUNK = 500

export const DOCUMENT_SQL = {
  // OFFSET 0: text by text. The planner might else read all texts for each chunk.
  documentsAfter: `SELECT ${DOCUMENT_COLUMNS} FROM items i
    LEFT JOIN LATERAL (SELECT * FROM contents WHERE item_id = i.id OFFSET 0) c ON true
    WHERE i.id > $1 ORDER BY i.id LIMIT ${CHUNK}`,
  documents: `SELECT ${DOCUMENT_COLUMNS} FROM items i LEFT JOIN contents c ON c.item_id = i.id WHERE i.id = ANY($1::bigint[])`,
  count: 'SELECT count(*) AS items FROM items',
  changesSince: `SELECT c.kind, coalesce(c.item_id, i.id) FROM changes c
    LEFT JOIN LATERAL (SELECT id FROM items WHERE c.kind = 'source' AND source_id = c.source_id OFFSET 0) i ON true
    WHERE c.seq > $1 ORDER BY c.seq`,
  changeAt: 'SELECT at FROM changes WHERE seq = $1',
  lastSeq: 'SELECT coalesce(max(seq), 0) AS seq FROM changes',
  texts: `SELECT i.id, i.title, i.summary, left(coalesce(c.text, c.html), $2::int) AS content FROM items i
    LEFT JOIN contents c ON c.item_id = i.id WHERE i.id = ANY($1::bigint[])`,
  titles: `SELECT i.title, i.story_id AS "storyId", coalesce(s.item_count, 1) AS "itemCount"
    FROM unnest($1::bigint[]) WITH ORDINALITY j(id, place) JOIN items i ON i.id = j.id
    LEFT JOIN stories s ON s.id = i.story_id ORDER BY j.place`,
} as const

interface SourceParts {
  readonly db: Database
  /** Where the texts of hits are read. */
  readonly rows: Connection
  readonly names: Names
  readonly changeFeed: ChangeFeed
  readonly address: StoreAddress
}

/** The part of the store that the search engine reads and follows. */
export class PostgresSearchSource implements SearchSource {
  readonly address: StoreAddress
  readonly #db: Database
  readonly #rows: Connection
  readonly #names: Names
  readonly #changes: ChangeFeed

  constructor({ db, rows, names, changeFeed, address }: SourceParts) {
    this.address = address
    this.#db = db
    this.#rows = rows
    this.#names = names
    this.#changes = changeFeed
  }

  async reading<T>(work: () => T | Promise<T>, filter?: ItemFilter): Promise<T> {
    await this.#changes.loaded()
    if (filter !== undefined) await this.#changes.knowTags(filter.tag)
    return work()
  }

  get isOpen(): boolean {
    return this.#db.isOpen
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
    return this.#documents(await this.#db.outside.tuples<DocumentRow>(DOCUMENT_SQL.documents, [ids]))
  }

  async *allDocuments(): AsyncGenerator<SearchDocument[]> {
    for (let last = 0; ;) {
      const rows = await this.#db.outside.tuples<DocumentRow>(DOCUMENT_SQL.documentsAfter, [last])
      if (rows.length === 0) return
      last = rows.at(-1)?.[0] ?? last
      yield this.#documents(rows)
    }
  }

  async catchUp(seq: number): Promise<ItemChanges> {
    await this.#changes.refresh()
    const edited = new Set<number>()
    const deleted = new Set<number>()
    const rows = await this.#db.outside.tuples<ChangeRow>(DOCUMENT_SQL.changesSince, [seq])
    for (const [kind, item] of rows) if (item !== null) (kind === 'delete' ? deleted : edited).add(item)
    for (const id of deleted) edited.delete(id)
    return { edited: [...edited], deleted: [...deleted] }
  }

  async findTexts(ids: readonly number[], chars: number): Promise<Map<number, ItemTexts>> {
    const rows = await this.#rows.rows<ItemTexts & { readonly id: number }>(DOCUMENT_SQL.texts, [ids, chars])
    return new Map(rows.map((row) => [row.id, row]))
  }

  async listTitles(ids: readonly number[]): Promise<StoryTitle[]> {
    return this.#db.outside.rows<StoryTitle>(DOCUMENT_SQL.titles, [ids])
  }

  sourceName(slug: string): string | undefined {
    return this.#names.sourceBySlug(slug)?.name
  }

  async count(): Promise<number> {
    const [row] = await this.#db.outside.rows<{ items: number }>(DOCUMENT_SQL.count)
    return row?.items ?? 0
  }

  async lastSeq(): Promise<number> {
    const [row] = await this.#db.outside.rows<{ seq: number }>(DOCUMENT_SQL.lastSeq)
    return row?.seq ?? 0
  }

  async changeAt(seq: number): Promise<number | undefined> {
    const [row] = await this.#db.outside.rows<{ at: number }>(DOCUMENT_SQL.changeAt, [seq])
    return row?.at
  }

  async #documents(rows: readonly DocumentRow[]): Promise<SearchDocument[]> {
    await this.#names.know(
      rows.map((row) => row[4]),
      rows.map((row) => row[7]),
    )
    return rows.map((row) => documentOf(row, this.#names))
  }
}

type ChangeRow = readonly [kind: string, item: number | null]
