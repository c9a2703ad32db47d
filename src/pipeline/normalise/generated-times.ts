import type { Entry } from '../../model/entry.ts'
import { type EpochMs, MINUTE_MS, SECOND_MS } from '../../model/time.ts'

/** Fewer entries may have been published together. */
const FEWEST = 3
/** A script dates all entries within this time. Of captured feeds, 11 have one time to the second; a live ticker has some in a minute. */
const SPAN_MS = 5 * SECOND_MS
/** The document is read so long after the script ran, at most. */
const LATEST_MS = 5 * MINUTE_MS

/**
 * The entries of a document without their times, if all have the time at which a script generated the document: each visit
 * would find other times. Where entries were really published just now, the time at which they are first seen says nearly the same.
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
