import type { EpochMs } from '../../model/time.ts'

/** The fields of an item that the columns keep. */
export interface ColumnRow {
  readonly id: number
  readonly publishedAt: EpochMs
  /** Earlier than `publishedAt` for items of unknown age, equal to it for all others. */
  readonly rankedAt: EpochMs
  /** `publishedAt` if missing. */
  readonly firstSeenAt?: EpochMs
  readonly hot: number
  /** The part of `hot` that comes from the coverage of the story; from `coverageLift`. */
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
