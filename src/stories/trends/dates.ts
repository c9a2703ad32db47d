import { countEach } from '../../model/group-by.ts'
import type { TrendItems } from '../../model/story.ts'
import { MINUTE_MS, SECOND_MS, type EpochMs } from '../../model/time.ts'

/**
 * Maximum items of a source within one minute with trustworthy dates. With more, an archive was imported, or the feed
 * dates everything "now" or without times of day.
 */
const DUMP_ITEMS = 20

/**
 * Finds the items that count for growth. Leaves out items of unknown age, items without a share of the coverage, and
 * items of a source with more than 20 items in one minute.
 *
 * @param knownAt items first seen after this second are left out too
 * @returns by row: 1 if the item counts, else 0
 */
export function countingRows(items: TrendItems, knownAt: EpochMs): Uint8Array {
  const rows = items.itemId.length
  const latest = Math.ceil(knownAt / SECOND_MS) * SECOND_MS
  const counts = new Uint8Array(rows)
  for (let from = 0; from < rows;) {
    const end = endOfMinute(items, from)
    const dumping = dumpingSources(items, from, end)
    for (let row = from; row < end; row += 1) {
      const seenAt = items.firstSeenAt[row] ?? 0
      const isDumped = dumping.size > 0 && dumping.has(sourceOf(items, row))
      const isLeftOut = items.isAgeUnknown[row] === 1 || items.share[row] === 0
      counts[row] = seenAt > latest || isDumped || isLeftOut ? 0 : 1
    }
    from = end
  }
  return counts
}

/**
 * The times at which items count. An undated report is first seen some time after the event, so it counts no later than
 * the newest dated report of its story. The rows of a story stay in order of time.
 *
 * @param counts by row: 1 if the item counts, else 0
 */
export function reportTimes(
  { storyId, publishedAt, isUndated }: TrendItems,
  counts: Uint8Array,
): ArrayLike<EpochMs> {
  const newest = new Map<number, EpochMs>()
  for (let row = 0; row < counts.length; row += 1) {
    if (counts[row] === 1 && isUndated[row] === 1) newest.set(storyId[row] ?? 0, Infinity)
  }
  if (newest.size === 0) return publishedAt
  for (let row = 0; row < counts.length; row += 1) {
    const story = storyId[row] ?? 0
    if (counts[row] === 1 && isUndated[row] === 0 && newest.has(story))
      newest.set(story, publishedAt[row] ?? 0)
  }
  return Float64Array.from(publishedAt, (at, row) =>
    isUndated[row] === 1 ? Math.min(at, newest.get(storyId[row] ?? 0) ?? at) : at,
  )
}

const NONE: ReadonlySet<string> = new Set()

/** Sources with more than `DUMP_ITEMS` of the items of one minute. */
function dumpingSources(items: TrendItems, from: number, end: number): ReadonlySet<string> {
  // A shortcut: few minutes have that many items.
  if (end - from <= DUMP_ITEMS) return NONE
  const counts = countEach(Array.from({ length: end - from }, (_, at) => sourceOf(items, from + at)))
  return new Set([...counts].flatMap(([source, count]) => (count > DUMP_ITEMS ? source : [])))
}

function sourceOf({ carrier, carriers }: TrendItems, row: number): string {
  return carriers.get(carrier[row] ?? 0)?.sources[0] ?? ''
}

/** The first row after those of the same minute. */
function endOfMinute({ publishedAt }: TrendItems, from: number): number {
  const next = (Math.floor((publishedAt[from] ?? 0) / MINUTE_MS) + 1) * MINUTE_MS
  let end = from + 1
  while (end < publishedAt.length && (publishedAt[end] ?? 0) < next) end += 1
  return end
}
