import { MAX_NEIGHBOURS, type LiveItem } from './live-item.ts'

/**
 * Inserts `live` into the nearest neighbours of `to`, in order of similarity.
 *
 * @param similarities by slot: the similarity of the item to each of its neighbours; 0 beyond the last neighbour
 * @param isNew whether it is known that `live` is not one of them yet
 */
export function insertNeighbour(
  live: LiveItem,
  similarity: number,
  to: LiveItem,
  similarities: Float64Array,
  isNew: boolean,
): void {
  const { neighbours } = to
  const first = to.slot * MAX_NEIGHBOURS
  const known = isNew ? -1 : neighbours.indexOf(live)
  let at = neighbours.length
  while (at > 0 && (similarities[first + at - 1] as number) < similarity) at--
  // Its own former place counts for nothing.
  if (known >= 0 && known < at) at--
  if (at >= MAX_NEIGHBOURS) return
  let from = known
  if (known < 0) {
    to.hasNewNeighbours = true
    if (neighbours.length < MAX_NEIGHBOURS) neighbours.push(live)
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
 * Whether an item of this similarity belongs to the neighbours of the item in `slot`, if it is not one of them yet.
 * Reads one number only, since the item itself is mostly not in the processor's cache.
 */
export function belongsToNeighbours(slot: number, similarity: number, similarities: Float64Array): boolean {
  return (similarities[slot * MAX_NEIGHBOURS + MAX_NEIGHBOURS - 1] as number) < similarity
}

/** Makes room for an item that has no nearest neighbours yet. @returns the list, or a larger one */
export function withRoom(slot: number, similarities: Float64Array): Float64Array {
  const first = slot * MAX_NEIGHBOURS
  if (first + MAX_NEIGHBOURS <= similarities.length)
    return similarities.fill(0, first, first + MAX_NEIGHBOURS)
  const larger = new Float64Array(2 * (first + MAX_NEIGHBOURS))
  larger.set(similarities)
  return larger
}

/** Takes removed items out of the nearest neighbours of another item. */
export function removeNeighbours(
  { neighbours, slot }: LiveItem,
  removed: ReadonlySet<LiveItem>,
  similarities: Float64Array,
): void {
  const first = slot * MAX_NEIGHBOURS
  let kept = 0
  for (let k = 0; k < neighbours.length; k++) {
    const other = neighbours[k] as LiveItem
    if (removed.has(other)) continue
    neighbours[kept] = other
    similarities[first + kept] = similarities[first + k] as number
    kept++
  }
  similarities.fill(0, first + kept, first + neighbours.length)
  neighbours.length = kept
}
