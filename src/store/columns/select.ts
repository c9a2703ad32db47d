import type { ItemFilter, ItemOrder, Place, Selection, Window } from '../../domain/filter.ts'
import type { Columns } from './columns.ts'
import {
  type ItemTest,
  candidates,
  countPassing,
  isByFacetOnly,
  isTimed,
  itemTest,
  passes,
} from './item-test.ts'
import { type SlotOrder, columnValue, compareSlots, placeOf, slotOrder, standsAfter } from './slot-order.ts'

/** Steps along an order for one page before listing all that passes is the better way. */
const LONGEST_WALK = 50_000

/** Slots of whole lists that are kept for further pages of them: 8 MB. */
const KEPT_SLOTS = 2_000_000

/** Answers lists from the columns. Whole lists that deep pages needed are kept while nothing changes. */
export class Selector {
  readonly #columns: Columns
  readonly #kept = new Map<string, Uint32Array>()
  #keptSlots = 0
  #stamp = -1

  constructor(columns: Columns) {
    this.#columns = columns
  }

  select(filter: ItemFilter, order: ItemOrder, window: Window): Selection {
    const columns = this.#columns
    const test = itemTest(columns, filter)
    const by = slotOrder(columns, order)

    const run = wholeRun(columns, test, order)
    if (run !== undefined) return this.#page(run, by, !by.descending, window)

    if (!test.distinct && window.after === undefined) {
      const total = countPassing(columns, test)
      const walk = ((window.offset + window.limit) * by.slots.length) / Math.max(total, 1)
      if (walk <= LONGEST_WALK) return this.#walk(test, by, window, total)
    }
    const list = this.#list(filter, order, test, by)
    return this.#page(list, by, true, window)
  }

  /** A page of a run of slots that all pass, in list order or from its end. */
  #page(run: Uint32Array, by: SlotOrder, forward: boolean, window: Window): Selection {
    const slotAt = (position: number): number => run[forward ? position : run.length - 1 - position] ?? 0
    const before =
      window.after === undefined ? window.offset : this.#following(run.length, slotAt, by, window.after)
    const end = Math.min(before + window.limit, run.length)
    const ids: number[] = []
    for (let position = before; position < end; position += 1) ids.push(this.#columns.idOf(slotAt(position)))
    const next = ids.length > 0 && end < run.length ? placeOf(this.#columns, by, slotAt(end - 1)) : undefined
    return { ids, total: run.length, before: Math.min(before, run.length), next }
  }

  /** The first position of a list that stands after `place`. */
  #following(length: number, slotAt: (position: number) => number, by: SlotOrder, place: Place): number {
    const value = columnValue(by, place)
    let low = 0
    let high = length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (standsAfter(this.#columns, by, slotAt(middle), value, place.id)) high = middle
      else low = middle + 1
    }
    return low
  }

  /** A page found by going along the order. */
  #walk(test: ItemTest, by: SlotOrder, window: Window, total: number): Selection {
    const columns = this.#columns
    const slots = by.slots.view()
    const ids: number[] = []
    let skipped = 0
    let last = 0
    const step = by.descending ? -1 : 1
    let position = by.descending ? slots.length - 1 : 0
    for (; position >= 0 && position < slots.length && ids.length < window.limit; position += step) {
      const slot = slots[position] ?? 0
      if (!passes(columns, test, slot)) continue
      if (skipped < window.offset) {
        skipped += 1
      } else {
        ids.push(columns.idOf(slot))
        last = slot
      }
    }
    const before = Math.min(window.offset, total)
    const more = ids.length > 0 && before + ids.length < total
    return { ids, total, before, next: more ? placeOf(columns, by, last) : undefined }
  }

  /** All that passes, in list order. */
  #list(filter: ItemFilter, order: ItemOrder, test: ItemTest, by: SlotOrder): Uint32Array {
    if (this.#stamp !== this.#columns.stamp) this.#forget()
    const key = JSON.stringify([order, filter])
    const kept = this.#kept.get(key)
    if (kept !== undefined) return kept

    const list = listPassing(this.#columns, test, by)
    if (this.#keptSlots + list.length > KEPT_SLOTS) this.#forget()
    this.#kept.set(key, list)
    this.#keptSlots += list.length
    return list
  }

  #forget(): void {
    this.#kept.clear()
    this.#keptSlots = 0
    this.#stamp = this.#columns.stamp
  }
}

/** The run of an order that is the list itself: nothing but the order's own value is filtered by. */
function wholeRun(columns: Columns, test: ItemTest, order: ItemOrder): Uint32Array | undefined {
  if (test.mask !== undefined || test.story !== 0 || test.distinct) return undefined
  if (isByFacetOnly(test)) return slotOrder(columns, order).slots.view()
  const alone = isTimed(test) !== test.minScore > 0
  const own = isTimed(test) ? order === 'newest' || order === 'oldest' : order === 'score'
  return alone && own ? candidates(columns, test) : undefined
}

function listPassing(columns: Columns, test: ItemTest, by: SlotOrder): Uint32Array {
  const found = sortedPassing(columns, test, by)
  return test.distinct ? firstOfStories(columns, found) : found
}

function sortedPassing(columns: Columns, test: ItemTest, by: SlotOrder): Uint32Array {
  const total = countPassing(columns, test)
  const found = new Uint32Array(total)
  let count = 0
  const take = (slot: number): void => {
    if (!passes(columns, test, slot)) return
    found[count] = slot
    count += 1
  }

  // Going along the order costs a step an item; sorting what passes costs some twenty steps each.
  if (total * 20 > by.slots.length) {
    const slots = by.slots.view()
    if (by.descending) for (let at = slots.length - 1; at >= 0; at -= 1) take(slots[at] ?? 0)
    else for (const slot of slots) take(slot)
    return found
  }
  const run = candidates(columns, test)
  if (run === undefined) for (let slot = 0; slot < columns.end; slot += 1) take(slot)
  else for (const slot of run) take(slot)
  return found.sort((a, b) => compareSlots(columns, by, a, b))
}

function firstOfStories(columns: Columns, list: Uint32Array): Uint32Array {
  const seen = new Set<number>()
  return list.filter((slot) => {
    const story = columns.story[slot] ?? 0
    if (seen.has(story)) return false
    seen.add(story)
    return true
  })
}
