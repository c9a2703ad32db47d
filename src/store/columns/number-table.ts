/** Gives each distinct number a small index, which takes fewer bytes than the number. 0 has the index 0. */
export class NumberTable {
  readonly #numbers = [0]
  readonly #indexes = new Map([[0, 0]])

  /** By index. */
  get numbers(): Float64Array<ArrayBuffer> {
    return Float64Array.from(this.#numbers)
  }

  restore(numbers: Float64Array): void {
    for (const number of numbers) this.indexOf(number)
  }

  at(index: number): number {
    return this.#numbers[index] ?? 0
  }

  indexOf(value: number): number {
    const known = this.#indexes.get(value)
    if (known !== undefined) return known
    this.#indexes.set(value, this.#numbers.length)
    return this.#numbers.push(value) - 1
  }
}
