import type { Enclosure } from '../../model/entry.ts'
import { inOrder } from '../../model/in-order.ts'
import type { StoreAddress } from '../../model/store-address.ts'
import { type Connection, type Database, findValue } from '../connection.ts'
import { IS_WHOLE_AFTER } from '../rows/change-row.ts'
import { storedList } from '../rows/item-row.ts'
import type { NamedRow, StoreNames } from '../rows/store-names.ts'
import type { ItemTexts, SearchDocument, SearchSource, StoryTitle } from '../search-source.ts'
import type { ChangeFeed } from './change-feed.ts'
import { readItemsOf, readLog, readVersion } from './column-reads.ts'

/** Columns of a document, from an item `i` and its content `c`. `text` is null if it equals the text of `html`. */
const DOCUMENT_COLUMNS = `i.id, i.title, i.summary, i.tags, i.source_id, i.author, i.url, i.facet_id,
  i.published_at AS "publishedAt", i.ranked_at, i.coverage, i.image_url, i.enclosures, coalesce(c.text, c.html) AS content`

/** Items per read. */
const CHUNK = 500

export const DOCUMENT_SQL = {
  documentsAfter: `SELECT ${DOCUMENT_COLUMNS} FROM (SELECT * FROM items WHERE id > $1 ORDER BY id LIMIT ${CHUNK}) i
    LEFT JOIN contents c ON c.item_id = i.id ORDER BY i.id`,
  documents: `SELECT ${DOCUMENT_COLUMNS} FROM items i LEFT JOIN contents c ON c.item_id = i.id WHERE i.id = ANY($1::bigint[])`,
  count: 'SELECT count(*) FROM items',
  changeAt: `SELECT at FROM changes WHERE seq = $1 AND ${IS_WHOLE_AFTER}`,
  texts: `SELECT i.id, i.title, i.summary, substr(coalesce(c.text, c.html), 1, $2::int) AS content FROM items i
    LEFT JOIN contents c ON c.item_id = i.id WHERE i.id = ANY($1::bigint[])`,
  titles: `SELECT i.id, i.title, i.story_id AS "storyId", coalesce(s.item_count, 1) AS "itemCount"
    FROM items i LEFT JOIN stories s ON s.id = i.story_id WHERE i.id = ANY($1::bigint[])`,
} as const

interface SourceParts {
  readonly db: Database
  /** Connection for items that the columns have. It sees no open group. */
  readonly rows: Connection
  readonly names: StoreNames
  readonly changeFeed: ChangeFeed
  readonly address: StoreAddress
}

export function storeSearchSource({ db, rows, names, changeFeed, address }: SourceParts): SearchSource {
  const { outside } = db

  async function documents(found: readonly DocumentRow[]): Promise<SearchDocument[]> {
    await names.knowOf(found)
    return found.map((row) => documentOf(row, names))
  }

  return {
    address,
    async reading(work, filter) {
      await changeFeed.loaded()
      if (filter !== undefined) await changeFeed.knowTags(filter.tag)
      return work()
    },
    get isOpen() {
      return db.isOpen
    },
    columns: () => changeFeed.columns(),
    version: () => changeFeed.version(),
    subscribe: (listener) => changeFeed.subscribe(listener),
    findDocuments: async (ids) => documents(await rows.rows<DocumentRow>(DOCUMENT_SQL.documents, [ids])),
    async *allDocuments() {
      for (let last = 0; ;) {
        const found = await outside.rows<DocumentRow>(DOCUMENT_SQL.documentsAfter, [last])
        if (found.length === 0) return
        last = found.at(-1)?.id ?? last
        yield documents(found)
      }
    },
    async catchUp(seq) {
      await changeFeed.refresh()
      const { edited, deleted, sources } = await readLog(outside, seq)
      const renamed = await readItemsOf(outside, sources)
      return { edited: [...new Set([...edited, ...renamed])], deleted: [...deleted] }
    },
    async findTexts(ids, chars) {
      const found = await rows.rows<ItemTexts & { readonly id: number }>(DOCUMENT_SQL.texts, [ids, chars])
      return new Map(found.map((row) => [row.id, row]))
    },
    async listTitles(ids) {
      const found = await rows.rows<StoryTitle & { readonly id: number }>(DOCUMENT_SQL.titles, [ids])
      const ordered = inOrder(ids, found, ({ id }) => id)
      return ordered.map(({ title, storyId, itemCount }) => ({ title, storyId, itemCount }))
    },
    sourceName: (slug) => names.sourceBySlug(slug)?.name,
    categoryNameOf: (slug) => names.sourceBySlug(slug)?.categoryName ?? undefined,
    count: async () => (await findValue<number>(outside, DOCUMENT_SQL.count)) ?? 0,
    lastSeq: async () => (await readVersion(outside)).seq,
    changeAt: (seq) => findValue<number>(outside, DOCUMENT_SQL.changeAt, [seq]),
  }
}

/** Copies fields one by one: spreading a row takes longer than reading it. */
function documentOf(row: DocumentRow, names: StoreNames): SearchDocument {
  const { content, enclosures } = row
  const source = names.source(row.source_id)
  return {
    id: row.id,
    title: row.title,
    summary: row.summary,
    labels: [...((storedList(row.tags) ?? []) as string[]), source.name, source.slug],
    author: row.author,
    content: content ?? '',
    url: row.url,
    has: [
      ...(row.image_url === null ? [] : ['image' as const]),
      ...(hasAudio(enclosures) ? ['audio' as const] : []),
      ...(content === null || content === '' ? [] : ['text' as const]),
    ],
    language: names.facet(row.facet_id).language,
    publishedAt: row.ranked_at ?? row.publishedAt,
    coverage: row.coverage,
  }
}

function hasAudio(enclosures: string | null): boolean {
  const files = storedList(enclosures) as Enclosure[] | undefined
  return files?.some(({ mimeType }) => mimeType?.startsWith('audio/')) === true
}

interface DocumentRow extends NamedRow, Omit<SearchDocument, 'labels' | 'content' | 'has' | 'language'> {
  readonly tags: string | null
  readonly ranked_at: number | null
  readonly image_url: string | null
  readonly enclosures: string | null
  readonly content: string | null
}
