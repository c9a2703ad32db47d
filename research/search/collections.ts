import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SearchDocument } from '../../src/store/search-source.ts'

/** Documents and queries, with judgements of which documents are relevant to which query. */
export interface Collection {
  readonly name: string
  readonly documents: readonly SearchDocument[]
  readonly queries: readonly { readonly id: string; readonly text: string }[]
  /** Relevance by query id and document id, > 0. */
  readonly judgements: ReadonlyMap<string, ReadonlyMap<number, number>>
}

/** Folder of test data that is not part of the project; it may be missing. */
export const CORPUS = process.env['DIGEST_CORPUS'] ?? join(import.meta.dirname, '../../../shared/corpus')

/** @returns `undefined` if the data is missing */
export function loadCranfield(): Collection | undefined {
  return load(
    'cranfield',
    join(CORPUS, 'search/cranfield'),
    join(CORPUS, 'search/cranfield/corpus.jsonl'),
    (row) => {
      const title = String(row['title'])
      // Each text starts with its title.
      const text = String(row['text']).slice(title.length).trim()
      return { title, text, date: undefined }
    },
  )
}

/**
 * Loads AllSides, whose queries are headlines. Quotation marks are removed, since in a query they would ask for an
 * exact phrase.
 *
 * @returns `undefined` if the data is missing
 */
export function loadAllSides(): Collection | undefined {
  const collection = load(
    'allsides',
    join(CORPUS, 'search/allsides'),
    join(CORPUS, 'stories/allsides.jsonl'),
    (row) => ({
      title: String(row['title']),
      text: typeof row['summary'] === 'string' ? row['summary'] : '',
      date: typeof row['date'] === 'string' ? row['date'] : undefined,
    }),
  )
  if (collection === undefined) return undefined
  const queries = collection.queries.map(({ id, text }) => ({ id, text: text.replaceAll('"', '') }))
  return { ...collection, queries }
}

/**
 * Splits the queries of a collection by when the first document that answers them was published: an earlier half and a later
 * one. What gains on one half only does not carry over. Queries whose documents have no time are in neither half.
 */
export function halvesByTime(collection: Collection): Collection[] {
  const times = new Map(collection.documents.map(({ id, publishedAt }) => [id, publishedAt]))
  const timed = collection.queries
    .map((query) => {
      const answers = [...(collection.judgements.get(query.id)?.keys() ?? [])]
      const known = answers.map((id) => times.get(id) ?? 0).filter((at) => at > 0)
      return { query, at: Math.min(...known) }
    })
    .filter(({ at }) => Number.isFinite(at))
    .sort((a, b) => a.at - b.at)
  const middle = timed[timed.length >>> 1]?.at
  if (middle === undefined) return []
  const halfOf = (name: string, isIn: (at: number) => boolean): Collection => ({
    ...collection,
    name: `${collection.name} ${name}`,
    queries: timed.filter(({ at }) => isIn(at)).map(({ query }) => query),
  })
  return [halfOf('earlier', (at) => at < middle), halfOf('later', (at) => at >= middle)]
}

interface RawText {
  readonly title: string
  readonly text: string
  readonly date: string | undefined
}

function load(
  name: string,
  folder: string,
  file: string,
  read: (row: Record<string, unknown>) => RawText,
): Collection | undefined {
  if (!existsSync(folder) || !existsSync(file)) return undefined
  const ids = new Map<string, number>()
  const documents = linesOf(file).map((line, i): SearchDocument => {
    const row = JSON.parse(line) as Record<string, unknown>
    ids.set(String(row['id']), i + 1)
    return documentOf(i + 1, read(row))
  })
  const judgements = new Map<string, Map<number, number>>()
  for (const line of linesOf(join(folder, 'qrels.tsv'))) {
    const [query = '', , document = '', gain = '0'] = line.split('\t')
    const id = ids.get(document)
    if (id === undefined || Number(gain) <= 0) continue
    const ofQuery = judgements.get(query) ?? new Map<number, number>()
    ofQuery.set(id, Number(gain))
    judgements.set(query, ofQuery)
  }
  const queries = linesOf(join(folder, 'queries.tsv')).map((line) => {
    const [id = '', text = ''] = line.split('\t')
    return { id, text }
  })
  return { name, documents, queries: queries.filter(({ id }) => judgements.has(id)), judgements }
}

/** A document as the service keeps an item: a summary of at most 300 characters, and the whole text. */
function documentOf(id: number, { title, text, date }: RawText): SearchDocument {
  return {
    id,
    title,
    summary: text.length <= 300 ? text : text.slice(0, 300).replace(/\s+\S*$/, ''),
    labels: [],
    author: null,
    content: text,
    url: '',
    language: 'en',
    // Years before the search, so that recency has no effect. Reports of one event still have similar times.
    publishedAt: date === undefined ? 0 : Date.parse(date),
    coverage: 1,
  }
}

function linesOf(file: string): string[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
}
