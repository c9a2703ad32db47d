import type { QueryNode } from '../../src/model/search.ts'
import { SearchIndex } from '../../src/search/index/search-index.ts'
import { parseQuery } from '../../src/search/query/parse.ts'
import type { SearchRequest } from '../../src/search/request.ts'
import type { SearchDocument } from '../../src/store/search-source.ts'
import { aSearchDocument } from './a-search-document.ts'

export const NOW = Date.UTC(2026, 0, 10)

/** All that is found, the best first, with no test but the words. */
export const REQUEST: SearchRequest = {
  window: { limit: 1_000, offset: 0, after: undefined },
  now: NOW,
  tests: { property: () => () => false, published: () => () => true },
}

/** One of now. */
export function aDocument(id: number, given: Partial<SearchDocument> = {}): SearchDocument {
  return aSearchDocument(id, { publishedAt: NOW, ...given })
}

export function indexOf(...documents: SearchDocument[]): SearchIndex {
  const index = new SearchIndex()
  index.put(documents)
  return index
}

/** Ids of what a query finds, the best first. */
export async function find(
  index: SearchIndex,
  query: string,
  request: Partial<SearchRequest> = {},
): Promise<number[]> {
  const { hits } = await index.search(node(query), { ...REQUEST, ...request })
  return hits.map((hit) => hit.id)
}

export function node(query: string): QueryNode {
  const parsed = parseQuery(query).node
  if (parsed === undefined) throw new Error(`nothing to look for in ${query}`)
  return parsed
}
