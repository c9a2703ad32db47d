export const FNV_START = 0x811c9dc5 | 0

export function withUnit(hash: number, unit: number): number {
  return Math.imul(hash ^ unit, 0x01000193)
}

/**
 * FNV-1a of a part of a text, over UTF-16 units: 32 bits, signed. For tables, where a collision does little harm.
 *
 * @see http://www.isthe.com/chongo/tech/comp/fnv/
 */
export function fnv1a(text: string, start = 0, end = text.length): number {
  let hash = FNV_START
  for (let at = start; at < end; at++) hash = withUnit(hash, text.charCodeAt(at))
  return hash
}
