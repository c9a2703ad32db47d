/**
 * Number of counts of a source, a power of two. Several terms share a slot: with 400 items of 60 terms, a slot also
 * counts 3 % of the other terms.
 */
export const SLOTS = 4096
/** Mask of the term's bits that give its slot. */
export const LAST_SLOT = SLOTS - 1

/**
 * An entry has a count below 512 in its lower 9 bits, and the distance from the slot of the previous entry above them.
 * Entries with a count of 0 bridge larger distances.
 */
const COUNT_BITS = 9
const LONGEST_STEP = (1 << (16 - COUNT_BITS)) - 1

/** Packs the counts that are not 0 into two bytes each. Most slots of a source are empty. */
export function packCounts(counts: Uint16Array): Uint16Array {
  let packed = 0
  let last = -1
  for (let slot = 0; slot < SLOTS; slot++) {
    const count = counts[slot] as number
    if (count === 0) continue
    for (; slot - last > LONGEST_STEP; last += LONGEST_STEP) buffer[packed++] = LONGEST_STEP << COUNT_BITS
    buffer[packed++] = ((slot - last) << COUNT_BITS) | count
    last = slot
  }
  return buffer.slice(0, packed)
}

export function unpackCounts(packed: Uint16Array): Uint16Array {
  const counts = new Uint16Array(SLOTS)
  let slot = -1
  for (let k = 0; k < packed.length; k++) {
    const both = packed[k] as number
    slot += both >> COUNT_BITS
    counts[slot] = both & ((1 << COUNT_BITS) - 1)
  }
  return counts
}

const buffer = new Uint16Array(SLOTS + Math.ceil(SLOTS / LONGEST_STEP))
