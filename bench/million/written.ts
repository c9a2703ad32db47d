/** Result of saving items while another process reads the store. */
export interface Written {
  readonly items: number
  readonly seconds: number
  /** The longest time between the moment an item was due and its saving. */
  readonly latestMs: number
  readonly cpuSeconds: number
}
