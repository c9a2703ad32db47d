/** Under which chunks keep what was found of their items; what passes a predicate has keys from 0 on. */
export const KEPT = {
  /** When the items before theirs in their stories were published at the earliest. */
  earliestBefore: -1,
  highestHot: -2,
  highestOwnHot: -3,
  earliest: -4,
  latest: -5,
} as const
