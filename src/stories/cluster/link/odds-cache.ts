import type { Cluster } from '../live-item.ts'
import { mixBits } from '../zobrist-hash.ts'

/** Odds are valid until the number of known items grows by this factor, since then idf has changed. */
const VALID_GROWTH = 1.2

/** A power of two. A pair replaces an earlier one in the same slot. */
const SLOTS = 1 << 14
/** A slot has three numbers: the hash of the pair, its odds, and the number of items known at that time. */
const NUMBERS = 3
const ODDS = 1
const KNOWN_ITEMS = 2

type Hashed = Pick<Cluster, 'hashOne' | 'hashTwo'>

/**
 * A cache of the odds of pairs of clusters. Around each new item mostly the same clusters are compared as before.
 */
export interface OddsCache {
  /** The slot of a pair, in either order. */
  slotOf(a: Hashed, b: Hashed): number
  /** Whether the slot holds valid odds of the pair of the last `slotOf`. */
  isValid(slot: number, knownItems: number): boolean
  odds(slot: number): number
  /** Saves the odds of the pair of the last `slotOf`. */
  set(slot: number, odds: number, knownItems: number): void
}

export function createOddsCache(): OddsCache {
  const table = new Float64Array(SLOTS * NUMBERS)
  let pair = 0
  return {
    slotOf(a, b) {
      // Without mixing, {1, 2} and {3} would have the hash of {1} and {2, 3}.
      const one = mixBits(a.hashOne) + mixBits(b.hashOne)
      const two = mixBits(a.hashTwo) + mixBits(b.hashTwo)
      pair = (one >>> 0) * 2 ** 21 + (two >>> 11)
      return (two & (SLOTS - 1)) * NUMBERS
    },
    isValid(slot, knownItems) {
      const then = table[slot + KNOWN_ITEMS] as number
      return table[slot] === pair && knownItems <= then * VALID_GROWTH && then <= knownItems * VALID_GROWTH
    },
    odds: (slot) => table[slot + ODDS] as number,
    set(slot, odds, knownItems) {
      table[slot] = pair
      table[slot + ODDS] = odds
      table[slot + KNOWN_ITEMS] = knownItems
    },
  }
}
