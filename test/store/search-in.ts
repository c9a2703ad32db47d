import { openSearch } from '../../src/search/search.ts'
import type { ReadStore } from '../../src/store/read-store.ts'

/** A search over a store that ends with it: its index is small enough to be made at once. */
export const searchIn = (store: ReadStore) => openSearch(store.searchSource)
