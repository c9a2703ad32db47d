import type { Item } from '../../api/types.ts'

/** Of so many headlines in a row, at most so many are of one source. */
interface Bound {
  readonly row: number
  readonly most: number
}

/** Hold wherever a headline of another source is left. */
const IN_A_ROW: Bound = { row: 3, most: 2 }
const BOUNDS: readonly Bound[] = [IN_A_ROW, { row: 20, most: 4 }]

/** Holds where a headline of another source has the same score. */
const PREFERRED: Bound = { row: 10, most: 2 }

/** Scores that differ by this or less count as the same, in points. */
const SAME_SCORE = 1

/** Whether a headline of `source` may follow those of `sources`. */
function mayFollow(sources: readonly string[], source: string, bounds: readonly Bound[] = BOUNDS): boolean {
  return bounds.every(
    ({ row, most }) => sources.slice(1 - row).filter((other) => other === source).length < most,
  )
}

/** The first items of a list, without those by which a source would have too many headlines in a row. */
export function withoutRuns<Listed extends Pick<Item, 'source'>>(
  items: readonly Listed[],
  count: number,
): Listed[] {
  const shown: Listed[] = []
  for (const item of items) {
    const isAllowed = mayFollow(
      shown.map(({ source }) => source),
      item.source,
    )
    if (isAllowed && shown.length < count) shown.push(item)
  }
  return shown
}

interface Led {
  readonly lead: Pick<Item, 'source' | 'score'>
}

interface Places {
  readonly count: number
  /** So many are given even if they break the bounds; default `count`. */
  readonly atLeast?: number
  /** Sources of the headlines that stand before them. */
  readonly before?: readonly string[]
}

/**
 * Gives the first stories of a list so that no source has more than two headlines in a row and four of twenty. Of the
 * stories that may stand next the first is taken, but one of the same score before the third of a source in ten.
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
    const allowed = left.filter(({ lead }) => mayFollow(sources, lead.source))
    const lowest = (allowed[0]?.lead.score ?? 0) - SAME_SCORE
    const preferred = allowed.find(
      ({ lead }) => lead.score >= lowest && mayFollow(sources, lead.source, [PREFERRED]),
    )
    const forced = left.find(({ lead }) => mayFollow(sources, lead.source, [IN_A_ROW])) ?? left[0]
    const next = preferred ?? allowed[0] ?? (shown.length < atLeast ? forced : undefined)
    if (next === undefined) break
    shown.push(next)
    left.splice(left.indexOf(next), 1)
  }
  return shown
}
