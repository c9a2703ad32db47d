/** Maximum number of terms per item. */
export const MAX_TERMS = 256

/** At most 25 % full. A power of two. */
const SLOTS = 4 * MAX_TERMS
const EMPTY = -1

/**
 * Positions of at most `MAX_TERMS` distinct numbers of 22 bits, such as terms, in order of insertion. A small hash
 * table that is refilled for each item, since its lookups are faster than walking sorted terms.
 */
export class Positions {
  size = 0
  /** Per slot a number, with its position in the lowest byte. */
  readonly #slots = new Int32Array(SLOTS).fill(EMPTY)

  clear(): void {
    this.size = 0
    this.#slots.fill(EMPTY)
  }

  /** @returns -1 if the number was not added */
  of(number: number): number {
    const held = this.#slots[this.#slotOf(number)] ?? EMPTY
    return held === EMPTY ? EMPTY : held & 0xff
  }

  /** @returns the position of the number, which may exist already */
  add(number: number): number {
    const slot = this.#slotOf(number)
    if (this.#slots[slot] === EMPTY) this.#slots[slot] = (number << 8) | this.size++
    return (this.#slots[slot] ?? 0) & 0xff
  }

  /** The slot of the number, or the empty one for it. */
  #slotOf(number: number): number {
    let slot = number & (SLOTS - 1)
    for (let held = this.#slots[slot]; held !== EMPTY; held = this.#slots[slot]) {
      if ((held ?? 0) >> 8 === number) break
      slot = (slot + 1) & (SLOTS - 1)
    }
    return slot
  }
}
