import type { SearchDocument } from '../../src/store/search-source.ts'

/** A document of the search index that says nothing but `given`. */
export function aSearchDocument(id: number, given: Partial<SearchDocument> = {}): SearchDocument {
  return {
    id,
    title: '',
    summary: '',
    labels: [],
    author: null,
    content: '',
    url: '',
    language: 'en',
    publishedAt: 0,
    coverage: 1,
    ...given,
  }
}
