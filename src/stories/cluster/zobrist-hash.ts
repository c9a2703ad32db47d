/**
 * The Zobrist hash of an item, 32 bits. The hash of a set is the exclusive or of the hashes of its items, in any order.
 *
 * @param seed each seed gives an independent hash
 */
export function zobristHash(itemId: number, seed: number): number {
  const low = Math.imul((itemId % 2 ** 32) ^ seed, 0x85ebca6b)
  const high = Math.imul(Math.floor(itemId / 2 ** 32) + seed, 0xc2b2ae35)
  return mixBits(low ^ (high >>> 13) ^ (high << 7))
}

/** Spreads each bit of a 32-bit number over all of them. */
export function mixBits(hash: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39)
}
