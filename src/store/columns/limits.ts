/** Limits at which one way to select becomes faster than another. Tests make them smaller: few items take all ways. */
export interface ColumnLimits {
  /** Slots of an order in one array. On average a change moves 50 % of them, a count reads 25 %. */
  readonly chunk: number
  /** Up to this many slots, reading each one is the fastest way. A page that ends later is cut from a kept list. */
  readonly few: number
  /** Steps along an order for one page, at most: about 0.2 ms. */
  readonly walk: number
}

export const LIMITS: ColumnLimits = {
  chunk: 8_192,
  few: 2_048,
  walk: 50_000,
}
