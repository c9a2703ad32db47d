import { MOST_LIKEST } from './live-item.ts'
import type { LiveItem } from './live-item.ts'

/**
 * Puts `live` in its place among the items that are the likest to `to`.
 *
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
  likest.length = kept
}
