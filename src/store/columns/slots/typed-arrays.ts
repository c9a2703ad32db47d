import { grown, type Growing } from '../../../model/grown.ts'

export function appended(from: Uint32Array, more: readonly number[]): Uint32Array {
  if (more.length === 0) return from
  const to = grown(from, from.length + more.length)
  to.set(more, from.length)
  return to
}

/** Fills an array with each slot's value. Typed array methods take several times as long as a plain loop. */
export function filled<A extends Growing>(
  array: A,
  slots: Uint32Array,
  valueOf: (slot: number) => number,
): A {
  for (let at = 0; at < slots.length; at += 1) array[at] = valueOf(slots[at] ?? 0)
  return array
}

export function ascending(length: number): Uint32Array<ArrayBuffer> {
  const numbers = new Uint32Array(length)
  for (let at = 0; at < length; at += 1) numbers[at] = at
  return numbers
}

/** Sorts slots by value, stably. Values must not be NaN. */
export function sortedBy(slots: Uint32Array, valueOf: (slot: number) => number): Uint32Array {
  const values = filled(new Float64Array(slots.length), slots, valueOf)
  const order = ascending(slots.length).sort(
    (one, other) => (values[one] ?? 0) - (values[other] ?? 0) || one - other,
  )
  for (let at = 0; at < order.length; at += 1) order[at] = slots[order[at] ?? 0] ?? 0
  return order
}

export function chosen(slots: Uint32Array, isWanted: (slot: number) => boolean): Uint32Array {
  const wanted = new Uint32Array(slots.length)
  let count = 0
  for (let at = 0; at < slots.length; at += 1) {
    const slot = slots[at] ?? 0
    if (!isWanted(slot)) continue
    wanted[count] = slot
    count += 1
  }
  return wanted.slice(0, count)
}
