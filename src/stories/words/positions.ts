/** Further terms of an item are ignored. */
export const MAX_TERMS = 256

/** At most a quarter full. A power of two. */
const SLOTS = 4 * MAX_TERMS
const EMPTY = -1

/**
 * The positions of at most `MAX_TERMS` distinct numbers of 22 bits, as terms are, in the order in which they were added. A
 * small hash table that is filled anew for each item: looking up a term takes less time than walking along sorted terms.
 */
export class Positions {
  size = 0
  /** In each slot a number, and its position in the lowest byte. */
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

  /** @returns the position of the number, which it may have already */
  add(number: number): number {
    const slot = this.#slotOf(number)
    if (this.#slots[slot] === EMPTY) this.#slots[slot] = (number << 8) | this.size++
    return (this.#slots[slot] ?? 0) & 0xff
  }

  /** The slot that has the number, or the empty one for it. */
  #slotOf(number: number): number {
    let slot = number & (SLOTS - 1)
    for (let held = this.#slots[slot]; held !== EMPTY; held = this.#slots[slot]) {
      if ((held ?? 0) >> 8 === number) break
      slot = (slot + 1) & (SLOTS - 1)
    }
    return slot
  }
}
