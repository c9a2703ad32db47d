import type { ItemFilter, ItemOrder, Place, Selection, Window } from '../../domain/filter.ts'
import type { Columns } from './columns.ts'
import { type ItemTest, isRepresented, isSeenTimed, isTimed, itemTest, passes } from './item-test.ts'
import { listPassing } from './list-passing.ts'
import { countPassing, countStories } from './scan.ts'
import { type SlotOrder, columnValue, placeOf, slotOrder, standsAfter } from './slot-order.ts'

/** Steps along an order for one page before listing all that passes is the better way: some 0.2 ms. */
const LONGEST_WALK = 50_000

/** Slots of whole lists that are kept for further pages of them: 8 MB. */
const KEPT_SLOTS = 2_000_000

/** Filters whose stories are kept counted. */
const KEPT_COUNTS = 1_000

/** Answers lists from the columns. Whole lists that deep pages needed are kept while nothing changes. */
export class Selector {
  readonly #columns: Columns
  readonly #kept = new Map<string, Uint32Array>()
  #keptSlots = 0
  /** Stories by filter. */
  readonly #stories = new Map<string, number>()
  #stamp = -1

  constructor(columns: Columns) {
    this.#columns = columns
  }

  select(filter: ItemFilter, order: ItemOrder, window: Window): Selection {
    const test = itemTest(this.#columns, filter)
    const by = slotOrder(this.#columns, order, filter.distinctStory)
    const run = runOf(this.#columns, test, by)
    if (isWhole(this.#columns, test, by)) return this.#page(run, by, !by.descending, window)
    return (
      this.#walk(filter, test, by, run, window) ??
      this.#page(this.#list(filter, order, test, by, run), by, true, window)
    )
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

  /** A page found by going along the order; `undefined` where the whole list is the better way to it. */
  #walk(
    filter: ItemFilter,
    test: ItemTest,
    by: SlotOrder,
    run: Uint32Array,
    window: Window,
  ): Selection | undefined {
    const columns = this.#columns
    const { after, limit } = window
    const slotAt = (step: number): number => run[by.descending ? run.length - 1 - step : step] ?? 0
    const start = after === undefined ? 0 : this.#following(run.length, slotAt, by, after)
    if (start > LONGEST_WALK) return undefined
    const total = test.distinct ? this.#countStories(filter, test) : countPassing(columns, test)
    const expected = (Math.min(window.offset + limit, total) * run.length) / Math.max(total, 1)
    if (start + expected > LONGEST_WALK) return undefined

    const ids: number[] = []
    const met = new Set<number>()
    let before = 0
    let last = 0
    for (let step = 0; before + ids.length < total && ids.length < limit; step += 1) {
      // What passes may stand together, far from where the list begins.
      if (step > LONGEST_WALK) return undefined
      const slot = slotAt(step)
      if (!passes(columns, test, slot)) continue
      if (test.distinct) {
        const story = columns.story[slot] ?? 0
        if (met.has(story) || isRepresented(columns, test, slot)) continue
        met.add(story)
      }
      if (step < start || before < window.offset) {
        before += 1
      } else {
        ids.push(columns.idOf(slot))
        last = slot
      }
    }
    const more = ids.length > 0 && before + ids.length < total
    return { ids, total, before, next: more ? placeOf(columns, by, last) : undefined }
  }

  #countStories(filter: ItemFilter, test: ItemTest): number {
    if (this.#stamp !== this.#columns.stamp) this.#forget()
    const key = JSON.stringify(filter)
    const known = this.#stories.get(key)
    if (known !== undefined) return known
    const count = countStories(this.#columns, test)
    if (this.#stories.size === KEPT_COUNTS) this.#stories.clear()
    this.#stories.set(key, count)
    return count
  }

  /** All that passes, in list order. */
  #list(filter: ItemFilter, order: ItemOrder, test: ItemTest, by: SlotOrder, run: Uint32Array): Uint32Array {
    if (this.#stamp !== this.#columns.stamp) this.#forget()
    const key = JSON.stringify([order, filter])
    const kept = this.#kept.get(key)
    if (kept !== undefined) return kept

    const list = listPassing(this.#columns, test, by, run)
    if (this.#keptSlots + list.length > KEPT_SLOTS) this.#forget()
    this.#kept.set(key, list)
    this.#keptSlots += list.length
    return list
  }

  #forget(): void {
    this.#kept.clear()
    this.#keptSlots = 0
    this.#stories.clear()
    this.#stamp = this.#columns.stamp
  }
}

/** The part of an order that its own value leaves: a time range of the order by time, the high scores of that by score. */
function runOf(columns: Columns, test: ItemTest, by: SlotOrder): Uint32Array {
  const all = by.slots.view()
  if (isTimed(test) && isByTime(columns, test, by)) {
    const first = columns.byTime.before(test.from, 0)
    return columns.byTime.view().subarray(first, Math.max(first, columns.byTime.before(test.until, 0)))
  }
  if (by.value === 'seen' && isSeenTimed(test)) {
    const first = by.slots.before(test.seenFrom, 0)
    return all.subarray(first, Math.max(first, by.slots.before(test.seenUntil, 0)))
  }
  return by.value === 'score' && test.minScore > 0 ? all.subarray(by.slots.before(test.minScore, 0)) : all
}

/** Whether nothing but the order's own value is filtered by, so that its run is the list. */
function isWhole(columns: Columns, test: ItemTest, by: SlotOrder): boolean {
  return (
    test.anyFacet &&
    test.story === 0 &&
    !test.distinct &&
    test.set === undefined &&
    (by.value === 'seen' || !isSeenTimed(test)) &&
    (!isTimed(test) || isByTime(columns, test, by)) &&
    (by.value === 'score' || test.minScore <= 0)
  )
}

/** Whether an order is that of `publishedAt` within the times of a test: items of unknown age rank elsewhere. */
function isByTime({ ofUnknownAge }: Columns, { from, until }: ItemTest, { value }: SlotOrder): boolean {
  return (
    value === 'time' || (value === 'rank' && ofUnknownAge.before(from, 0) === ofUnknownAge.before(until, 0))
  )
}
