/** The weights of a query's words, in the order of the query. */
export class Weights {
  readonly used: number[] = []
  readonly #first: readonly number[]

  /** @param first those of the first page of a walk, which all its pages use; `undefined` at the first page */
  constructor(first: readonly number[] | undefined) {
    this.#first = first ?? []
  }

  /** Gives the weight of the next word. A cursor holds it as a 32-bit float. */
  weigh(weight: number): number {
    const used = this.#first[this.used.length] ?? Math.fround(weight)
    this.used.push(used)
    return used
  }
}
