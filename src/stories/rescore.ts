import { groupBy } from '../model/group-by.ts'
import type { ScoreParts } from '../model/item.ts'
import { SCORE_BOUNDS, hotKey, scoreOf, stepCrossed } from '../model/score.ts'
import type { EpochMs } from '../model/time.ts'

/** An item of a changed story, with the values that decide its score. */
export interface RatedItem extends Omit<ScoreParts, 'coverage'> {
  readonly itemId: number
  readonly storyId: number
  readonly sourceId: string
  /** Registrable domain of its address, else the source's id. */
  readonly publisher: string
  readonly title: string
  readonly publishedAt: EpochMs
  /** The time from which its hot key fades: `publishedAt`, except for an item of unknown age. */
  readonly rankedAt: EpochMs
  /** The values that the stored score was computed from; `undefined` for a new item. */
  readonly written: ScoreParts | undefined
}

/** A score to write to the store. */
export interface Rescored {
  readonly itemId: number
  readonly score: number
  readonly hot: number
  readonly parts: ScoreParts
}

/**
 * Gives the scores to write for the changed stories: those of new items, and those of items of which
 * something changed enough (`stepCrossed`).
 *
 * @param items all items of each changed story, new ones included
 * @param halfLifeMs > 0
 * @see docs/scoring.md
 */
export function rescore(items: readonly RatedItem[], halfLifeMs: number): Rescored[] {
  const scores: Rescored[] = []
  for (const story of groupBy(items, ({ storyId }) => storyId).values()) {
    const coverage = coverageOf(story)
    for (const item of story) {
      const score = rescoreItem(item, coverage, halfLifeMs)
      if (score !== undefined) scores.push(score)
    }
  }
  return scores
}

function rescoreItem(item: RatedItem, coverage: number, halfLifeMs: number): Rescored | undefined {
  const { itemId, rankedAt, weight, frequency, depth, engagement, share, written } = item
  const parts = { weight, frequency, depth, coverage, engagement, share }
  if (written !== undefined && !stepCrossed(written, parts)) return undefined
  return { itemId, score: scoreOf(parts), hot: hotKey(parts, rankedAt, halfLifeMs), parts }
}

/**
 * Gives the coverage of a story: the number of publishers that report it, whatever number of items and feeds each
 * has. A publisher counts by the item that adds most (`sharesOfCopies`).
 *
 * @returns 1..32
 * @see docs/scoring.md#coverage
 */
export function coverageOf(items: Iterable<Pick<RatedItem, 'publisher' | 'share'>>): number {
  const shares = new Map<string, number>()
  for (const { publisher, share } of items) shares.set(publisher, Math.max(share, shares.get(publisher) ?? 0))
  const sum = [...shares.values()].reduce((total, share) => total + share, 0)
  return Math.min(SCORE_BOUNDS.coverage.max, Math.max(SCORE_BOUNDS.coverage.min, sum))
}
