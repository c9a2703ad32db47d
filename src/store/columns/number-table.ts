/** Gives each distinct number a small index, which takes fewer bytes than the number. 0 has the index 0. */
export class NumberTable {
  readonly #numbers = [0]
  readonly #indexes = new Map([[0, 0]])

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
