import type { Window } from '../../model/filter.ts'
import type { Columns } from './columns.ts'
import { type SlotOrder, compareSlots, following } from './slot-order.ts'

/** Slots are sorted and cut once there are this many times as many as asked for. */
const ROOM = 4

/** A page of a list whose slots come in any order. It keeps the first ones. */
export class PageOfSlots {
  readonly #by: SlotOrder
  readonly #offset: number
  /** The number of slots up to the end of the page. */
  readonly #count: number
  readonly #follows: (slot: number) => boolean
  readonly #compare: (a: number, b: number) => number
  #slots: number[] = []
  /** The last slot of the page so far, and its value. */
  #last: number | undefined
  #lastValue = 0
  readonly #sign: 1 | -1
  /** The number of slots before the page. */
  before: number

  constructor(columns: Columns, by: SlotOrder, window: Window) {
    this.#by = by
    this.#offset = window.offset
    this.#count = window.offset + window.limit
    this.#follows = following(columns, by, window.after)
    this.#compare = (a, b) => compareSlots(columns, by, a, b)
    this.#sign = by.isDescending ? -1 : 1
    this.before = window.offset
  }

  add(slot: number): void {
    if (!this.#follows(slot)) {
      this.before += 1
      return
    }
    if (this.#last !== undefined && this.#compare(slot, this.#last) > 0) return
    this.#slots.push(slot)
    if (this.#slots.length === ROOM * this.#count) this.#cut()
  }

  /** Whether a slot stands behind the page by its value. */
  isBeyond(slot: number): boolean {
    return this.#last !== undefined && this.#sign * (this.#by.slots.valueOf(slot) - this.#lastValue) > 0
  }

  slots(): readonly number[] {
    this.#cut()
    return this.#slots.slice(this.#offset)
  }

  #cut(): void {
    this.#slots = this.#slots.sort(this.#compare).slice(0, this.#count)
    this.#last = this.#slots[this.#count - 1]
    if (this.#last !== undefined) this.#lastValue = this.#by.slots.valueOf(this.#last)
  }
}
