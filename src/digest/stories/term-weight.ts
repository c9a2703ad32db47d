/** How the weight of a term grows with its rarity. */
const RARITY_POWER = 1.3

/** The weight of a term that is in more items than not. */
const LEAST_RARITY = 0.01

/** Steps from one power of two to the next. */
const STEPS_BITS = 7
const REST_BITS = 23 - STEPS_BITS
/** Of a 32-bit number from 1 on, the leading bits: exponent and steps. */
const FIRST = 127 << STEPS_BITS
const OCTAVES = 40

/** A logarithm and a power for each term of each item would be a tenth of all the work. */
const table = Float64Array.from({ length: (OCTAVES << STEPS_BITS) + 1 }, (_, k) => {
  const octave = k >> STEPS_BITS
  const step = k - (octave << STEPS_BITS)
  return exactWeight(2 ** octave * (1 + step / (1 << STEPS_BITS)))
})

const asNumber = new Float32Array(1)
const asBits = new Int32Array(asNumber.buffer)

/**
 * How much a term says that one in `share` items holds: `ln(share)^1.3`, with an error below a thousandth of it where
 * the share is above 1.1.
 */
export function weightOfShare(share: number): number {
  if (share <= 1) return table[0] as number
  asNumber[0] = share
  const bits = asBits[0] as number
  const at = (bits >>> REST_BITS) - FIRST
  const rest = (bits & ((1 << REST_BITS) - 1)) / (1 << REST_BITS)
  const low = table[at] as number
  return low + rest * ((table[at + 1] as number) - low)
}

function exactWeight(share: number): number {
  return Math.max(LEAST_RARITY, Math.log(share)) ** RARITY_POWER
}
