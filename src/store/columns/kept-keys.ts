/** Keys of the numbers that chunks cache. Counts of items that pass a predicate have keys from 0 on. */
export const KEPT = {
  /** The earliest `publishedAt` of the items before the chunk's items in their stories. */
  earliestBefore: -1,
  highestHot: -2,
  highestOwnHot: -3,
  earliest: -4,
  latest: -5,
} as const
