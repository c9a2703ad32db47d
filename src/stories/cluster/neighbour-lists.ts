import { MOST_NEIGHBOURS } from './live-item.ts'
import type { LiveItem } from './live-item.ts'

/**
 * Puts `live` in its place among the items that are the nearest neighbours to `to`.
 *
 * @param similarities by slot, how like to the item each of its neighbours is; 0 where there are fewer
 * @param isNew whether it is surely none of them yet
 */
export function rank(
  live: LiveItem,
  similarity: number,
  to: LiveItem,
  similarities: Float64Array,
  isNew: boolean,
): void {
  const { neighbours } = to
  const first = to.slot * MOST_NEIGHBOURS
  const known = isNew ? -1 : neighbours.indexOf(live)
  let at = neighbours.length
  while (at > 0 && (similarities[first + at - 1] as number) < similarity) at--
  // Its own former place counts for nothing.
  if (known >= 0 && known < at) at--
  if (at >= MOST_NEIGHBOURS) return
  let from = known
  if (known < 0) {
    to.stirred = true
    if (neighbours.length < MOST_NEIGHBOURS) neighbours.push(live)
    from = neighbours.length - 1
  }
  for (; from > at; from--) {
    neighbours[from] = neighbours[from - 1] as LiveItem
    similarities[first + from] = similarities[first + from - 1] as number
  }
  for (; from < at; from++) {
    neighbours[from] = neighbours[from + 1] as LiveItem
    similarities[first + from] = similarities[first + from + 1] as number
  }
  neighbours[at] = live
  similarities[first + at] = similarity
}

/**
 * Whether an item that is like to the one in `slot` by so much is among its neighbours, if it is none of them yet: tells it by one number,
 * where the item itself mostly lies out of the processor's cache.
 */
export function isAmongNeighbours(slot: number, similarity: number, similarities: Float64Array): boolean {
  return (similarities[slot * MOST_NEIGHBOURS + MOST_NEIGHBOURS - 1] as number) < similarity
}

/** Makes room for an item that has no nearest neighbours yet. @returns the list, or a larger one */
export function withRoom(slot: number, similarities: Float64Array): Float64Array {
  const first = slot * MOST_NEIGHBOURS
  if (first + MOST_NEIGHBOURS <= similarities.length)
    return similarities.fill(0, first, first + MOST_NEIGHBOURS)
  const larger = new Float64Array(2 * (first + MOST_NEIGHBOURS))
  larger.set(similarities)
  return larger
}

/** Takes items that are gone out of the nearest neighbours of another. */
export function leaveOut(
  { neighbours, slot }: LiveItem,
  gone: ReadonlySet<LiveItem>,
  similarities: Float64Array,
): void {
  const first = slot * MOST_NEIGHBOURS
  let kept = 0
  for (let k = 0; k < neighbours.length; k++) {
    const other = neighbours[k] as LiveItem
    if (gone.has(other)) continue
    neighbours[kept] = other
    similarities[first + kept] = similarities[first + k] as number
    kept++
  }
  similarities.fill(0, first + kept, first + neighbours.length)
  neighbours.length = kept
}
