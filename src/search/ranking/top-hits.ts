/** A document of a result: its sort key and the id of its item. */
export interface ScoredDoc {
  readonly value: number
  readonly id: number
}

/** Keeps the first `size` hits of an order in a heap: highest value first, ties by descending id. */
export class TopHits {
  readonly #size: number
  readonly #values: Float64Array
  readonly #ids: Float64Array
  #length = 0
  /** The minimum value of a hit that is kept. A tie is decided by id. */
  threshold = -Infinity

  constructor(size: number) {
    this.#size = size
    this.#values = new Float64Array(size)
    this.#ids = new Float64Array(size)
  }

  offer(value: number, id: number): void {
    if (this.#size === 0) return
    if (this.#length < this.#size) {
      this.#up(this.#length, value, id)
      this.#length += 1
    } else if (this.#isBefore(value, id, 0)) this.#down(value, id)
    if (this.#length === this.#size) this.threshold = this.#values[0] ?? 0
  }

  /** The kept hits, in order. */
  ranked(): ScoredDoc[] {
    return Array.from(this.#ids.subarray(0, this.#length), (id, i) => ({
      value: this.#values[i] ?? 0,
      id,
    })).sort((a, b) => b.value - a.value || b.id - a.id)
  }

  /** Whether a value and id precede those of an entry. */
  #isBefore(value: number, id: number, entry: number): boolean {
    const other = this.#values[entry] ?? 0
    return value > other || (value === other && id > (this.#ids[entry] ?? 0))
  }

  /** Moves an entry up. The root of the heap is the last hit of the order. */
  #up(from: number, value: number, id: number): void {
    let at = from
    while (at > 0) {
      const parent = (at - 1) >>> 1
      if (this.#isBefore(value, id, parent)) break
      this.#copy(parent, at)
      at = parent
    }
    this.#values[at] = value
    this.#ids[at] = id
  }

  #down(value: number, id: number): void {
    let at = 0
    for (;;) {
      let child = at * 2 + 1
      if (child >= this.#length) break
      if (
        child + 1 < this.#length &&
        this.#isBefore(this.#values[child] ?? 0, this.#ids[child] ?? 0, child + 1)
      )
        child += 1
      if (!this.#isBefore(value, id, child)) break
      this.#copy(child, at)
      at = child
    }
    this.#values[at] = value
    this.#ids[at] = id
  }

  #copy(from: number, to: number): void {
    this.#values[to] = this.#values[from] ?? 0
    this.#ids[to] = this.#ids[from] ?? 0
  }
}
