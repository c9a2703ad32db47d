import type { Columns } from './columns.ts'
import { type ItemPredicate, isRepresented } from './item-predicate.ts'
import { countPassing, passingOf, slotsPassing } from './scan.ts'
import { type SlotOrder, compareSlots } from './slot-order.ts'
import { radixOrder } from './radix-order.ts'

/** How many steps along an order cost as much as sorting one item. */
const STEPS_PER_SORTED = 30

/**
 * All that passes, in list order, one a story where the predicate says so.
 *
 * @param run the part of the order in which all that passes stands
 */
export function listPassing(
  columns: Columns,
  predicate: ItemPredicate,
  by: SlotOrder,
  run: Uint32Array,
): Uint32Array {
  const total = countPassing(columns, predicate)
  const list =
    total * STEPS_PER_SORTED > run.length
      ? alongRun(columns, predicate, by, run)
      : sorted(columns, by, slotsPassing(columns, predicate))
  return predicate.distinct ? onePerStory(columns, predicate, list) : list
}

function alongRun(columns: Columns, predicate: ItemPredicate, by: SlotOrder, run: Uint32Array): Uint32Array {
  const found = passingOf(columns, predicate, run)
  return by.descending ? found.reverse() : found
}

function sorted(columns: Columns, by: SlotOrder, slots: Uint32Array): Uint32Array {
  if (slots.length < RADIX_FROM) return slots.sort((a, b) => compareSlots(columns, by, a, b))
  const keys = new Float64Array(slots.length)
  for (let at = 0; at < slots.length; at += 1) keys[at] = by.values[slots[at] ?? 0] ?? 0
  const list = positionsByKey(columns, slots, keys)
  for (let at = 0; at < list.length; at += 1) list[at] = slots[list[at] ?? 0] ?? 0
  return by.descending ? list.reverse() : list
}

/** What stands for each story, else the first of its items in the list. */
function onePerStory(columns: Columns, predicate: ItemPredicate, list: Uint32Array): Uint32Array {
  const { story } = columns
  const seen = new Uint8Array(columns.highestStory + 1)
  const firsts = new Uint32Array(list.length)
  let count = 0
  for (const slot of list) {
    const its = story[slot] ?? 0
    if (seen[its] === 1 || isRepresented(columns, predicate, slot)) continue
    seen[its] = 1
    firsts[count] = slot
    count += 1
  }
  return firsts.subarray(0, count)
}

/** Fewer are better sorted by comparing: a radix sort first clears half a megabyte. */
const RADIX_FROM = 4_000

/** Gives the positions of slots in ascending order of their keys, ties by the items' ids. */
export function positionsByKey(columns: Columns, slots: ArrayLike<number>, keys: Float64Array): Uint32Array {
  const ids = new Float64Array(slots.length)
  let inOrder = true
  for (let at = 0; at < slots.length; at += 1) {
    const id = columns.idOf(slots[at] ?? 0)
    ids[at] = id
    if (at > 0 && id < (ids[at - 1] ?? 0)) inOrder = false
  }
  // A radix sort keeps the order of equal keys, so what stands by id already needs no sort by id.
  if (inOrder) return radixOrder(keys)

  const byId = radixOrder(ids)
  const sortedKeys = new Float64Array(slots.length)
  for (let at = 0; at < byId.length; at += 1) sortedKeys[at] = keys[byId[at] ?? 0] ?? 0
  const order = radixOrder(sortedKeys)
  for (let at = 0; at < order.length; at += 1) order[at] = byId[order[at] ?? 0] ?? 0
  return order
}
