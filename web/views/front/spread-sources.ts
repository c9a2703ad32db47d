import type { Item } from '../../api/types.ts'

/** Of `NEIGHBOURS` stories in a row, at most `MAX_OF_A_SOURCE` are led by one source. */
const NEIGHBOURS = 10
const MAX_OF_A_SOURCE = 2

/** Scores that differ by this or less count as the same, in points. */
const SAME_SCORE = 1

interface Led {
  readonly lead: Pick<Item, 'source' | 'score'>
}

/**
 * Gives the first stories of a list so that no source leads more than two of ten in a row. A story of another source
 * goes before, if its score is the same or higher. Where there is none, the order stays.
 *
 * @param stories in list order, more than are shown
 * @param count number of stories to give
 */
export function spreadSources<Story extends Led>(stories: readonly Story[], count: number): Story[] {
  const left = [...stories]
  const shown: Story[] = []
  while (shown.length < count && left.length > 0) {
    const near = shown.slice(1 - NEIGHBOURS).map(({ lead }) => lead.source)
    const lowest = (left[0]?.lead.score ?? 0) - SAME_SCORE
    const next = left.findIndex(
      ({ lead }) =>
        lead.score >= lowest && near.filter((source) => source === lead.source).length < MAX_OF_A_SOURCE,
    )
    shown.push(...left.splice(Math.max(0, next), 1))
  }
  return shown
}
