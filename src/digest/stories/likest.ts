import { MOST_LIKEST } from './live-item.ts'
import type { LiveItem } from './live-item.ts'

/**
 * Puts `live` in its place among the items that are the likest to `to`.
 *
 * @param likenesses by slot, how like to the item each of its likest is; 0 where there are fewer
 * @param isNew whether it is surely none of them yet
 */
export function rank(
  live: LiveItem,
  likeness: number,
  to: LiveItem,
  likenesses: Float64Array,
  isNew: boolean,
): void {
  const { likest } = to
  const first = to.slot * MOST_LIKEST
  const known = isNew ? -1 : likest.indexOf(live)
  let at = likest.length
  while (at > 0 && (likenesses[first + at - 1] as number) < likeness) at--
  // Its own former place counts for nothing.
  if (known >= 0 && known < at) at--
  if (at >= MOST_LIKEST) return
  let from = known
  if (known < 0) {
    to.stirred = true
    if (likest.length < MOST_LIKEST) likest.push(live)
    from = likest.length - 1
  }
  for (; from > at; from--) {
    likest[from] = likest[from - 1] as LiveItem
    likenesses[first + from] = likenesses[first + from - 1] as number
  }
  for (; from < at; from++) {
    likest[from] = likest[from + 1] as LiveItem
    likenesses[first + from] = likenesses[first + from + 1] as number
  }
  likest[at] = live
  likenesses[first + at] = likeness
}

/**
 * Whether an item that is like to the one in `slot` by so much is among its likest, if it is none of them yet: tells it by one number,
 * where the item itself mostly lies out of the processor's cache.
 */
export function isAmongLikest(slot: number, likeness: number, likenesses: Float64Array): boolean {
  return (likenesses[slot * MOST_LIKEST + MOST_LIKEST - 1] as number) < likeness
}

/** Makes room for an item that has no likest ones yet. @returns the list, or a larger one */
export function withRoom(slot: number, likenesses: Float64Array): Float64Array {
  const first = slot * MOST_LIKEST
  if (first + MOST_LIKEST <= likenesses.length) return likenesses.fill(0, first, first + MOST_LIKEST)
  const larger = new Float64Array(2 * (first + MOST_LIKEST))
  larger.set(likenesses)
  return larger
}

/** Takes items that are gone out of the likest of another. */
export function leaveOut(
  { likest, slot }: LiveItem,
  gone: ReadonlySet<LiveItem>,
  likenesses: Float64Array,
): void {
  const first = slot * MOST_LIKEST
  let kept = 0
  for (let k = 0; k < likest.length; k++) {
    const other = likest[k] as LiveItem
    if (gone.has(other)) continue
    likest[kept] = other
    likenesses[first + kept] = likenesses[first + k] as number
    kept++
  }
  likenesses.fill(0, first + kept, first + likest.length)
  likest.length = kept
}
