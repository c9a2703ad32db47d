/**
 * Computes edit distances of one word to many terms in sorted order. The part that a term shares with the previous term is
 * not computed again. Terms that share a beginning that is already too far are skipped.
 */
export class EditDistances {
  readonly #word: Uint16Array
  readonly #most: number
  readonly #width: number
  /** A row for each prefix of the term: its distances to the prefixes of the word. */
  readonly #rows: Uint16Array
  /** Number of rows that are valid for the current term. */
  #valid = 0
  #dead = 0

  constructor(word: string, most: number) {
    this.#word = Uint16Array.from({ length: word.length }, (_, i) => word.charCodeAt(i))
    this.#most = most
    this.#width = this.#word.length + 1
    this.#rows = new Uint16Array(this.#width * (word.length + most + 2))
    for (let j = 0; j < this.#width; j += 1) this.#rows[j] = j
  }

  /** Length of the shortest prefix of the term that is already too far; 0 if there is none. */
  get tooFar(): number {
    return this.#dead
  }

  /** Call it for each term that is skipped. @param shared number of bytes that it shares with the previous term */
  skip(shared: number): void {
    if (shared < this.#valid) this.#valid = shared
    if (shared < this.#dead) this.#dead = 0
  }

  /**
   * @param term ASCII bytes, or UTF-16 units; only the first `length` count
   * @param shared number of them that it shares with the previous term
   * @returns the distance, where a swap of neighbours counts 1; `most + 1` for more than `most`
   */
  distance(term: ArrayLike<number>, length: number, shared: number): number {
    this.skip(shared)
    const most = this.#most
    if (this.#dead > 0 || Math.abs(length - this.#word.length) > most) return most + 1
    while (this.#valid < length) {
      const least = this.#addRow(term, this.#valid)
      this.#valid += 1
      if (least > most) {
        this.#dead = this.#valid
        return most + 1
      }
    }
    return Math.min(most + 1, this.#rows[length * this.#width + this.#width - 1] ?? 0)
  }

  /** Computes the row of the prefix that ends with the letter at `i`. @returns the smallest distance in the row */
  #addRow(term: ArrayLike<number>, i: number): number {
    const rows = this.#rows
    const word = this.#word
    const width = this.#width
    const byte = term[i] ?? 0
    const before = i > 0 ? (term[i - 1] ?? 0) : -1
    const above = i * width
    const row = above + width
    rows[row] = i + 1
    let least = i + 1
    for (let j = 1; j < width; j += 1) {
      const letter = word[j - 1] ?? 0
      const replaced = (rows[above + j - 1] ?? 0) + (letter === byte ? 0 : 1)
      const shorter = (rows[above + j] ?? 0) + 1
      const longer = (rows[row + j - 1] ?? 0) + 1
      let edits = replaced < shorter ? replaced : shorter
      if (longer < edits) edits = longer
      if (j > 1 && letter === before && word[j - 2] === byte) {
        const swapped = (rows[above - width + j - 2] ?? 0) + 1
        if (swapped < edits) edits = swapped
      }
      rows[row + j] = edits
      if (edits < least) least = edits
    }
    return least
  }
}
