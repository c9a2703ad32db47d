import type { TrendItems } from '../../model/story.ts'
import { MINUTE_MS, SECOND_MS, type EpochMs } from '../../model/time.ts'

/**
 * More items than this of one source within one minute were dated by the machine, not by the events:
 * archives brought in at once, feeds that date everything "now", feeds that give a day without a time.
 */
const DUMP_ITEMS = 20

/**
 * Finds the items whose times can be trusted. Left out are a source's items of a
 * minute into which it dated more than 20, and those of unknown age.
 *
 * @param knownAt items first seen after this second are left out too
 * @returns 1 by row that counts
 */
export function countingRows(items: TrendItems, knownAt: EpochMs): Uint8Array {
  const rows = items.itemId.length
  const latest = Math.ceil(knownAt / SECOND_MS) * SECOND_MS
  const { sources, size } = sourceNumbers(items)
  const inMinute = new Uint32Array(size)
  const counts = new Uint8Array(rows)
  for (let from = 0; from < rows;) {
    const end = endOfMinute(items, from)
    // Few minutes have so many that any source could have dumped some.
    const crowded = end - from > DUMP_ITEMS
    if (crowded) {
      for (let row = from; row < end; row += 1) {
        const source = sources[row] ?? 0
        inMinute[source] = (inMinute[source] ?? 0) + 1
      }
    }
    for (let row = from; row < end; row += 1) {
      const source = sources[row] ?? 0
      const seenAt = items.firstSeenAt[row] ?? 0
      const isDumped = crowded && (inMinute[source] ?? 0) > DUMP_ITEMS
      counts[row] = seenAt > latest || isDumped || items.isAgeUnknown[row] === 1 ? 0 : 1
    }
    if (crowded) for (let row = from; row < end; row += 1) inMinute[sources[row] ?? 0] = 0
    from = end
  }
  return counts
}

/** By row a number below `size` for the source that had the item first. */
function sourceNumbers({ carrier, carriers }: TrendItems): {
  readonly sources: Uint32Array
  readonly size: number
} {
  const numbers = new Map<string, number>()
  let highest = 0
  for (const code of carriers.keys()) highest = Math.max(highest, code)
  const byCarrier = new Uint32Array(highest + 1)
  for (const [code, { sources }] of carriers) {
    const [owner = ''] = sources
    const number = numbers.get(owner) ?? numbers.size
    numbers.set(owner, number)
    byCarrier[code] = number
  }
  const sources = new Uint32Array(carrier.length)
  for (let row = 0; row < sources.length; row += 1) sources[row] = byCarrier[carrier[row] ?? 0] ?? 0
  return { sources, size: Math.max(1, numbers.size) }
}

/** The first row after those of the same minute. */
function endOfMinute({ publishedAt }: TrendItems, from: number): number {
  const next = (Math.floor((publishedAt[from] ?? 0) / MINUTE_MS) + 1) * MINUTE_MS
  let end = from + 1
  while (end < publishedAt.length && (publishedAt[end] ?? 0) < next) end += 1
  return end
}
