import type { Cluster } from '../live-item.ts'
import { mixBits } from '../zobrist-hash.ts'

/** Odds hold until so many more items are known, as a factor: by then other words are rare. */
const VALID_GROWTH = 1.2

/** A power of two. Of two pairs that have the same slot, the later one stays. */
const SLOTS = 1 << 14
/** Numbers of a slot: the hash of the pair, its odds, and how many items were known then. */
const NUMBERS = 3
const ODDS = 1
const KNOWN_ITEMS = 2

type Hashed = Pick<Cluster, 'hashOne' | 'hashTwo'>

/**
 * The odds of pairs of clusters that were computed lately. Around each new item, mostly those clusters are joined again
 * that were joined before.
 */
export interface OddsCache {
  /** The slot of a pair, whichever of the two comes first. */
  slotOf(a: Hashed, b: Hashed): number
  /** Whether the slot holds the pair last asked for, with odds computed among about as many items. */
  isValid(slot: number, knownItems: number): boolean
  odds(slot: number): number
  /** Keeps the odds of the pair last asked for. */
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
