import type { SearchDocument } from '../../src/store/search-source.ts'
import type { Collection } from './collections.ts'
import { ITEMS } from './handmade-items.ts'
import { QUERIES } from './handmade-queries.ts'

/** 60 queries over invented news in five languages, each with the one item that must come first. */
export function loadHandmade(): Collection {
  const ids = new Map(ITEMS.map(([key], i) => [key, i + 1]))
  const documents = ITEMS.map(([, language, title, summary], i): SearchDocument => ({
    id: i + 1,
    title,
    summary,
    labels: [],
    author: null,
    content: '',
    url: '',
    language,
    publishedAt: 0,
    coverage: 1,
  }))
  return {
    name: 'handmade',
    documents,
    queries: QUERIES.map(([text], i) => ({ id: String(i), text })),
    judgements: new Map(
      QUERIES.map(([, key], i) => {
        const id = ids.get(key)
        if (id === undefined) throw new RangeError(`handmade-items.ts has no item '${key}'`)
        return [String(i), new Map([[id, 1]])]
      }),
    ),
  }
}
