import type { Database } from 'better-sqlite3'
import type { SearchDocument } from '../search-index/document.ts'
import type { Names } from './names.ts'
import { prepareAll } from './statements.ts'

/** Items read at once. */
const CHUNK = 500

/** `text` is null where the text is that of `html`. */
const DOCUMENT_COLUMNS = `i.id, i.title, i.summary, i.tags, i.source_id, i.author, i.url, i.facet_id, i.published_at,
  i.ranked_at, i.coverage, ifnull(c.text, c.html)`

export const DOCUMENT_SQL = {
  documentsAfter: `SELECT ${DOCUMENT_COLUMNS} FROM items i LEFT JOIN contents c ON c.item_id = i.id
    WHERE i.id > ? ORDER BY i.id LIMIT ${CHUNK}`,
  documents: `SELECT ${DOCUMENT_COLUMNS} FROM json_each(?) j CROSS JOIN items i ON i.id = j.value
    LEFT JOIN contents c ON c.item_id = i.id`,
  itemsOfSource: 'SELECT id FROM items WHERE source_id = ?',
  changesSince: 'SELECT kind, item_id, source_id FROM changes WHERE seq > ? ORDER BY seq',
  changeAt: 'SELECT at FROM changes WHERE seq = ?',
  lastSeq: 'SELECT seq FROM changes ORDER BY seq DESC LIMIT 1',
} as const

/** What happened to items after a point of the change sequence. */
export interface ItemChanges {
  readonly edited: readonly number[]
  readonly gone: readonly number[]
}

/** Reads items as the search index wants them. */
export class SearchDocuments {
  readonly #sql
  readonly #names: Names

  constructor(db: Database, names: Names) {
    this.#names = names
    this.#sql = prepareAll(db, DOCUMENT_SQL)
    for (const name of ['documentsAfter', 'documents', 'changesSince'] as const) this.#sql[name].raw()
    for (const name of ['itemsOfSource', 'changeAt', 'lastSeq'] as const) this.#sql[name].pluck()
  }

  /** In no order; one that is gone is left out. */
  find(ids: readonly number[]): SearchDocument[] {
    return (this.#sql.documents.all(JSON.stringify(ids)) as DocumentRow[]).map((row) => this.#document(row))
  }

  /** Every item by ascending id, a few hundred at a time. */
  *all(): Generator<SearchDocument[]> {
    for (let last = 0; ;) {
      const rows = this.#sql.documentsAfter.all(last) as DocumentRow[]
      if (rows.length === 0) return
      last = rows.at(-1)?.[0] ?? last
      yield rows.map((row) => this.#document(row))
    }
  }

  changesSince(seq: number): ItemChanges {
    const edited = new Set<number>()
    const gone = new Set<number>()
    for (const [kind, item, source] of this.#sql.changesSince.all(seq) as ChangeRow[]) {
      if (kind === 'delete' && item !== null) gone.add(item)
      else if (item !== null) edited.add(item)
      if (kind === 'source') for (const id of this.#sql.itemsOfSource.all(source) as number[]) edited.add(id)
    }
    for (const id of gone) edited.delete(id)
    return { edited: [...edited], gone: [...gone] }
  }

  /** 0 where nothing was ever saved. */
  lastSeq(): number {
    return (this.#sql.lastSeq.get() as number | undefined) ?? 0
  }

  /** When a change was saved; `undefined` where it is forgotten. */
  changeAt(seq: number): number | undefined {
    return this.#sql.changeAt.get(seq) as number | undefined
  }

  #document([
    id,
    title,
    summary,
    tags,
    sourceId,
    author,
    url,
    facet,
    publishedAt,
    rankedAt,
    coverage,
    content,
  ]: DocumentRow): SearchDocument {
    const source = this.#names.source(sourceId)
    return {
      id,
      title,
      summary,
      labels: [...(tags === null ? [] : (JSON.parse(tags) as string[])), source.name, source.slug],
      author,
      content: content ?? '',
      url,
      language: this.#names.facet(facet).language,
      publishedAt: rankedAt ?? publishedAt,
      dated: rankedAt === null,
      coverage,
    }
  }
}

type ChangeRow = readonly [kind: string, item: number | null, source: number | null]

type DocumentRow = readonly [
  id: number,
  title: string,
  summary: string,
  tags: string | null,
  source: number,
  author: string | null,
  url: string,
  facet: number,
  publishedAt: number,
  rankedAt: number | null,
  coverage: number,
  content: string | null,
]
