import { listed } from './candidates.ts'
import type { Columns } from './columns.ts'
import type { ItemPredicate } from './item-predicate.ts'
import { radixOrder } from './radix-order.ts'
import type { SlotOrder } from './slot-order.ts'
import { lengthOf, orderedRun, shortestRun } from './slot-runs.ts'

/** How many steps along an order cost as much as sorting one item. */
const STEPS_PER_SORTED = 30

/** All listed slots, in list order. */
export function listPassing(
  columns: Columns,
  predicate: ItemPredicate,
  by: SlotOrder,
  total: number,
): Uint32Array {
  const run = orderedRun(columns, predicate, by)
  if (total * STEPS_PER_SORTED > lengthOf(run)) {
    const list = Uint32Array.from(listed(columns, predicate, by, run.slots.parts(run.from, run.to)))
    return by.isDescending ? list.reverse() : list
  }
  const shortest = shortestRun(columns, predicate)
  return sorted(columns, by, listed(columns, predicate, by, shortest.slots.parts(shortest.from, shortest.to)))
}

function sorted(columns: Columns, by: SlotOrder, slots: readonly number[]): Uint32Array {
  const keys = new Float64Array(slots.length)
  for (let at = 0; at < slots.length; at += 1) keys[at] = by.slots.valueOf(slots[at] ?? 0)
  const list = positionsByKey(columns, slots, keys)
  for (let at = 0; at < list.length; at += 1) list[at] = slots[list[at] ?? 0] ?? 0
  return by.isDescending ? list.reverse() : list
}

/** Gives the positions of slots in ascending order of their keys, ties by the items' ids. */
export function positionsByKey(columns: Columns, slots: ArrayLike<number>, keys: Float64Array): Uint32Array {
  const ids = new Float64Array(slots.length)
  let inOrder = true
  for (let at = 0; at < slots.length; at += 1) {
    const id = columns.idOf(slots[at] ?? 0)
    ids[at] = id
    if (at > 0 && id < (ids[at - 1] ?? 0)) inOrder = false
  }
  // A radix sort keeps the order of equal keys. Slots already in order of id need no sort by id.
  if (inOrder) return radixOrder(keys)

  const byId = radixOrder(ids)
  const sortedKeys = new Float64Array(slots.length)
  for (let at = 0; at < byId.length; at += 1) sortedKeys[at] = keys[byId[at] ?? 0] ?? 0
  const order = radixOrder(sortedKeys)
  for (let at = 0; at < order.length; at += 1) order[at] = byId[order[at] ?? 0] ?? 0
  return order
}
