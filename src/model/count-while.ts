/**
 * Counts the first indexes for which `holds` is true, by binary search. It must be false for all indexes after them.
 *
 * @param length indexes are 0..length-1
 */
export function countWhile(length: number, holds: (index: number) => boolean): number {
  let low = 0
  let high = length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (holds(middle)) low = middle + 1
    else high = middle
  }
  return low
}
