/** Limits at which one way to select becomes faster than another. Tests make them smaller: few items take all ways. */
export interface ColumnLimits {
  /** Slots of an order in one array. On average a change moves 50 % of them, a count reads 25 %. */
  readonly chunk: number
  /** Up to this many slots, reading each one is the fastest way. */
  readonly few: number
  /** Steps along an order for one page, at most: about 0.2 ms. */
  readonly walk: number
  /** Estimate of the slots to read in a range of time to find its hottest ones. */
  readonly hottest: number
  /** A page that ends after this position is cut from a cached list. */
  readonly deep: number
}

export const LIMITS: ColumnLimits = {
  chunk: 8_192,
  few: 4_096,
  walk: 50_000,
  hottest: 16_384,
  deep: 2_000,
}
