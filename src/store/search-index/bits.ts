/** How many of 32 bits are set. */
export function bitCount(bits: number): number {
  let n = bits - ((bits >>> 1) & 0x5555_5555)
  n = (n & 0x3333_3333) + ((n >>> 2) & 0x3333_3333)
  return Math.imul((n + (n >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24
}

export function isSet(words: Uint32Array, at: number): boolean {
  return (((words[at >>> 5] ?? 0) >>> (at & 31)) & 1) === 1
}

/** How many bits are set in both, which are of one length. */
export function countShared(words: Uint32Array, others: Uint32Array): number {
  let count = 0
  for (let i = 0; i < words.length; i += 1) count += bitCount((words[i] ?? 0) & (others[i] ?? 0))
  return count
}
