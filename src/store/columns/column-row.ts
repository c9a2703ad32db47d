import type { EpochMs } from '../../model/time.ts'

/** What the columns keep of an item. */
export interface ColumnRow {
  readonly id: number
  readonly publishedAt: EpochMs
  /** Differs from `publishedAt` for items of unknown age alone, which it makes older. */
  readonly rankedAt: EpochMs
  /** `publishedAt` where left out. */
  readonly firstSeenAt?: EpochMs
  readonly hot: number
  /** What the coverage of its story adds to that; from `coverageLift`. */
  readonly lift: number
  /** 0..100, one decimal. */
  readonly score: number
  readonly storyId: number
  /** From `facets.code`. */
  readonly facet: number
}

/** Scores have one decimal and are kept as whole tenths. */
export const SCORE_STEPS = 10

export function seenAt(row: ColumnRow): EpochMs {
  return row.firstSeenAt ?? row.publishedAt
}

export function tenths(score: number): number {
  return Math.round(score * SCORE_STEPS)
}
