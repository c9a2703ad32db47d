import type { ScoreParts } from '../domain/item.ts'
import { SCORE_BOUNDS, hotKey, scoreOf, stepCrossed } from '../domain/score.ts'
import type { EpochMs } from '../domain/time.ts'

/** An item of a story that changed, with what decides its score. */
export interface RatedItem {
  readonly itemId: number
  readonly storyId: number
  /** Registrable domain, else source id: publishers count, not feeds. */
  readonly publisher: string
  readonly publishedAt: EpochMs
  readonly weight: number
  /** Engagement over what is usual in the source, 0..64. */
  readonly engagement: number
  /** What the stored score was written from; `undefined` for a new item. */
  readonly written: ScoreParts | undefined
}

/** A score to be written. */
export interface Rescored {
  readonly itemId: number
  readonly score: number
  readonly hot: number
  readonly parts: ScoreParts
}

/**
 * Gives the scores to write for all items of the stories that changed: those of new items, and those whose
 * coverage or engagement took a step.
 *
 * @param items every item of each story named, new ones included
 * @param halfLifeMs > 0
 * @see docs/scoring.md
 */
export function rescore(items: readonly RatedItem[], halfLifeMs: number): Rescored[] {
  const coverage = coverageOf(items)
  return items.flatMap((item): Rescored[] => {
    const parts = {
      weight: item.weight,
      coverage: coverage.get(item.storyId) ?? 1,
      engagement: item.engagement,
    }
    if (item.written !== undefined && !stepCrossed(item.written, parts)) return []
    const { itemId, publishedAt } = item
    return [{ itemId, score: scoreOf(parts), hot: hotKey(parts, publishedAt, halfLifeMs), parts }]
  })
}

/** Distinct publishers of each story, at most 32. */
function coverageOf(items: readonly RatedItem[]): Map<number, number> {
  const publishers = new Map<number, Set<string>>()
  for (const { storyId, publisher } of items) {
    const told = publishers.get(storyId)
    if (told === undefined) publishers.set(storyId, new Set([publisher]))
    else told.add(publisher)
  }
  return new Map(
    [...publishers].map(([storyId, { size }]) => [storyId, Math.min(SCORE_BOUNDS.coverage.max, size)]),
  )
}
