/** A result: its sort key and the id of its item. */
export interface ScoredDoc {
  readonly value: number
  readonly id: number
}

/** Keeps the first `size` hits of an order: highest value first, ties by descending id. */
export class TopHits {
  readonly #size: number
  readonly #hits: ScoredDoc[] = []
  /** Minimum value of a kept hit. Ties are decided by id. */
  threshold = -Infinity

  constructor(size: number) {
    this.#size = size
  }

  offer(value: number, id: number): void {
    this.#hits.push({ value, id })
    // Occasional sorting is faster than keeping the list in order.
    const room = this.threshold === -Infinity ? this.#size : 1.5 * this.#size
    if (this.#hits.length >= room) this.ranked()
  }

  /** The kept hits, in order. */
  ranked(): ScoredDoc[] {
    this.#hits.sort((a, b) => b.value - a.value || b.id - a.id)
    if (this.#hits.length < this.#size) return this.#hits
    this.#hits.length = this.#size
    this.threshold = this.#hits.at(-1)?.value ?? Infinity
    return this.#hits
  }
}
