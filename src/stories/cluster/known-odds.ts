import type { Cluster } from './live-item.ts'

/** What was found of two clusters stands until so many more items are known, as a factor: by then other words are rare. */
const HOLDS_FOR = 1.2

/** A power of two: places for pairs; of two that fall on one place the later one stays. */
const PLACES = 1 << 14
/** Numbers a place: what stands for the pair, its odds, and how many items were known then. */
const NUMBERS = 3
const ODDS = 1
const SINCE = 2

/** What stands for the items of a cluster. */
export type Marked = Pick<Cluster, 'markOne' | 'markTwo'>

/**
 * The odds of pairs of clusters that were lately worked out: around each new item mostly those are put together again
 * that were before.
 */
export interface KnownOdds {
  /** Where a pair stands or would, whichever of the two comes first. */
  placeOf(a: Marked, b: Marked): number
  /** Whether the pair last asked for stands at its place, worked out among about as many items. */
  isKnown(place: number, counted: number): boolean
  odds(place: number): number
  /** Keeps what was found of the pair last asked for. */
  keep(place: number, odds: number, counted: number): void
}

export function createKnownOdds(): KnownOdds {
  const table = new Float64Array(PLACES * NUMBERS)
  let pair = 0
  return {
    placeOf(a, b) {
      const one = mix(a.markOne) + mix(b.markOne)
      const two = mix(a.markTwo) + mix(b.markTwo)
      pair = (one >>> 0) * 2 ** 21 + (two >>> 11)
      return (two & (PLACES - 1)) * NUMBERS
    },
    isKnown(place, counted) {
      const since = table[place + SINCE] as number
      return table[place] === pair && counted <= since * HOLDS_FOR && since <= counted * HOLDS_FOR
    },
    odds: (place) => table[place + ODDS] as number,
    keep(place, odds, counted) {
      table[place] = pair
      table[place + ODDS] = odds
      table[place + SINCE] = counted
    },
  }
}

/** The marks of a cluster are put together from those of its items; without this, {1, 2} and {3} would meet {1} and {2, 3}. */
function mix(mark: number): number {
  const mixed = Math.imul(mark ^ (mark >>> 15), 0x2c1b3c6d)
  return Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39)
}

/**
 * Stands for an item in 32 bits.
 *
 * @param seed gives another number: one for each of the two marks, and others once the item is read in another way
 */
export function markOf(itemId: number, seed: number): number {
  const low = Math.imul((itemId % 2 ** 32) ^ seed, 0x85ebca6b)
  const high = Math.imul(Math.floor(itemId / 2 ** 32) + seed, 0xc2b2ae35)
  return mix(low ^ (high >>> 13) ^ (high << 7))
}
