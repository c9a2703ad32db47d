import type { ItemFilter, SearchOrder } from '../model/filter.ts'
import type {
  SearchSelection,
  QueryNode,
  SearchIndexState,
  SearchOptions,
  Suggestion,
} from '../model/search.ts'
import type { EpochMs } from '../model/time.ts'
import type { WalkWindow } from '../model/walk.ts'
import type { SearchSource, StoreVersion } from '../store/search-source.ts'
import { IndexSync, type IndexSyncOptions } from './index-sync.ts'
import { type ItemText, TEXT_CHARS } from './request.ts'
import { selectItems, withTags } from './select-items.ts'
import { Suggestions } from './suggestions.ts'

export type { IndexSyncOptions }

/** Full-text search over a store. Each method can reject with `DigestError('storeFailed')`. */
export type Search = ReturnType<typeof openSearch>

/** Opens search over a store. The index is read or built at the first search. */
export function openSearch(source: SearchSource, options: IndexSyncOptions = {}) {
  const index = new IndexSync(source, options)
  const suggestions = new Suggestions(source, index)
  return {
    /**
     * Like `ReadStore.select`, for the items that match `query`.
     *
     * @throws DigestError('searchUnavailable') while the index is being built
     */
    find: (
      query: QueryNode,
      filter: ItemFilter,
      order: SearchOrder,
      window: WalkWindow,
      now: EpochMs,
      how?: SearchOptions,
    ): Promise<SearchSelection> =>
      source.reading(
        async () => {
          const current = await index.ready()
          const columns = source.columns()
          const textsOf = (ids: readonly number[]) => itemTexts(source, ids)
          const request = { ...how, filter, order, window, now }
          return selectItems({ index: current, columns, textsOf }, query, request)
        },
        withTags(filter, query),
      ),
    /** Returns at most `limit` completions of the last word of a partial query, and names that begin with the query. */
    suggest: (text: string, limit: number, now: EpochMs): Promise<Suggestion[]> =>
      source.reading(() => suggestions.suggest(text, limit, now)),
    /**
     * Indexes changes of the store if they are due (`IndexSyncOptions.refreshIntervalMs`). Does nothing during a build.
     */
    refresh: (): Promise<void> =>
      source.reading(async () => {
        await index.current()
      }),
    /** The version of the store that searches are sure to include. */
    version: (): StoreVersion => index.version(),
    /** Returns the state of the index. Starts reading or building it if needed. */
    state: (): Promise<SearchIndexState> => source.reading(() => index.state()),
    /** Writes the index if it has changed. The store must still be open. */
    close: (): Promise<void> => index.close(),
  }
}

/** Returns the title of each item, and the longer of summary and content. */
async function itemTexts(
  source: SearchSource,
  ids: readonly number[],
): Promise<ReadonlyMap<number, ItemText>> {
  const texts = new Map<number, ItemText>()
  for (const [id, { title, summary, content }] of await source.findTexts(ids, TEXT_CHARS)) {
    texts.set(id, {
      title,
      text: content !== null && content.length > summary.length ? content : summary,
    })
  }
  return texts
}
