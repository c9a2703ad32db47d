import type { TrendItems } from './story.ts'
import { MINUTE_MS, SECOND_MS, type EpochMs } from './time.ts'

/**
 * More items than this of one source within one minute were dated by the machine, not by the events:
 * archives brought in at once, feeds that date everything "now", feeds that give a day without a time.
 */
const DUMP_ITEMS = 20

/**
 * Tells which items' times can be trusted to say when something was told. Left out are a source's items of a
 * minute into which it dated more than 20, and those without a time of their own that its first visit
 * brought: they may be of any age.
 *
 * @param knownAt items first seen after this second are left out too
 * @returns 1 by row that counts
 */
export function countingRows(items: TrendItems, knownAt: EpochMs): Uint8Array {
  const rows = items.itemId.length
  const latest = Math.ceil(knownAt / SECOND_MS) * SECOND_MS
  const begun = firstVisits(items)
  const counts = new Uint8Array(rows)
  for (let from = 0; from < rows;) {
    const end = endOfMinute(items, from)
    const dumped = end - from > DUMP_ITEMS ? dumpedIn(items, from, end) : NOBODY
    for (let row = from; row < end; row += 1) {
      const source = sourceOf(items, row)
      const seenAt = items.firstSeenAt[row] ?? 0
      const unknownAge = isUndated(items, row) && begun.get(source) === seenAt
      counts[row] = seenAt > latest || unknownAge || dumped.has(source) ? 0 : 1
    }
    from = end
  }
  return counts
}

const NOBODY: ReadonlySet<string> = new Set()

/** When each source was first seen to have anything, as far as these items tell. */
function firstVisits(items: TrendItems): Map<string, EpochMs> {
  const first = new Map<string, EpochMs>()
  for (let row = 0; row < items.itemId.length; row += 1) {
    const source = sourceOf(items, row)
    const at = items.firstSeenAt[row] ?? 0
    if (at < (first.get(source) ?? Infinity)) first.set(source, at)
  }
  return first
}

/** The first row after those of the same minute. */
function endOfMinute({ publishedAt }: TrendItems, from: number): number {
  const next = (Math.floor((publishedAt[from] ?? 0) / MINUTE_MS) + 1) * MINUTE_MS
  let end = from + 1
  while (end < publishedAt.length && (publishedAt[end] ?? 0) < next) end += 1
  return end
}

/** Sources that dated more items into these rows than happen in a minute. */
function dumpedIn(items: TrendItems, from: number, end: number): Set<string> {
  const counts = new Map<string, number>()
  for (let row = from; row < end; row += 1) {
    const source = sourceOf(items, row)
    counts.set(source, (counts.get(source) ?? 0) + 1)
  }
  return new Set([...counts].filter(([, count]) => count > DUMP_ITEMS).map(([source]) => source))
}

/** An item without a time of its own has that at which it was first seen, which is known to the second. */
function isUndated({ publishedAt, firstSeenAt }: TrendItems, row: number): boolean {
  const early = (firstSeenAt[row] ?? 0) - (publishedAt[row] ?? 0)
  return early >= 0 && early < SECOND_MS
}

/** The one that had it first. */
function sourceOf({ carrier, carriers }: TrendItems, row: number): string {
  return carriers.get(carrier[row] ?? 0)?.sources[0] ?? ''
}
