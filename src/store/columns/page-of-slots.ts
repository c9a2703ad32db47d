import type { Window } from '../../model/filter.ts'
import type { Columns } from './columns.ts'
import { type SlotOrder, columnValue, compareSlots, standsAfter } from './slot-order.ts'

/** A page that takes its slots in any order. */
export class PageOfSlots {
  readonly #first: FirstSlots
  readonly #follows: (slot: number) => boolean
  readonly #offset: number
  /** The number of slots before the page. */
  before: number

  constructor(columns: Columns, by: SlotOrder, window: Window) {
    this.#first = new FirstSlots(columns, by, window.offset + window.limit)
    this.#follows = following(columns, by, window)
    this.#offset = window.offset
    this.before = window.offset
  }

  add(slot: number): void {
    if (this.#follows(slot)) this.#first.add(slot)
    else this.before += 1
  }

  /** Whether slots of this value stand behind the page. Slots of later values then do too. */
  isBeyond(value: number): boolean {
    return this.#first.isBeyond(value)
  }

  slots(): readonly number[] {
    return this.#first.sorted().slice(this.#offset)
  }
}

/** Tells whether a slot stands after the window's cursor position. */
export function following(columns: Columns, by: SlotOrder, { after }: Window): (slot: number) => boolean {
  if (after === undefined) return () => true
  const value = columnValue(by, after)
  return (slot) => standsAfter(columns, by, slot, value, after.id)
}

/** Slots are sorted and cut once there are this many times as many as asked for. */
const ROOM = 4

/** Keeps the first slots in list order out of all that are added. */
class FirstSlots {
  readonly #by: SlotOrder
  readonly #count: number
  readonly #compare: (a: number, b: number) => number
  #slots: number[] = []
  #last: number | undefined
  #lastValue = 0
  readonly #sign: 1 | -1

  constructor(columns: Columns, by: SlotOrder, count: number) {
    this.#by = by
    this.#count = count
    this.#sign = by.isDescending ? -1 : 1
    this.#compare = (a, b) => compareSlots(columns, by, a, b)
  }

  add(slot: number): void {
    if (this.#last !== undefined && this.#compare(slot, this.#last) > 0) return
    this.#slots.push(slot)
    if (this.#slots.length === ROOM * this.#count) this.#cut()
  }

  /** Whether a slot of this value comes too late to be among the first. */
  isBeyond(value: number): boolean {
    return this.#last !== undefined && this.#sign * (value - this.#lastValue) > 0
  }

  /** In list order. */
  sorted(): readonly number[] {
    this.#cut()
    return this.#slots
  }

  #cut(): void {
    this.#slots = this.#slots.sort(this.#compare).slice(0, this.#count)
    if (this.#slots.length < this.#count) return
    this.#last = this.#slots.at(-1)
    this.#lastValue = this.#last === undefined ? 0 : this.#by.slots.valueOf(this.#last)
  }
}
