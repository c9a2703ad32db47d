import { LRUCache } from 'lru-cache'
import { countWhile } from '../../model/count-while.ts'
import type { ItemFilter, ItemOrder, Selection, Window } from '../../model/filter.ts'
import { getOrInsert } from '../../model/get-or-insert.ts'
import { type Candidates, fewestCandidates, isListed, SCATTERED } from './candidates.ts'
import type { Columns } from './columns.ts'
import { countPassing } from './count-passing.ts'
import { type ItemPredicate, itemPredicate } from './item-predicate.ts'
import { type SlotOrder, compareSlots, following, positionOf, slotOrder } from './slot-order.ts'
import { isRunOfPassing, lengthOf, mayPass, orderedRun, partsInOrder, timeRun } from './slot-runs.ts'
import { sortedBy } from './slots/typed-arrays.ts'

/** A step along an order costs as much as reading 3 slots in sequence. */
const PER_STEP = 3

/** Size of the list cache in slots: 8 MB. */
const KEPT_SLOTS = 2_000_000

interface ListRequest {
  readonly predicate: ItemPredicate
  readonly by: SlotOrder
  readonly window: Window
}

/**
 * Selects pages of lists from the columns, in the first of three ways that fits:
 *
 * 1. By counts, if the mask alone decides within a run: the order's counts give the position of the page. This
 *    covers every offset of most lists.
 * 2. Along the order from the start of the list to the end of the page, if that takes few steps.
 * 3. From the fewest candidates. A page near the start keeps only the first ones. For a deep page the whole list is
 *    built, and cached until an item changes.
 */
export class Selector {
  readonly #columns: Columns
  readonly #lists = new LRUCache<string, Uint32Array>({
    maxSize: KEPT_SLOTS,
    sizeCalculation: (list) => list.length + 1,
  })
  #stamp = -1

  constructor(columns: Columns) {
    this.#columns = columns
  }

  select(filter: ItemFilter, order: ItemOrder, window: Window): Selection {
    const columns = this.#columns
    const predicate = itemPredicate(columns, filter)
    const by = slotOrder(columns, order, filter.distinctStory)
    const request = { predicate, by, window }
    if (!predicate.distinct && isRunOfPassing(columns, predicate, by)) return this.#byCounts(request)

    const candidates = fewestCandidates(columns, predicate)
    if (candidates.cost <= columns.limits.few) return this.#ofCandidates(request, candidates, undefined)
    const total = countPassing(columns, predicate)
    const steps = this.#stepsTo(request, total)
    const isShort = steps <= columns.limits.walk && steps * PER_STEP <= candidates.cost
    const page = isShort ? this.#alongOrder(request, total) : undefined
    if (page !== undefined) return page
    return window.offset + window.limit <= columns.limits.few
      ? this.#ofCandidates(request, candidates, total)
      : this.#ofList(request, this.#list(JSON.stringify([order, filter]), request, candidates))
  }

  #byCounts({ predicate, by, window }: ListRequest): Selection {
    const { slots, from, to } = orderedRun(this.#columns, predicate, by)
    const { mask } = predicate
    const { isDescending } = by
    const { limit, after } = window
    const first = slots.countPassing(mask, from)
    const end = slots.countPassing(mask, to)
    const total = end - first
    let before = Math.min(window.offset, total)
    let start = isDescending ? to : from
    if (after !== undefined) {
      const at = slots.before(after.value, after.id + (isDescending ? 0 : 1))
      start = Math.min(Math.max(at, from), to)
      const passed = slots.countPassing(mask, start)
      before = isDescending ? end - passed : passed - first
    } else if (before === total) {
      return { ids: [], total, before, next: undefined }
    } else if (before > 0) {
      start = isDescending
        ? slots.positionOfPassing(mask, end - 1 - before) + 1
        : slots.positionOfPassing(mask, first + before)
    }

    const { facet } = this.#columns
    const { bits } = mask
    const found: number[] = []
    const page = isDescending ? { slots, from, to: start } : { slots, from: start, to }
    for (const part of partsInOrder(page, by, (chunk) => slots.hasPassing(mask, chunk))) {
      for (let step = 0; step < part.length && found.length < limit; step += 1) {
        const slot = part[isDescending ? part.length - 1 - step : step] ?? 0
        if (bits[facet[slot] ?? 0] === 1) found.push(slot)
      }
      if (found.length === limit) break
    }
    return this.#selection(by, found, total, before)
  }

  /** Estimates the steps along the order to the end of the page, if passing items are evenly spread. */
  #stepsTo({ predicate, by, window }: ListRequest, total: number): number {
    const columns = this.#columns
    const { after, offset, limit } = window
    const { slots, from, to } = orderedRun(columns, predicate, by)
    const passed = after === undefined ? 0 : slots.before(after.value, after.id)
    const start = after === undefined ? 0 : by.isDescending ? to - passed : passed - from
    const times = timeRun(columns, predicate)
    // By heat, items of one time range are adjacent too, among some of earlier and later times.
    const others = by.order === 'hot' ? Math.min(columns.size - times.to, 2 * columns.limits.chunk) : 0
    const isByTime = by.order === 'hot' || by.order === 'newest'
    const length = isByTime ? Math.min(lengthOf(times) + others, to - from) : to - from
    return start + (Math.min(offset + limit, total) * length) / Math.max(total, 1)
  }

  /** @returns `undefined` if it takes too many steps: passing items may be far from the start */
  #alongOrder({ predicate, by, window }: ListRequest, total: number): Selection | undefined {
    const columns = this.#columns
    const run = orderedRun(columns, predicate, by)
    const follows = following(columns, by, window.after)
    const found: number[] = []
    let before = 0
    let left = columns.limits.walk
    for (const part of partsInOrder(run, by, mayPass(columns, predicate, run.slots))) {
      for (let step = 0; step < part.length; step += 1) {
        if (before + found.length >= total || found.length >= window.limit)
          return this.#selection(by, found, total, before)
        left -= 1
        if (left < 0) return undefined
        const slot = part[by.isDescending ? part.length - 1 - step : step] ?? 0
        if (!isListed(columns, predicate, by, slot)) continue
        if (before < window.offset || !follows(slot)) before += 1
        else found.push(slot)
      }
    }
    return this.#selection(by, found, total, before)
  }

  /** @param total `undefined`: count it */
  #ofCandidates({ by, window }: ListRequest, candidates: Candidates, total: number | undefined): Selection {
    const columns = this.#columns
    const { parts, predicate } = candidates
    const { facet } = columns
    const { bits } = predicate.mask
    const page = new PageOfSlots(columns, by, window)
    let count = 0
    for (const part of parts) {
      // Backwards, from the latest: the page fills early, and `isBeyond` then skips most others.
      for (let at = part.length - 1; at >= 0; at -= 1) {
        const slot = part[at] ?? 0
        if (bits[facet[slot] ?? 0] !== 1 || (total !== undefined && page.isBeyond(slot))) continue
        if (!isListed(columns, predicate, by, slot)) continue
        count += 1
        page.add(slot)
      }
    }
    const all = total ?? count
    return this.#selection(by, page.slots(), all, Math.min(page.before, all))
  }

  /** All listed slots in list order, cached. */
  #list(key: string, request: ListRequest, candidates: Candidates): Uint32Array {
    if (this.#stamp !== this.#columns.stamp) this.#lists.clear()
    this.#stamp = this.#columns.stamp
    return getOrInsert<string, Uint32Array>(this.#lists, key, () => this.#makeList(request, candidates))
  }

  #makeList({ predicate, by }: ListRequest, { parts, cost }: Candidates): Uint32Array {
    const columns = this.#columns
    const run = orderedRun(columns, predicate, by)
    const isSorted = lengthOf(run) <= cost * SCATTERED
    const found: number[] = []
    for (const part of isSorted ? run.slots.parts(run.from, run.to) : parts) {
      for (let at = 0; at < part.length; at += 1) {
        const slot = part[at] ?? 0
        if (isListed(columns, predicate, by, slot)) found.push(slot)
      }
    }
    const slots = Uint32Array.from(found)
    const list = isSorted
      ? slots
      : sortedBy(
          sortedBy(slots, (slot) => columns.idOf(slot)),
          by.slots.valueOf,
        )
    return by.isDescending ? list.reverse() : list
  }

  #ofList({ by, window }: ListRequest, list: Uint32Array): Selection {
    const { limit, offset, after } = window
    const follows = following(this.#columns, by, after)
    const before =
      after === undefined
        ? Math.min(offset, list.length)
        : countWhile(list.length, (at) => !follows(list[at] ?? 0))
    return this.#selection(by, [...list.subarray(before, before + limit)], list.length, before)
  }

  #selection(by: SlotOrder, slots: readonly number[], total: number, before: number): Selection {
    const columns = this.#columns
    const last = slots.at(-1)
    const isMore = before + slots.length < total
    return {
      ids: slots.map((slot) => columns.idOf(slot)),
      total,
      before,
      next: last !== undefined && isMore ? positionOf(columns, by, last) : undefined,
    }
  }
}

/** Slots are sorted and cut at this many times the wanted number. */
const ROOM = 4

/** Collects a page from slots in any order. Keeps the first ones. */
class PageOfSlots {
  readonly #by: SlotOrder
  readonly #offset: number
  /** Number of slots up to the end of the page. */
  readonly #count: number
  readonly #follows: (slot: number) => boolean
  readonly #compare: (a: number, b: number) => number
  #slots: number[] = []
  /** The last slot of the page so far, and its value. */
  #last: number | undefined
  #lastValue = 0
  readonly #sign: 1 | -1
  /** Number of slots before the page. */
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

  /** Whether the slot's value is beyond the page. */
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
