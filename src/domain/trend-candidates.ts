import type { TrendItems } from './story.ts'

/** Windows longer than this ask for one publisher more, since chance brings two together in them. */
const LONG_WINDOW_HOURS = 48

/** Engagement over the source's usual with which a story may trend on one publisher. */
export const STRONG_ENGAGEMENT = 3

/** How many publishers must tell a story within a window before it can be called a trend. */
export function publishersNeeded(hours: number): 2 | 3 {
  return hours > LONG_WINDOW_HOURS ? 3 : 2
}

/**
 * Finds the stories that too few publishers tell and no reader engages in: the most of them, so that only the
 * others cost more than a look.
 *
 * @param counts 1 by row that counts
 * @param start first row of the window
 * @returns 1 by id of a story that cannot trend
 */
export function storiesOfFew(
  items: TrendItems,
  counts: Uint8Array,
  start: number,
  hours: number,
): Uint8Array {
  const { storyId, publisher, engagement } = items
  let highest = 0
  for (let row = start; row < storyId.length; row += 1) highest = Math.max(highest, storyId[row] ?? 0)
  const few = new Uint8Array(highest + 1).fill(1)
  const first = new Uint32Array(highest + 1)
  const second = new Uint32Array(highest + 1)
  const enough = publishersNeeded(hours)
  for (let row = start; row < storyId.length; row += 1) {
    const story = storyId[row] ?? 0
    if (counts[row] !== 1 || few[story] === 0) continue
    const who = (publisher[row] ?? 0) + 1
    if ((engagement[row] ?? 0) >= STRONG_ENGAGEMENT) few[story] = 0
    else if (first[story] === 0) first[story] = who
    else if (first[story] === who || second[story] === who) continue
    else if (enough === 2 || second[story] !== 0) few[story] = 0
    else second[story] = who
  }
  return few
}
