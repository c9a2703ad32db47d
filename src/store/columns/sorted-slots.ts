import { radixOrder } from './radix-order.ts'
import type { SlotPages } from './slot-pages.ts'

/** Numbers by slot, of whatever width. */
export type Values = Float64Array | Uint16Array

/**
 * Slots in ascending order of a value, ties by id. New items stand near the end of every order that
 * favours the new, so adding them moves few bytes.
 */
export class SortedSlots {
  readonly #pages: SlotPages
  #values: Values
  #slots = new Uint32Array(0)
  #length = 0

  constructor(values: Values, pages: SlotPages) {
    this.#values = values
    this.#pages = pages
  }

  get length(): number {
    return this.#length
  }

  get byteLength(): number {
    return this.#slots.byteLength
  }

  /** The slot at a position, 0..length-1. */
  at(position: number): number {
    return this.#slots[position] ?? 0
  }

  /** All of it, ascending; holds until the next change. */
  view(): Uint32Array {
    return this.#slots.subarray(0, this.#length)
  }

  /** Takes a grown copy of the values in place of the old ones. */
  useValues(values: Values): void {
    this.#values = values
  }

  /** Begins anew with slots in ascending order of their ids. */
  rebuild(slots: Uint32Array): void {
    // Plain loops: the mapping methods of typed arrays take four times as long.
    const values = this.#values
    const keys = new Float64Array(slots.length)
    for (let at = 0; at < slots.length; at += 1) keys[at] = values[slots[at] ?? 0] ?? 0
    const order = radixOrder(keys)
    this.#slots = new Uint32Array(order.length)
    for (let at = 0; at < order.length; at += 1) this.#slots[at] = slots[order[at] ?? 0] ?? 0
    this.#length = order.length
  }

  /** How many slots stand before a value and id, which need not be there itself. */
  before(value: number, id: number): number {
    let low = 0
    let high = this.#length
    while (low < high) {
      const middle = (low + high) >>> 1
      const slot = this.#slots[middle] ?? 0
      const its = this.#values[slot] ?? 0
      if (its < value || (its === value && this.#pages.idOf(slot) < id)) low = middle + 1
      else high = middle
    }
    return low
  }

  /** Removes slots; call before their values change. */
  remove(slots: readonly number[]): void {
    const removed = slots.map((slot) => this.#positionOf(slot)).sort((a, b) => a - b)
    let write = removed[0] ?? this.#length
    for (const [index, position] of removed.entries()) {
      const next = removed[index + 1] ?? this.#length
      this.#slots.copyWithin(write, position + 1, next)
      write += next - position - 1
    }
    this.#length = write
  }

  /** Puts slots in at the positions of their values; none of them may be there already. */
  insert(slots: readonly number[]): void {
    this.#reserve(this.#length + slots.length)
    const ascending = [...slots].sort(
      (a, b) => (this.#values[a] ?? 0) - (this.#values[b] ?? 0) || this.#pages.idOf(a) - this.#pages.idOf(b),
    )
    const positions = ascending.map((slot) => this.#positionOf(slot))
    let end = this.#length
    for (let index = ascending.length - 1; index >= 0; index -= 1) {
      const position = positions[index] ?? 0
      this.#slots.copyWithin(position + index + 1, position, end)
      this.#slots[position + index] = ascending[index] ?? 0
      end = position
    }
    this.#length += ascending.length
  }

  #positionOf(slot: number): number {
    return this.before(this.#values[slot] ?? 0, this.#pages.idOf(slot))
  }

  #reserve(length: number): void {
    if (length <= this.#slots.length) return
    const grown = new Uint32Array(Math.ceil(length * 1.25) + 1024)
    grown.set(this.view())
    this.#slots = grown
  }
}
