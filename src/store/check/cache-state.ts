/**
 * What is in a cache beside a store. `absent` and `outdated` are no faults: the next start makes it anew, or from a later
 * point. `wrong`: it has other values than the store for so many items that have not changed since.
 */
export type CacheState =
  | { readonly kind: 'absent' | 'outdated' | 'right' | 'damaged' }
  | { readonly kind: 'wrong'; readonly items: number }

/** @param items number of items with other values */
export function comparedState(items: number): CacheState {
  return items === 0 ? { kind: 'right' } : { kind: 'wrong', items }
}
