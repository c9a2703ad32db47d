import type { TrendItems } from '../../model/story.ts'

/** Windows longer than this ask for one publisher more, since chance brings two together in them. */
const LONG_WINDOW_HOURS = 48

/** Engagement over the source's usual with which a story may trend on one publisher. */
const STRONG_ENGAGEMENT = 3

/** Rows put together by story: those of story number n stand at `starts[n]` to `starts[n + 1]`, in order of time. */
export interface RowsByStory {
  readonly starts: Uint32Array
  readonly rows: Uint32Array
}

/** The stories of a window that may trend, numbered from 0. */
export interface Candidates {
  readonly storyIds: Uint32Array
  /** By story id the number plus 1; 0 for those that cannot trend. */
  readonly numbers: Uint32Array
}

/**
 * Finds the stories that enough publishers report (2; 3 in a long window) or readers engage in strongly: few
 * of all, so that only these cost more than a look.
 *
 * @param counts 1 by row that counts
 */
export function findCandidates(items: TrendItems, counts: Uint8Array, hours: number): Candidates {
  const { storyId, publisher, engagement } = items
  const { numbers, stories, byRow } = numberStories(items)
  const first = new Uint32Array(stories.length)
  const second = new Uint32Array(stories.length)
  const passes = new Uint8Array(stories.length)
  const isLong = hours > LONG_WINDOW_HOURS
  for (let row = 0; row < storyId.length; row += 1) {
    const story = (byRow[row] ?? 0) - 1
    if (counts[row] !== 1 || passes[story] === 1) continue
    const who = (publisher[row] ?? 0) + 1
    if ((engagement[row] ?? 0) < STRONG_ENGAGEMENT) {
      if (first[story] === 0) first[story] = who
      if (first[story] === who || second[story] === who) continue
      if (isLong && second[story] === 0) {
        second[story] = who
        continue
      }
    }
    passes[story] = 1
  }
  const storyIds = stories.filter((_, story) => passes[story] === 1)
  for (const id of stories) numbers[id] = 0
  for (const [number, id] of storyIds.entries()) numbers[id] = number + 1
  return { storyIds: Uint32Array.from(storyIds), numbers }
}

/** The stories of the items; by story id, and by row, their numbers from 1. */
function numberStories({ storyId }: TrendItems): {
  readonly numbers: Uint32Array
  readonly stories: number[]
  readonly byRow: Uint32Array
} {
  let highest = 0
  for (let row = 0; row < storyId.length; row += 1) highest = Math.max(highest, storyId[row] ?? 0)
  const numbers = new Uint32Array(highest + 1)
  const byRow = new Uint32Array(storyId.length)
  const stories: number[] = []
  for (let row = 0; row < storyId.length; row += 1) {
    const id = storyId[row] ?? 0
    if (numbers[id] === 0) numbers[id] = stories.push(id)
    byRow[row] = numbers[id] ?? 0
  }
  return { numbers, stories, byRow }
}

/** Puts the counting rows together by candidate. */
export function groupRows(
  items: TrendItems,
  counts: Uint8Array,
  { storyIds, numbers }: Candidates,
): RowsByStory {
  const { storyId } = items
  const starts = new Uint32Array(storyIds.length + 1)
  const byRow = new Uint32Array(storyId.length)
  for (let row = 0; row < storyId.length; row += 1) {
    const number = counts[row] === 1 ? (numbers[storyId[row] ?? 0] ?? 0) : 0
    if (number === 0) continue
    byRow[row] = number
    starts[number] = (starts[number] ?? 0) + 1
  }
  for (let at = 1; at < starts.length; at += 1) starts[at] = (starts[at] ?? 0) + (starts[at - 1] ?? 0)

  const next = starts.slice()
  const rows = new Uint32Array(starts.at(-1) ?? 0)
  for (let row = 0; row < storyId.length; row += 1) {
    const number = byRow[row] ?? 0
    if (number === 0) continue
    rows[next[number - 1] ?? 0] = row
    next[number - 1] = (next[number - 1] ?? 0) + 1
  }
  return { starts, rows }
}

export function rowsOf({ starts, rows }: RowsByStory, number: number): Uint32Array {
  return rows.subarray(starts[number] ?? 0, starts[number + 1] ?? 0)
}
