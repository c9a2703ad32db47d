import type { Columns } from './columns.ts'
import { radixOrder } from './radix-order.ts'

/** Fewer are better sorted by comparing: a radix sort first clears half a megabyte. */
export const RADIX_FROM = 4_000

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
