import type { Entry } from '../../model/entry.ts'
import { type EpochMs, MINUTE_MS } from '../../model/time.ts'

/** Fewest entries of which one time says something. */
const FEWEST = 3
/** A script dates the entries of a document within this time, and so long before it was read at most. */
const SPAN_MS = MINUTE_MS
const LATEST_MS = 5 * MINUTE_MS

/**
 * The entries of a document without their times, if all have that at which the document was made: each visit would find
 * other ones. Where entries were really published just now, the time at which they are first seen says nearly the same.
 */
export function withOwnTimes(entries: readonly Entry[], now: EpochMs): readonly Entry[] {
  const times = entries.map(({ publishedAt, updatedAt, isTimeRelative }) =>
    isTimeRelative === true ? 0 : (publishedAt ?? updatedAt ?? 0),
  )
  const first = times[0] ?? 0
  const isMade =
    times.length >= FEWEST &&
    Math.abs(first - now) <= LATEST_MS &&
    times.every((at) => Math.abs(at - first) <= SPAN_MS)
  return isMade
    ? entries.map((entry) => ({ ...entry, publishedAt: undefined, updatedAt: undefined }))
    : entries
}
