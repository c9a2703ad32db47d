import { words } from '../../src/domain/text/words.ts'
import type { Collection } from './collections.ts'

/** Documents below which a word is more likely an accident than what somebody would type. */
const LEAST_DOCUMENTS = 3

/**
 * The same collection, asked by the most telling words of each query, in their order: what people type who do not write
 * whole questions.
 *
 * @param most words of a query that stay, > 0
 */
export function shortQueries(collection: Collection, most: number): Collection {
  const documents = documentsByStem(collection)
  const queries = collection.queries.map(({ id, text }) => {
    const told = new Map(words(text, 'en').map((token) => [token.stem, token.text]))
    const telling = [...told.keys()]
      .filter((stem) => (documents.get(stem) ?? 0) >= LEAST_DOCUMENTS)
      .sort((a, b) => (documents.get(a) ?? 0) - (documents.get(b) ?? 0))
      .slice(0, most)
    return { id, text: [...told].flatMap(([stem, word]) => (telling.includes(stem) ? [word] : [])).join(' ') }
  })
  return { ...collection, name: `${collection.name}, ${most} words`, queries }
}

function documentsByStem({ documents }: Collection): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { title, content } of documents) {
    for (const stem of new Set(words(`${title} ${content}`, 'en').map((token) => token.stem))) {
      counts.set(stem, (counts.get(stem) ?? 0) + 1)
    }
  }
  return counts
}
