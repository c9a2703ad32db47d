import type { Item } from '../../api/types.ts'

/** Of `row` consecutive headlines, at most `most` are of one source. */
interface Bound {
  readonly row: number
  readonly most: number
}

/** Holds while headlines of other sources are left. */
const IN_A_ROW: Bound = { row: 3, most: 2 }
const BOUNDS: readonly Bound[] = [IN_A_ROW, { row: 20, most: 4 }]

/** Holds if a headline of another source has the same score. */
const PREFERRED: Bound = { row: 10, most: 2 }

/** Scores that differ by at most this count as equal, in points. */
const SAME_SCORE = 1

/** The sources that may not have the next headline after those of `sources`. */
function crowdedAfter(sources: readonly string[], bounds: readonly Bound[] = BOUNDS): ReadonlySet<string> {
  const crowded = new Set<string>()
  for (const { row, most } of bounds) {
    const counts = new Map<string, number>()
    for (const source of sources.slice(1 - row)) {
      const count = (counts.get(source) ?? 0) + 1
      counts.set(source, count)
      if (count >= most) crowded.add(source)
    }
  }
  return crowded
}

/** The first items of a list, skipping those that would give a source too many headlines in a row. */
export function withoutRuns<Listed extends Pick<Item, 'source'>>(
  items: readonly Listed[],
  count: number,
): Listed[] {
  const shown: Listed[] = []
  for (const item of items) {
    const isCrowded = crowdedAfter(shown.map(({ source }) => source)).has(item.source)
    if (!isCrowded && shown.length < count) shown.push(item)
  }
  return shown
}

interface Led {
  readonly lead: Pick<Item, 'source' | 'score'>
}

interface Places {
  readonly count: number
  /** Minimum number of results, even against the bounds; default `count`. */
  readonly atLeast?: number
  /** Sources of the headlines before them. */
  readonly before?: readonly string[]
}

/**
 * The first stories of a list, such that no source has more than two headlines in a row or four of twenty. Takes the
 * first allowed story; but before a source gets its third of ten, another story with the same score.
 *
 * @param stories in list order, more than are shown
 */
export function spreadSources<Story extends Led>(
  stories: readonly Story[],
  { count, atLeast = count, before = [] }: Places,
): Story[] {
  const left = [...stories]
  const shown: Story[] = []
  while (shown.length < count && left.length > 0) {
    const sources = [...before, ...shown.map(({ lead }) => lead.source)]
    const firstWithout = (crowded: ReadonlySet<string>, lowest = -Infinity) =>
      left.find(({ lead }) => lead.score >= lowest && !crowded.has(lead.source))
    const crowded = crowdedAfter(sources)
    const allowed = firstWithout(crowded)
    const lowest = (allowed?.lead.score ?? 0) - SAME_SCORE
    const preferred = firstWithout(new Set([...crowded, ...crowdedAfter(sources, [PREFERRED])]), lowest)
    const forced = firstWithout(crowdedAfter(sources, [IN_A_ROW])) ?? left[0]
    const next = preferred ?? allowed ?? (shown.length < atLeast ? forced : undefined)
    if (next === undefined) break
    shown.push(next)
    left.splice(left.indexOf(next), 1)
  }
  return shown
}
