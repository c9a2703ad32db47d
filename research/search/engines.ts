import type { Tuning } from '../../src/search/index/fields.ts'
import { SearchIndex } from '../../src/search/index/search-index.ts'
import { parseQuery } from '../../src/search/query/parse.ts'
import type { ItemText } from '../../src/search/request.ts'
import type { SearchDocument } from '../../src/store/search-source.ts'
import { Database } from '../../src/store/sqlite/driver.ts'

/** Gives the ids of the ten best hits, best first. */
export type Ask = (query: string) => number[] | Promise<number[]>

/** The search engine of the service. */
export function ownEngine(documents: readonly SearchDocument[], tuning?: Tuning): Ask {
  const index = new SearchIndex(tuning)
  index.put(documents)
  while (index.mergeStep());
  const byId = new Map(documents.map((document) => [document.id, document]))
  const textsOf = async (ids: readonly number[]) => new Map(ids.map((id) => [id, textOf(byId.get(id))]))
  return async (query) => {
    const { node } = parseQuery(query)
    if (node === undefined) return []
    const window = { limit: 10, offset: 0, after: undefined }
    const { hits } = await index.search(node, { window, now: LONG_AFTER, tests: NO_TESTS, textsOf })
    return hits.map((hit) => hit.id)
  }
}

function textOf(document: SearchDocument | undefined): ItemText {
  if (document === undefined) throw new RangeError('the index has a document that it was not given')
  const { title, summary, content } = document
  return { title, text: content.length > summary.length ? content : summary }
}

/** The baseline: SQLite's full-text search with Porter's stemmer; a hit has any word of the query. */
export function fts5(documents: readonly SearchDocument[]): Ask {
  const db = new Database(':memory:')
  db.exec(`CREATE VIRTUAL TABLE docs USING fts5(title, text, tokenize = 'porter unicode61')`)
  const insert = db.prepare('INSERT INTO docs (rowid, title, text) VALUES (?, ?, ?)')
  db.transaction(() => {
    for (const { id, title, content } of documents) insert.run(id, title, content)
  })()
  const select = db.prepare('SELECT rowid FROM docs WHERE docs MATCH ? ORDER BY rank, rowid LIMIT 10').pluck()
  return (query) => {
    const words = query.match(/[\p{L}\p{N}]+/gu) ?? []
    return words.length === 0 ? [] : (select.all(words.map((word) => `"${word}"`).join(' OR ')) as number[])
  }
}

/** Time of search. All documents are so old that recency has no effect. */
const LONG_AFTER = Date.UTC(2040, 0, 1)

const NO_TESTS = { property: () => () => true, published: () => () => true }
