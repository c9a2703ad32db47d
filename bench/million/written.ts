/** How saving items went while their store was read. */
export interface Written {
  readonly items: number
  readonly seconds: number
  /** So long after it was due an item was saved, at most. */
  readonly latestMs: number
  readonly cpuSeconds: number
}
