import { EVERYTHING } from '../model/filter.ts'
import type { QueryNode } from '../model/search.ts'
import type { SearchSource } from '../store/search-source.ts'
import { SearchIndex } from './index/search-index.ts'
import { withTags } from './query/query-tags.ts'
import { selectItems } from './select-items.ts'

/**
 * Finds which of a few items match a query, at once and without the search index: they are indexed for this alone. An item
 * must have all words, as with `match=all`. No word is corrected.
 *
 * @param ids at most some hundreds. Deleted items do not match
 */
export function matchItems(
  source: SearchSource,
  query: QueryNode,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  return source.reading(
    async () => {
      const index = new SearchIndex()
      index.put(await source.findDocuments(ids))
      const found = await selectItems({ index, columns: source.columns() }, query, {
        filter: EVERYTHING,
        order: 'newest',
        window: { limit: Math.max(1, ids.length), offset: 0, after: undefined },
        now: 0,
        allWords: true,
      })
      const isExact = found.corrected === undefined && found.relaxed === undefined
      return new Set(isExact ? found.hits.map(({ id }) => id) : [])
    },
    withTags(EVERYTHING, query),
  )
}
