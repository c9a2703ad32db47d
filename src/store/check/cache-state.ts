/**
 * State of a cache beside a store. `absent` and `outdated` are no faults: the next start rebuilds or updates it.
 * `wrong`: `items` unchanged items have other values than in the store.
 */
export type CacheState =
  | { readonly kind: 'absent' | 'outdated' | 'right' | 'damaged' }
  | { readonly kind: 'wrong'; readonly items: number }

/** @param items number of items with other values than in the store */
export function comparedState(items: number): CacheState {
  return items === 0 ? { kind: 'right' } : { kind: 'wrong', items }
}
