import { ascending, filled } from './typed-arrays.ts'

/** Fewer values are sorted by comparing: going through the buckets of a radix sort takes 1 ms for any number of values. */
const FEW = 1_000

/** The slots in ascending order of their values; slots of equal values keep their order. */
export function sortedBy(slots: Uint32Array, valueOf: (slot: number) => number): Uint32Array {
  const values = filled(new Float64Array(slots.length), slots, valueOf)
  const order = values.length < FEW ? comparedOrder(values) : radixOrder(values)
  for (let at = 0; at < order.length; at += 1) order[at] = slots[order[at] ?? 0] ?? 0
  return order
}

/** As `radixOrder`. */
function comparedOrder(values: Float64Array): Uint32Array {
  return ascending(values.length).sort(
    (one, other) => (values[one] ?? 0) - (values[other] ?? 0) || one - other,
  )
}

/**
 * Gives the positions 0..values.length-1 in ascending order of their values; equal values keep ascending
 * positions. A radix sort over the numbers' bits sorts 1,000,000 times in 60 ms, a comparison sort in 500 ms.
 *
 * @param values no NaN
 */
export function radixOrder(values: Float64Array): Uint32Array {
  const keys = sortableBits(values)
  let from = ascending(values.length)
  let to = new Uint32Array(values.length)
  for (let digit = 0; digit < DIGITS; digit += 1) {
    const starts = startsOf(keys, digit)
    if (starts === undefined) continue
    for (let at = 0; at < from.length; at += 1) {
      const position = from[at] ?? 0
      const bucket = keys[position * DIGITS + digit] ?? 0
      const start = starts[bucket] ?? 0
      to[start] = position
      starts[bucket] = start + 1
    }
    const swap = from
    from = to
    to = swap
  }
  return from
}

/** 16-bit digits of a 64-bit number. */
const DIGITS = 4
const BUCKETS = 1 << 16

/** The numbers as 16-bit digits, lowest first. Bits are flipped to make their unsigned order that of the numbers. */
function sortableBits(values: Float64Array): Uint16Array {
  const copy = Float64Array.from(values)
  const words = new Uint32Array(copy.buffer)
  for (let high = 1; high < words.length; high += 2) {
    const sign = words[high] ?? 0
    if (sign >= 0x8000_0000) {
      words[high] = ~sign
      words[high - 1] = ~(words[high - 1] ?? 0)
    } else {
      words[high] = sign | 0x8000_0000
    }
  }
  return new Uint16Array(copy.buffer)
}

/** The first position of each bucket of a digit; `undefined` if all numbers have the same digit. */
function startsOf(keys: Uint16Array, digit: number): Uint32Array | undefined {
  const starts = new Uint32Array(BUCKETS)
  for (let at = digit; at < keys.length; at += DIGITS) {
    const bucket = keys[at] ?? 0
    starts[bucket] = (starts[bucket] ?? 0) + 1
  }
  const count = keys.length / DIGITS
  if (count > 0 && starts[keys[digit] ?? 0] === count) return undefined

  let next = 0
  for (let bucket = 0; bucket < BUCKETS; bucket += 1) {
    const size = starts[bucket] ?? 0
    starts[bucket] = next
    next += size
  }
  return starts
}
