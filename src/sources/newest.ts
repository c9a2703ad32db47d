import type { Entry } from '../model/entry.ts'
import type { EpochMs } from '../model/time.ts'

export const MAX_ENTRIES = 5_000

/** Parts of a document whose dates are read, half of them from each end. No honest document has more. */
export const MAX_DATED = 50_000

/**
 * The newest parts of a document, at most `MAX_ENTRIES`, in its order. Parts without a date are as old as the dated one
 * before them. Without any dates, half are taken from each end, since documents may grow at either.
 */
export function withinReach<One>(
  parts: readonly One[],
  dateOf: (part: One) => EpochMs | undefined,
): readonly One[] {
  if (parts.length <= MAX_ENTRIES) return parts
  const dated = bothEnds(parts, MAX_DATED)
  const dates = dated.map(dateOf)
  if (dates.every((date) => date === undefined)) return bothEnds(parts, MAX_ENTRIES)
  return newestOf(dated, dates, MAX_ENTRIES)
}

/** The newest entries, at most `most`, in the document's order; without any dates the first ones. */
export function newest(entries: readonly Entry[], most: number): readonly Entry[] {
  if (entries.length <= most) return entries
  return newestOf(
    entries,
    entries.map(({ publishedAt }) => publishedAt),
    most,
  )
}

function newestOf<One>(
  parts: readonly One[],
  dates: readonly (EpochMs | undefined)[],
  most: number,
): readonly One[] {
  let date = dates.find((at) => at !== undefined) ?? 0
  const ranked = dates.map((at, index) => ({ at: (date = at ?? date), index }))
  // Of equal dates, those at the newer end of the document.
  const rises = (ranked[0]?.at ?? 0) < (ranked.at(-1)?.at ?? 0) ? -1 : 1
  const kept = ranked
    .toSorted((a, b) => b.at - a.at || rises * (a.index - b.index))
    .slice(0, most)
    .toSorted((a, b) => a.index - b.index)
  return kept.flatMap(({ index }) => parts.slice(index, index + 1))
}

/** Half of the parts from each end, at most `most` in all; `most` is even. */
export function bothEnds<One>(parts: readonly One[], most: number): readonly One[] {
  if (parts.length <= most) return parts
  return [...parts.slice(0, most / 2), ...parts.slice(-most / 2)]
}
