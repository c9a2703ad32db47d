import type { Columns } from './columns.ts'
import { type ItemTest, isRepresented } from './item-test.ts'
import { RADIX_FROM, positionsByKey } from './positions-by-key.ts'
import { countPassing, passingOf, slotsPassing } from './scan.ts'
import { type SlotOrder, compareSlots } from './slot-order.ts'

/** How many steps along an order cost as much as sorting one item. */
const STEPS_PER_SORTED = 30

/**
 * All that passes, in list order, one a story where the test says so.
 *
 * @param run the part of the order in which all that passes stands
 */
export function listPassing(columns: Columns, test: ItemTest, by: SlotOrder, run: Uint32Array): Uint32Array {
  const total = countPassing(columns, test)
  const list =
    total * STEPS_PER_SORTED > run.length
      ? alongRun(columns, test, by, run)
      : sorted(columns, by, slotsPassing(columns, test))
  return test.distinct ? onePerStory(columns, test, list) : list
}

function alongRun(columns: Columns, test: ItemTest, by: SlotOrder, run: Uint32Array): Uint32Array {
  const found = passingOf(columns, test, run)
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
function onePerStory(columns: Columns, test: ItemTest, list: Uint32Array): Uint32Array {
  const { story } = columns
  const seen = new Uint8Array(columns.highestStory + 1)
  const firsts = new Uint32Array(list.length)
  let count = 0
  for (const slot of list) {
    const its = story[slot] ?? 0
    if (seen[its] === 1 || isRepresented(columns, test, slot)) continue
    seen[its] = 1
    firsts[count] = slot
    count += 1
  }
  return firsts.subarray(0, count)
}
