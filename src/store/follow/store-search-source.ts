import type { ItemFilter } from '../../model/filter.ts'
import type { StoreAddress } from '../../model/store-address.ts'
import type { Columns } from '../columns/columns.ts'
import type { Connection, Database } from '../connection.ts'
import { inOrder } from '../reads/in-order.ts'
import { IS_WHOLE_AFTER } from '../rows/change-row.ts'
import { DOCUMENT_COLUMNS, documentOf, type DocumentRow } from '../rows/document-row.ts'
import type { StoreNames } from '../rows/store-names.ts'
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

/** Number of items that are read at once. */
const CHUNK = 500

export const DOCUMENT_SQL = {
  documentsAfter: `SELECT ${DOCUMENT_COLUMNS} FROM (SELECT * FROM items WHERE id > $1 ORDER BY id LIMIT ${CHUNK}) i
    LEFT JOIN contents c ON c.item_id = i.id ORDER BY i.id`,
  documents: `SELECT ${DOCUMENT_COLUMNS} FROM items i LEFT JOIN contents c ON c.item_id = i.id WHERE i.id = ANY($1::bigint[])`,
  count: 'SELECT count(*) AS items FROM items',
  changesSince: 'SELECT kind, item_id, source_id FROM changes WHERE seq > $1 ORDER BY seq',
  itemsOfSources: 'SELECT id FROM items WHERE source_id = ANY($1::bigint[])',
  changeAt: `SELECT at FROM changes WHERE seq = $1 AND ${IS_WHOLE_AFTER}`,
  lastSeq: 'SELECT coalesce(max(seq), 0) AS seq FROM changes',
  texts: `SELECT i.id, i.title, i.summary, substr(coalesce(c.text, c.html), 1, $2::int) AS content FROM items i
    LEFT JOIN contents c ON c.item_id = i.id WHERE i.id = ANY($1::bigint[])`,
  titles: `SELECT i.id, i.title, i.story_id AS "storyId", coalesce(s.item_count, 1) AS "itemCount"
    FROM items i LEFT JOIN stories s ON s.id = i.story_id WHERE i.id = ANY($1::bigint[])`,
} as const

interface SourceParts {
  readonly db: Database
  /** Where the texts of hits are read. */
  readonly rows: Connection
  readonly names: StoreNames
  readonly changeFeed: ChangeFeed
  readonly address: StoreAddress
}

/** The part of the store that the search engine reads and follows. */
export class StoreSearchSource implements SearchSource {
  readonly address: StoreAddress
  readonly #db: Database
  readonly #rows: Connection
  readonly #names: StoreNames
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
    const deleted = new Set<number>()
    const edited = new Set<number>()
    const sources = new Set<number>()
    for (const [kind, item, source] of await this.#db.outside.tuples<ChangeRow>(DOCUMENT_SQL.changesSince, [
      seq,
    ])) {
      if (item !== null) (kind === 'delete' ? deleted : edited).add(item)
      if (kind === 'source' && source !== null) sources.add(source)
    }
    if (sources.size > 0) {
      const rows = await this.#db.outside.tuples<readonly [number]>(DOCUMENT_SQL.itemsOfSources, [
        [...sources],
      ])
      for (const [id] of rows) edited.add(id)
    }
    for (const id of deleted) edited.delete(id)
    return { edited: [...edited], deleted: [...deleted] }
  }

  async findTexts(ids: readonly number[], chars: number): Promise<Map<number, ItemTexts>> {
    const rows = await this.#rows.rows<ItemTexts & { readonly id: number }>(DOCUMENT_SQL.texts, [ids, chars])
    return new Map(rows.map((row) => [row.id, row]))
  }

  async listTitles(ids: readonly number[]): Promise<StoryTitle[]> {
    const rows = await this.#db.outside.rows<StoryTitle & { readonly id: number }>(DOCUMENT_SQL.titles, [ids])
    return inOrder(ids, rows, ({ id }) => id).map(({ title, storyId, itemCount }) => ({
      title,
      storyId,
      itemCount,
    }))
  }

  sourceName(slug: string): string | undefined {
    return this.#names.sourceBySlug(slug)?.name
  }

  categoryNameOf(slug: string): string | undefined {
    return this.#names.sourceBySlug(slug)?.categoryName ?? undefined
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

type ChangeRow = readonly [kind: string, item: number | null, source: number | null]
