import { LRUCache } from 'lru-cache'
import type { ItemFilter, ItemOrder, CursorPosition, Selection, Window } from '../../model/filter.ts'
import type { Columns } from './columns.ts'
import {
  type ItemPredicate,
  isRepresented,
  isSeenTimed,
  isTimed,
  itemPredicate,
  passes,
} from './item-predicate.ts'
import { listPassing } from './list-passing.ts'
import { countPassing, countStories } from './scan.ts'
import { type SlotOrder, columnValue, positionOf, slotOrder, standsAfter } from './slot-order.ts'

/** Steps along an order for one page before listing all that passes is the better way: some 0.2 ms. */
const LONGEST_WALK = 50_000

/** Slots of whole lists that are kept for further pages of them: 8 MB. */
const KEPT_SLOTS = 2_000_000

/** Filters whose stories are kept counted. */
const KEPT_COUNTS = 1_000

/** Selects pages of lists from the columns. Whole lists that deep pages needed are kept while nothing changes. */
export class Selector {
  readonly #columns: Columns
  readonly #lists = new LRUCache<string, Uint32Array>({
    maxSize: KEPT_SLOTS,
    sizeCalculation: (list) => list.length + 1,
  })
  /** Stories by filter. */
  readonly #stories = new LRUCache<string, number>({ max: KEPT_COUNTS })
  #stamp = -1

  constructor(columns: Columns) {
    this.#columns = columns
  }

  select(filter: ItemFilter, order: ItemOrder, window: Window): Selection {
    const predicate = itemPredicate(this.#columns, filter)
    const by = slotOrder(this.#columns, order, filter.distinctStory)
    const run = runOf(this.#columns, predicate, by)
    if (isWhole(this.#columns, predicate, by)) return this.#page(run, by, !by.descending, window)
    return (
      this.#walk(filter, predicate, by, run, window) ??
      this.#page(this.#list(filter, order, predicate, by, run), by, true, window)
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
    const next =
      ids.length > 0 && end < run.length ? positionOf(this.#columns, by, slotAt(end - 1)) : undefined
    return { ids, total: run.length, before: Math.min(before, run.length), next }
  }

  /** The first position of a list that stands after `after`. */
  #following(
    length: number,
    slotAt: (position: number) => number,
    by: SlotOrder,
    after: CursorPosition,
  ): number {
    const value = columnValue(by, after)
    let low = 0
    let high = length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (standsAfter(this.#columns, by, slotAt(middle), value, after.id)) high = middle
      else low = middle + 1
    }
    return low
  }

  /** A page found by going along the order; `undefined` where the whole list is the better way to it. */
  #walk(
    filter: ItemFilter,
    predicate: ItemPredicate,
    by: SlotOrder,
    run: Uint32Array,
    window: Window,
  ): Selection | undefined {
    const columns = this.#columns
    const { after, limit } = window
    const slotAt = (step: number): number => run[by.descending ? run.length - 1 - step : step] ?? 0
    const start = after === undefined ? 0 : this.#following(run.length, slotAt, by, after)
    if (start > LONGEST_WALK) return undefined
    const total = predicate.distinct
      ? this.#countStories(filter, predicate)
      : countPassing(columns, predicate)
    const expected = (Math.min(window.offset + limit, total) * run.length) / Math.max(total, 1)
    if (start + expected > LONGEST_WALK) return undefined

    const ids: number[] = []
    const seenStories = new Set<number>()
    let before = 0
    let last = 0
    for (let step = 0; before + ids.length < total && ids.length < limit; step += 1) {
      // What passes may stand together, far from where the list begins.
      if (step > LONGEST_WALK) return undefined
      const slot = slotAt(step)
      if (!passes(columns, predicate, slot)) continue
      if (predicate.distinct) {
        const story = columns.story[slot] ?? 0
        if (seenStories.has(story) || isRepresented(columns, predicate, slot)) continue
        seenStories.add(story)
      }
      if (step < start || before < window.offset) {
        before += 1
      } else {
        ids.push(columns.idOf(slot))
        last = slot
      }
    }
    const more = ids.length > 0 && before + ids.length < total
    return { ids, total, before, next: more ? positionOf(columns, by, last) : undefined }
  }

  #countStories(filter: ItemFilter, predicate: ItemPredicate): number {
    if (this.#stamp !== this.#columns.stamp) this.#forget()
    const key = JSON.stringify(filter)
    const known = this.#stories.get(key)
    if (known !== undefined) return known
    const count = countStories(this.#columns, predicate)
    this.#stories.set(key, count)
    return count
  }

  /** All that passes, in list order. */
  #list(
    filter: ItemFilter,
    order: ItemOrder,
    predicate: ItemPredicate,
    by: SlotOrder,
    run: Uint32Array,
  ): Uint32Array {
    if (this.#stamp !== this.#columns.stamp) this.#forget()
    const key = JSON.stringify([order, filter])
    const kept = this.#lists.get(key)
    if (kept !== undefined) return kept

    const list = listPassing(this.#columns, predicate, by, run)
    this.#lists.set(key, list)
    return list
  }

  #forget(): void {
    this.#lists.clear()
    this.#stories.clear()
    this.#stamp = this.#columns.stamp
  }
}

/** The part of an order that its own value leaves: a time range of the order by time, the high scores of that by score. */
function runOf(columns: Columns, predicate: ItemPredicate, by: SlotOrder): Uint32Array {
  const all = by.slots.view()
  if (isTimed(predicate) && isByTime(columns, predicate, by)) {
    const first = columns.byTime.before(predicate.from, 0)
    return columns.byTime.view().subarray(first, Math.max(first, columns.byTime.before(predicate.until, 0)))
  }
  if (by.value === 'seen' && isSeenTimed(predicate)) {
    const first = by.slots.before(predicate.seenFrom, 0)
    return all.subarray(first, Math.max(first, by.slots.before(predicate.seenUntil, 0)))
  }
  return by.value === 'score' && predicate.minScore > 0
    ? all.subarray(by.slots.before(predicate.minScore, 0))
    : all
}

/** Whether nothing but the order's own value is filtered by, so that its run is the list. */
function isWhole(columns: Columns, predicate: ItemPredicate, by: SlotOrder): boolean {
  return (
    predicate.anyFacet &&
    predicate.story === 0 &&
    !predicate.distinct &&
    predicate.set === undefined &&
    (by.value === 'seen' || !isSeenTimed(predicate)) &&
    (!isTimed(predicate) || isByTime(columns, predicate, by)) &&
    (by.value === 'score' || predicate.minScore <= 0)
  )
}

/** Whether an order is that of `publishedAt` within the times of a predicate: items of unknown age rank at another time. */
function isByTime({ ofUnknownAge }: Columns, { from, until }: ItemPredicate, { value }: SlotOrder): boolean {
  return (
    value === 'time' || (value === 'rank' && ofUnknownAge.before(from, 0) === ofUnknownAge.before(until, 0))
  )
}
