import { LRUCache } from 'lru-cache'
import type { ItemFilter, ItemOrder, Selection, Window } from '../../model/filter.ts'
import { remainingPredicate, isListed, listed, namedCandidates, slotsOfFacets } from './candidates.ts'
import { foundOf } from './chunk.ts'
import type { Columns } from './columns.ts'
import { countPassing } from './count-passing.ts'
import { countWhile } from './count-while.ts'
import { type ItemPredicate, isSeenTimed, isTimed, itemPredicate } from './item-predicate.ts'
import { KEPT } from './kept-keys.ts'
import { listPassing } from './list-passing.ts'
import { PageOfSlots, following } from './page-of-slots.ts'
import { type SlotOrder, columnValue, positionOf, slotOrder, standsAfter } from './slot-order.ts'
import {
  type SlotRun,
  hasUnknownAge,
  lengthOf,
  mayHaveTimes,
  orderedRun,
  shortestRun,
  timeRun,
} from './slot-runs.ts'

/** One step along an order costs as much time as reading 3 slots of a run. */
const PER_STEP = 3

/** Reading one slot of a rare facet costs as much time as reading 10 slots of a run. */
const APART = 10

/** The slots of all cached lists together take at most 8 MB. */
const KEPT_SLOTS = 2_000_000

/** Selects pages of lists from the columns. Deep pages need whole lists, which are cached until an item changes. */
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
    if (isByWordsAlone(columns, predicate, by)) return this.#pageByWords(predicate, by, window)
    const named = namedCandidates(columns, predicate)
    if (named !== undefined)
      return this.#pageOf(listed(columns, remainingPredicate(predicate), by, named), by, window)

    const total = countPassing(columns, predicate)
    return (
      this.#walk(predicate, by, window, total) ??
      this.#gather(predicate, by, window, total) ??
      this.#pageOfList(this.#list(filter, order, predicate, by, total), by, window)
    )
  }

  /** A page of a run in which only the facet decides. The counts of the order give its first position. */
  #pageByWords(predicate: ItemPredicate, by: SlotOrder, window: Window): Selection {
    const { slots, from, to } = orderedRun(this.#columns, predicate, by)
    const { mask } = predicate
    const first = slots.countPassing(mask, from)
    const end = slots.countPassing(mask, to)
    const total = end - first
    const { limit, after } = window
    let before = Math.min(window.offset, total)
    let start = by.isDescending ? to : from
    if (after !== undefined) {
      const at = slots.before(columnValue(by, after), after.id + (by.isDescending ? 0 : 1))
      start = Math.min(Math.max(at, from), to)
      const passed = slots.countPassing(mask, start)
      before = by.isDescending ? end - passed : passed - first
    } else if (before === total) {
      return { ids: [], total, before, next: undefined }
    } else if (before > 0) {
      start = by.isDescending
        ? slots.positionOfPassing(mask, end - 1 - before) + 1
        : slots.positionOfPassing(mask, first + before)
    }

    const { facet } = this.#columns
    const { bits } = mask
    const found: number[] = []
    const parts = by.isDescending
      ? slots.partsDown(from, start, (chunk) => slots.hasPassing(mask, chunk))
      : slots.parts(start, to, (chunk) => slots.hasPassing(mask, chunk))
    for (const part of parts) {
      for (let step = 0; step < part.length && found.length < limit; step += 1) {
        const slot = part[by.isDescending ? part.length - 1 - step : step] ?? 0
        if (bits[facet[slot] ?? 0] === 1) found.push(slot)
      }
      if (found.length === limit) break
    }
    return this.#selection(found, by, total, before)
  }

  /** A page of slots in no order, all of which are listed. */
  #pageOf(slots: readonly number[], by: SlotOrder, window: Window): Selection {
    const page = new PageOfSlots(this.#columns, by, window)
    for (const slot of slots) page.add(slot)
    return this.#selection(page.slots(), by, slots.length, Math.min(page.before, slots.length))
  }

  /** Finds a page by walking along the order; `undefined` where that takes too many steps. */
  #walk(predicate: ItemPredicate, by: SlotOrder, window: Window, total: number): Selection | undefined {
    const columns = this.#columns
    const { slots, from, to } = orderedRun(columns, predicate, by)
    const { limit, offset } = window
    if (this.#isLongWalk(predicate, by, window, total)) return undefined

    const found: number[] = []
    let before = 0
    let left = columns.limits.walk
    const follows = following(columns, by, window)
    const mayHave = mayHaveTimes(columns, predicate)
    const parts = by.isDescending ? slots.partsDown(from, to, mayHave) : slots.parts(from, to, mayHave)
    for (const part of parts) {
      for (let step = 0; step < part.length; step += 1) {
        if (before + found.length >= total || found.length >= limit)
          return this.#selection(found, by, total, before)
        // The estimate of steps fails where the items that pass stand together, far from the start.
        left -= 1
        if (left < 0) return undefined
        const slot = part[by.isDescending ? part.length - 1 - step : step] ?? 0
        if (!isListed(columns, predicate, by, slot)) continue
        if (before < offset || !follows(slot)) before += 1
        else found.push(slot)
      }
    }
    return this.#selection(found, by, total, before)
  }

  #isLongWalk(predicate: ItemPredicate, by: SlotOrder, window: Window, total: number): boolean {
    const columns = this.#columns
    const { slots, from, to } = orderedRun(columns, predicate, by)
    const times = timeRun(columns, predicate)
    const { after } = window
    const passed = after === undefined ? 0 : slots.before(columnValue(by, after), after.id)
    const start = after === undefined ? 0 : by.isDescending ? to - passed : passed - from
    // The hottest items are new. Items of a past time stand after nearly all newer ones.
    const newer = by.value === 'hot' ? columns.size - times.to : 0
    const length = by.value === 'hot' || by.value === 'rank' ? lengthOf(times) : to - from
    const needed = (Math.min(window.offset + window.limit, total) * length) / Math.max(total, 1)
    const steps = Math.max(start, newer) + needed
    const shortest = Math.min(
      lengthOf(shortestRun(columns, predicate)),
      columns.facets.countPassing(predicate.mask) * APART,
    )
    const gathered = by.value === 'hot' ? Math.min(shortest, columns.limits.hottest + needed) : shortest
    return steps > columns.limits.walk || steps * PER_STEP > gathered
  }

  /** The shortest run, or the run of time: the order `hot` reads only its hottest chunks. */
  #gatheredRun(predicate: ItemPredicate, by: SlotOrder, { offset, limit }: Window, total: number): SlotRun {
    const shortest = shortestRun(this.#columns, predicate)
    if (by.value !== 'hot') return shortest
    const times = timeRun(this.#columns, predicate)
    const needed = ((offset + limit) * lengthOf(times)) / Math.max(total, 1)
    return this.#columns.limits.hottest + needed < lengthOf(shortest) ? times : shortest
  }

  /** Gives all slots that a page may show. Leaves out chunks that stand behind the page. */
  #gatheredParts(
    predicate: ItemPredicate,
    by: SlotOrder,
    window: Window,
    total: number,
    isBeyond: (value: number) => boolean,
  ): Iterable<Uint32Array> {
    const columns = this.#columns
    const { mask, distinct } = predicate
    const { slots, from, to } = this.#gatheredRun(predicate, by, window, total)
    if (columns.facets.countPassing(mask) * APART < to - from) return slotsOfFacets(columns, mask)
    // Only chunks of time differ much in how hot their items are.
    if (by.value !== 'hot' || slots !== columns.byTime)
      return slots.parts(from, to, (chunk) => slots.hasPassing(mask, chunk))

    const key = distinct ? KEPT.highestHot : KEPT.highestOwnHot
    const highest = (found: Uint32Array): number => highestOf(found, by)
    return slots.partsByBound(
      from,
      to,
      (chunk) => (slots.hasPassing(mask, chunk) ? foundOf(chunk, key, highest) : -Infinity),
      (bound) => bound === -Infinity || isBeyond(bound),
    )
  }

  /** Finds a page by reading all candidates; `undefined` for a deep page, which is cut from a cached list. */
  #gather(predicate: ItemPredicate, by: SlotOrder, window: Window, total: number): Selection | undefined {
    if (window.offset + window.limit > this.#columns.limits.deep) return undefined
    const columns = this.#columns
    const { mask } = predicate
    const page = new PageOfSlots(columns, by, window)
    const parts = this.#gatheredParts(predicate, by, window, total, (value) => page.isBeyond(value))
    const { facet } = columns
    for (const part of parts) {
      // From the latest to the earliest: the hottest are found early, and most others are then skipped by value.
      for (let at = part.length - 1; at >= 0; at -= 1) {
        const slot = part[at] ?? 0
        if (mask.bits[facet[slot] ?? 0] !== 1 || page.isBeyond(by.slots.valueOf(slot))) continue
        if (isListed(columns, predicate, by, slot)) page.add(slot)
      }
    }
    return this.#selection(page.slots(), by, total, Math.min(page.before, total))
  }

  /** All listed slots in list order, from the cache if they are there. */
  #list(
    filter: ItemFilter,
    order: ItemOrder,
    predicate: ItemPredicate,
    by: SlotOrder,
    total: number,
  ): Uint32Array {
    if (this.#stamp !== this.#columns.stamp) this.#lists.clear()
    this.#stamp = this.#columns.stamp
    const key = JSON.stringify([order, filter])
    const kept = this.#lists.get(key)
    if (kept !== undefined) return kept

    const list = listPassing(this.#columns, predicate, by, total)
    this.#lists.set(key, list)
    return list
  }

  #pageOfList(list: Uint32Array, by: SlotOrder, { limit, offset, after }: Window): Selection {
    const before = after === undefined ? Math.min(offset, list.length) : this.#following(list, by, after)
    return this.#selection([...list.subarray(before, before + limit)], by, list.length, before)
  }

  /** The first position of a list after a cursor position. */
  #following(list: Uint32Array, by: SlotOrder, after: NonNullable<Window['after']>): number {
    const value = columnValue(by, after)
    return countWhile(list.length, (at) => !standsAfter(this.#columns, by, list[at] ?? 0, value, after.id))
  }

  #selection(slots: readonly number[], by: SlotOrder, total: number, before: number): Selection {
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

function highestOf(slots: Uint32Array, by: SlotOrder): number {
  let highest = -Infinity
  for (const slot of slots) highest = Math.max(highest, by.slots.valueOf(slot))
  return highest
}

/** Whether the facet alone decides if an item of the order's run passes. */
function isByWordsAlone(columns: Columns, predicate: ItemPredicate, { value }: SlotOrder): boolean {
  return (
    !predicate.distinct &&
    predicate.set === undefined &&
    predicate.story === 0 &&
    (value === 'seen' || !isSeenTimed(predicate)) &&
    (value === 'score' || predicate.minScore <= 0) &&
    (!isTimed(predicate) || value === 'time' || (value === 'rank' && !hasUnknownAge(columns, predicate)))
  )
}
