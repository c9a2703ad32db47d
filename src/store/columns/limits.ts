/** Where one way to select becomes better than another; smaller in tests, so that few items go all ways. */
export interface ColumnLimits {
  /** Slots of an order that are kept side by side: a change moves half of them, a count looks at a quarter. */
  readonly chunk: number
  /** So few slots are looked at one by one sooner than counted any other way. */
  readonly few: number
  /** Steps along an order for one page before listing all that passes is the better way: some 0.2 ms. */
  readonly walk: number
  /** Slots of a range of time that are looked at to find its hottest ones. */
  readonly hottest: number
  /** Pages that end later are cut from whole lists. */
  readonly deep: number
}

export const LIMITS: ColumnLimits = {
  chunk: 8_192,
  few: 4_096,
  walk: 50_000,
  hottest: 16_384,
  deep: 2_000,
}
