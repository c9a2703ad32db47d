import type { TrendItems } from '../../model/story.ts'

/** Longer windows require one more publisher, since two often coincide in them. */
const LONG_WINDOW_HOURS = 48

/** Engagement relative to the source's median from which a story of one publisher may trend. */
export const STRONG_ENGAGEMENT = 3

/** Minimum number of publishers of a trending story. */
export function neededPublishers(hours: number): number {
  return hours > LONG_WINDOW_HOURS ? 3 : 2
}

/** Rows by story: `rows[starts[n]]` to `rows[starts[n + 1] - 1]` belong to story n, in order of time. */
export interface RowsByStory {
  readonly starts: Uint32Array
  readonly rows: Uint32Array
}

/** The stories of a window that may trend, numbered from 0. */
export interface Candidates {
  readonly storyIds: Uint32Array
  /** Number of each story by id. */
  readonly numbers: ReadonlyMap<number, number>
}

/**
 * Finds stories with enough publishers (2, or 3 in a long window) or strong engagement. Only these few are examined
 * further. Copies count as whole publishers here.
 *
 * @param counts by row: 1 if the item counts, else 0
 */
export function findCandidates(items: TrendItems, counts: Uint8Array, hours: number): Candidates {
  const { storyId, publisher, engagement } = items
  const { stories, byRow } = numberStories(items)
  const first = new Uint32Array(stories.length)
  const second = new Uint32Array(stories.length)
  const passes = new Uint8Array(stories.length)
  const isLong = neededPublishers(hours) > 2
  for (let row = 0; row < storyId.length; row += 1) {
    const story = byRow[row] ?? 0
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
  return {
    storyIds: Uint32Array.from(storyIds),
    numbers: new Map(storyIds.map((id, number) => [id, number])),
  }
}

function numberStories({ storyId }: TrendItems): { readonly stories: number[]; readonly byRow: Uint32Array } {
  let lowest = Infinity
  let highest = 0
  for (let row = 0; row < storyId.length; row += 1) {
    lowest = Math.min(lowest, storyId[row] ?? 0)
    highest = Math.max(highest, storyId[row] ?? 0)
  }
  // By id minus the lowest id: the number plus 1. Ids of a window are dense, and a map takes ten times as long.
  const numbers = new Uint32Array(Math.max(0, highest - lowest + 1))
  const byRow = new Uint32Array(storyId.length)
  const stories: number[] = []
  for (let row = 0; row < storyId.length; row += 1) {
    const id = storyId[row] ?? 0
    if (numbers[id - lowest] === 0) numbers[id - lowest] = stories.push(id)
    byRow[row] = (numbers[id - lowest] ?? 0) - 1
  }
  return { stories, byRow }
}

/** Groups the counting rows by candidate. */
export function groupRows(
  { storyId }: TrendItems,
  counts: Uint8Array,
  { storyIds, numbers }: Candidates,
): RowsByStory {
  const starts = new Uint32Array(storyIds.length + 1)
  const byRow = new Int32Array(storyId.length)
  for (let row = 0; row < storyId.length; row += 1) {
    const number = counts[row] === 1 ? (numbers.get(storyId[row] ?? 0) ?? -1) : -1
    byRow[row] = number
    if (number !== -1) starts[number + 1] = (starts[number + 1] ?? 0) + 1
  }
  for (let at = 1; at < starts.length; at += 1) starts[at] = (starts[at] ?? 0) + (starts[at - 1] ?? 0)

  const next = starts.slice()
  const rows = new Uint32Array(starts.at(-1) ?? 0)
  for (let row = 0; row < storyId.length; row += 1) {
    const number = byRow[row] ?? -1
    if (number === -1) continue
    rows[next[number] ?? 0] = row
    next[number] = (next[number] ?? 0) + 1
  }
  return { starts, rows }
}

export function rowsOf({ starts, rows }: RowsByStory, number: number): Uint32Array {
  return rows.subarray(starts[number] ?? 0, starts[number + 1] ?? 0)
}
