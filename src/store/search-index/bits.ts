import { bitCount } from '../../domain/bit-count.ts'

export function isSet(words: Uint32Array, at: number): boolean {
  return (((words[at >>> 5] ?? 0) >>> (at & 31)) & 1) === 1
}

/**
 * How many bits are set from `from`, the first of a word of 32, to before `to`.
 * @param others another set where only what is in both counts
 */
export function countBits(
  words: Uint32Array,
  others: Uint32Array | undefined,
  from: number,
  to: number,
): number {
  const end = to >>> 5
  let count = 0
  if (others === undefined) for (let i = from >>> 5; i < end; i += 1) count += bitCount(words[i] ?? 0)
  else for (let i = from >>> 5; i < end; i += 1) count += bitCount((words[i] ?? 0) & (others[i] ?? 0))
  const rest = to & 31
  if (rest === 0) return count
  return count + bitCount((words[end] ?? 0) & (others?.[end] ?? -1) & ((1 << rest) - 1))
}
