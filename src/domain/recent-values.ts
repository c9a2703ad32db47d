/**
 * A cache of values that are made from their keys alone: the last `most` that were asked for, and up to as many before.
 * When the young generation is full it becomes the old one, which goes: cheaper than an order of use.
 */
export class RecentValues<Key, Value extends {}> {
  readonly #most: number
  #young = new Map<Key, Value>()
  #old: ReadonlyMap<Key, Value> = new Map()

  /** @param most values of a generation, > 0 */
  constructor(most: number) {
    this.#most = most
  }

  get(key: Key, make: (key: Key) => Value): Value {
    const known = this.#young.get(key)
    if (known !== undefined) return known
    const value = this.#old.get(key) ?? make(key)
    if (this.#young.size >= this.#most) {
      this.#old = this.#young
      this.#young = new Map()
    }
    this.#young.set(key, value)
    return value
  }
}
