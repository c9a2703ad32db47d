import type { Engagement } from './entry.ts'
import type { ScoreParts } from './item.ts'
import { type EpochMs, DAY_MS } from './time.ts'

/** Bounds of each part; values outside are clamped. */
export const SCORE_BOUNDS = {
  weight: { min: 0.25, max: 4 },
  coverage: { min: 1, max: 32 },
  engagement: { min: 0, max: 64 },
} as const

/**
 * Exponents of coverage and engagement: ten publishers count five times as much as one, ten times the usual
 * engagement three times as much.
 */
const COVERAGE_EXPONENT = 0.7
const ENGAGEMENT_EXPONENT = 0.5

/** Quality at which the score is 50: a lone item of an ordinary source, quality 1, has 100 / (1 + 4) = 20. */
const HALFWAY_QUALITY = 4

/** With fewer points the usual engagement of a source is too small to compare with. */
const MEDIAN_FLOOR = 10

/** Smallest change, in powers of two, for which a stored score is rewritten. */
const STEP = 0.5

/** How `/api/article` explains a score: points that add up to it, and the values they were computed from. */
interface ScoreBreakdown {
  /** 0..100, one decimal. */
  readonly score: number
  /** Points, one decimal each; added in tenths they give `score` exactly. */
  readonly parts: {
    readonly base: number
    /** Below 0 for a source of a weight below 1. */
    readonly source: number
    readonly coverage: number
    readonly engagement: number
  }
  readonly values: ScoreParts & { readonly quality: number }
}

/**
 * Gives how much an item matters before it is put on a scale: w · cov^0.7 · (1+E)^0.5.
 *
 * @returns > 0, no unit; 1 for a lone item of an ordinary source
 * @see docs/scoring.md#quality
 */
export function qualityOf(parts: ScoreParts): number {
  const { weight, coverage, engagement } = clampParts(parts)
  return weight * coverage ** COVERAGE_EXPONENT * (1 + engagement) ** ENGAGEMENT_EXPONENT
}

/**
 * Gives what a story's coverage adds to the hot key of an item: in lists with one item per story, only the
 * representative has it.
 *
 * @returns >= 0, half-lives
 * @see docs/scoring.md#one-story-once
 */
export function coverageLift(coverage: number): number {
  return COVERAGE_EXPONENT * Math.log2(clamp(coverage, SCORE_BOUNDS.coverage, 1))
}

/**
 * Gives the score of an item, 0..100 with one decimal; it does not fade with age.
 *
 * @see docs/scoring.md#score
 */
export function scoreOf(parts: ScoreParts): number {
  return tenthsOf(qualityOf(parts)) / 10
}

/**
 * Gives the key that `sort=hot` orders by. Quality fades, Q · 2^(-age / halfLife), but the order of two
 * items never does: so the key is stored once and indexed, and no read recomputes it.
 *
 * @param halfLifeMs > 0 (`ranking.halfLifeHours`, default 12)
 * @returns half-lives since 1970; an item twice as good is as hot as one published a half-life later
 * @throws RangeError if `halfLifeMs` is not positive: a bug or a bad setting, not bad data
 * @see docs/scoring.md#hot
 */
export function hotKey(parts: ScoreParts, publishedAt: EpochMs, halfLifeMs: number): number {
  if (!(halfLifeMs > 0)) throw new RangeError(`halfLifeMs must be positive, got ${halfLifeMs}`)
  // Whole half-lives apart, so that a time and the same time a half-life later have the same rest: what is
  // equally hot then has equal keys, and ids decide.
  const whole = Math.floor(publishedAt / halfLifeMs)
  const rest = (publishedAt - whole * halfLifeMs) / halfLifeMs
  return whole + (rest + Math.log2(qualityOf(parts)))
}

/**
 * Explains a score. The factors are applied one after the other (source, coverage, engagement) and each
 * part is what the rounded score gained by its factor, so that no rounding is left over.
 *
 * @see docs/scoring.md#breakdown
 */
export function scoreBreakdown(parts: ScoreParts): ScoreBreakdown {
  const values = clampParts(parts)
  const base = tenthsOf(1)
  const withSource = tenthsOf(qualityOf({ weight: values.weight, coverage: 1, engagement: 0 }))
  const withCoverage = tenthsOf(qualityOf({ ...values, engagement: 0 }))
  const whole = tenthsOf(qualityOf(values))
  return {
    score: whole / 10,
    parts: {
      base: base / 10,
      source: (withSource - base) / 10,
      coverage: (withCoverage - withSource) / 10,
      engagement: (whole - withCoverage) / 10,
    },
    values: { ...values, quality: qualityOf(values) },
  }
}

/**
 * Says whether a score written from `written` must be written anew: the source's weight was changed, or
 * coverage or engagement moved by half a power of two since. Smaller moves would change little and cost a
 * write for every item of every story that still grows.
 */
export function stepCrossed(written: ScoreParts, current: ScoreParts): boolean {
  const before = clampParts(written)
  const after = clampParts(current)
  return (
    before.weight !== after.weight ||
    Math.abs(Math.log2(after.coverage / before.coverage)) >= STEP ||
    Math.abs(Math.log2((1 + after.engagement) / (1 + before.engagement))) >= STEP
  )
}

/** Points plus half the comments: what engagement is counted in; `undefined` where the source gives neither. */
export function engagementPoints(engagement: Engagement | null | undefined): number | undefined {
  if (!engagement || (engagement.points === null && engagement.comments === null)) return undefined
  return Math.max(0, engagement.points ?? 0) + Math.max(0, engagement.comments ?? 0) / 2
}

/**
 * Gives the engagement that is usual in a source: the median, or 10 where that is less.
 *
 * @param points engagement points of the source's items of the last 30 days, in any order
 */
export function usualEngagement(points: readonly number[]): number {
  const sorted = points.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? 0
  const median = sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2
  return Math.max(MEDIAN_FLOOR, median)
}

/**
 * Gives an item's engagement over what is usual in its source.
 *
 * @param usual from `usualEngagement`
 * @returns 0..64; 0 where the source gives none, which is no penalty
 */
export function engagementRatio(engagement: Engagement | null | undefined, usual: number): number {
  const points = engagementPoints(engagement)
  return points === undefined ? 0 : clamp(points / usual, SCORE_BOUNDS.engagement, 0)
}

/** The score in tenths of a point: whole numbers, so that differences of scores are exact. */
function tenthsOf(quality: number): number {
  return Math.round((1000 * quality) / (quality + HALFWAY_QUALITY))
}

function clampParts(parts: ScoreParts): ScoreParts {
  return {
    weight: clamp(parts.weight, SCORE_BOUNDS.weight, 1),
    coverage: clamp(parts.coverage, SCORE_BOUNDS.coverage, 1),
    engagement: clamp(parts.engagement, SCORE_BOUNDS.engagement, 0),
  }
}

function clamp(
  value: number,
  bounds: { readonly min: number; readonly max: number },
  neutral: number,
): number {
  if (Number.isNaN(value)) return neutral
  return Math.min(bounds.max, Math.max(bounds.min, value))
}

/** An item of unknown age is ranked as at least this much older than its first sight: no list of news reaches so far. */
const UNKNOWN_AGE_MS = 30 * DAY_MS

/**
 * Gives the time at which orders by time, hot and search rank the items of unknown age: those whose source states no
 * believable time for them and that its first visit brings. They may be of any age, so they rank behind the dated items of
 * that visit. What a later visit brings is new: it ranks at its first sight, dated or not.
 *
 * @param statedTimes publication times that the source states for the other items of its first visit
 */
export function rankOfUnknownAge(firstVisitAt: EpochMs, statedTimes: readonly EpochMs[]): EpochMs {
  return statedTimes.reduce((rank, at) => Math.min(rank, at - 1), firstVisitAt - UNKNOWN_AGE_MS)
}
