import type { Entry } from '../../model/entry.ts'
import { type EpochMs, MINUTE_MS, SECOND_MS } from '../../model/time.ts'

/** Fewer entries may have been published together. */
const FEWEST = 3
/**
 * Span of the times that one script run gives. Captured feeds: 11 have one time to the second; a live ticker has
 * several in a minute.
 */
const SPAN_MS = 5 * SECOND_MS
/** Longest time from the script's run to our reading. */
const LATEST_MS = 5 * MINUTE_MS

/**
 * Removes the times of all entries if they are the time at which a script generated the document: they would differ at
 * each visit. For entries that were really published just now, the time of first sight is nearly the same.
 */
export function withoutGeneratedTimes(entries: readonly Entry[], now: EpochMs): readonly Entry[] {
  const times = entries.map(({ publishedAt, updatedAt, isTimeRelative }) =>
    isTimeRelative === true ? 0 : (publishedAt ?? updatedAt ?? 0),
  )
  const first = times[0] ?? 0
  const areGenerated =
    times.length >= FEWEST &&
    Math.abs(first - now) <= LATEST_MS &&
    times.every((at) => Math.abs(at - first) <= SPAN_MS)
  return areGenerated
    ? entries.map((entry) => ({ ...entry, publishedAt: undefined, updatedAt: undefined }))
    : entries
}
