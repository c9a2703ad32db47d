import type { Engagement } from './entry.ts'
import type { ScoreParts } from './item.ts'
import { type EpochMs, DAY_MS } from './time.ts'

/** Bounds of each part. Other values are clamped. */
export const SCORE_BOUNDS = {
  weight: { min: 0.25, max: 4 },
  /** Items a day: from one a month to more than anybody reads. */
  frequency: { min: 1 / 30, max: 100 },
  depth: { min: 0.25, max: 4 },
  coverage: { min: 1, max: 32 },
  engagement: { min: 0, max: 64 },
} as const

/** A single item of a source that publishes daily: quality 1. */
export const ORDINARY: ScoreParts = {
  weight: 1,
  frequency: 1,
  depth: 1,
  coverage: 1,
  engagement: 0,
  share: 1,
}

/**
 * Exponents of the parts. Ten publishers count five times as much as one; ten times the usual engagement counts three
 * times as much. A source that publishes ten times as often counts 0.8 times as much. Frequency and depth together move
 * a single item between 12 and 29 points, so a story of five publishers always outranks a single item of its weight.
 */
const FREQUENCY_EXPONENT = -0.1
const DEPTH_EXPONENT = 0.1
const COVERAGE_EXPONENT = 0.7
const ENGAGEMENT_EXPONENT = 0.5

/** Quality with the score 50. A single item of an ordinary source has quality 1 and the score 100 / (1 + 4) = 20. */
const HALFWAY_QUALITY = 4

/** Minimum of a source's usual engagement, in points. Ratios to smaller numbers would be random. */
const MEDIAN_FLOOR = 10

/** Minimum change of engagement for rewriting a stored score, as a logarithm to base 2. */
const STEP = 0.5

/** Tolerance of hot keys for rounding, half-lives. */
export const SAME_HOT = 1e-6

/**
 * The quality of an item, from which its score is computed: w · f^-0.1 · d^0.1 · cov^0.7 · (1+E)^0.5, with weight w,
 * frequency f, depth d, coverage cov and engagement E.
 *
 * @returns > 0, no unit; 1 for `ORDINARY`
 * @see docs/scoring.md#quality
 */
export function qualityOf(parts: ScoreParts): number {
  const { weight, frequency, depth, coverage, engagement } = clampParts(parts)
  return (
    weight *
    frequency ** FREQUENCY_EXPONENT *
    depth ** DEPTH_EXPONENT *
    coverage ** COVERAGE_EXPONENT *
    (1 + engagement) ** ENGAGEMENT_EXPONENT
  )
}

/**
 * The part of an item's hot key from its story's coverage. In lists with one item per story, only the representative
 * has it.
 *
 * @returns >= 0, half-lives
 * @see docs/scoring.md#one-story-once
 */
export function coverageLift(coverage: number): number {
  return COVERAGE_EXPONENT * Math.log2(clamp(coverage, SCORE_BOUNDS.coverage, ORDINARY.coverage))
}

/**
 * The score of an item, 0..100 with one decimal. It does not fade with age.
 *
 * @see docs/scoring.md#score
 */
export function scoreOf(parts: ScoreParts): number {
  return tenthsOf(qualityOf(parts)) / 10
}

/**
 * The key of `sort=hot`. Quality fades, Q · 2^(-age / halfLife), but the order of two items never changes, so the key
 * is stored once and indexed.
 *
 * @param halfLifeMs > 0 (`ranking.halfLifeHours`, default 12)
 * @returns half-lives since 1970. An item of twice the quality is as hot as one published a half-life later.
 * @throws RangeError if `halfLifeMs` is not positive: a bug or a bad setting, not bad data
 * @see docs/scoring.md#hot
 */
export function hotKey(parts: ScoreParts, publishedAt: EpochMs, halfLifeMs: number): number {
  if (!(halfLifeMs > 0)) throw new RangeError(`halfLifeMs must be positive, got ${halfLifeMs}`)
  // Splits off whole half-lives, so that two times a half-life apart have exactly the same rest. Equally hot items then
  // have equal keys, and their ids decide.
  const whole = Math.floor(publishedAt / halfLifeMs)
  const rest = (publishedAt - whole * halfLifeMs) / halfLifeMs
  return whole + (rest + Math.log2(qualityOf(parts)))
}

/**
 * Explains a score for `/api/article`: points with one decimal that add up to it, and the values behind them. Factors
 * are applied one after another. Each part is the gain of the rounded score by its factor, so the parts add up exactly.
 *
 * @see docs/scoring.md#breakdown
 */
export function scoreBreakdown(parts: ScoreParts) {
  const values = clampParts(parts)
  let applied = ORDINARY
  let reached = tenthsOf(qualityOf(applied))
  const gain = (factor: Partial<ScoreParts>): number => {
    const before = reached
    applied = { ...applied, ...factor }
    reached = tenthsOf(qualityOf(applied))
    return (reached - before) / 10
  }
  const { weight, frequency, depth, coverage, engagement } = values
  const gains = {
    base: reached / 10,
    source: gain({ weight }),
    frequency: gain({ frequency }),
    depth: gain({ depth }),
    coverage: gain({ coverage }),
    engagement: gain({ engagement }),
  }
  return { score: reached / 10, parts: gains, values: { ...values, quality: qualityOf(parts) } }
}

/**
 * Whether a stored score must be rewritten: weight, coverage or share changed, or 1 + engagement changed by a factor of
 * at least √2. Engagement changes with each visit, coverage only with each publisher.
 *
 * @param written inputs of the stored score
 */
export function stepCrossed(written: ScoreParts, current: ScoreParts): boolean {
  const before = clampParts(written)
  const after = clampParts(current)
  return (
    before.weight !== after.weight ||
    before.coverage !== after.coverage ||
    written.share !== current.share ||
    Math.abs(Math.log2((1 + after.engagement) / (1 + before.engagement))) >= STEP
  )
}

/** Engagement in points: the points plus half the comments; `undefined` if the source reports neither. */
export function engagementPoints(engagement: Engagement | null | undefined): number | undefined {
  if (!engagement || (engagement.points === null && engagement.comments === null)) return undefined
  return Math.max(0, engagement.points ?? 0) + Math.max(0, engagement.comments ?? 0) / 2
}

/**
 * Usual engagement of a source: the median, at least 10.
 *
 * @param points engagement points of the source's items of the last 30 days, in any order
 */
export function usualEngagement(points: readonly number[]): number {
  return Math.max(MEDIAN_FLOOR, medianOf(points))
}

/** @returns 0 for no numbers */
export function medianOf(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2
}

/**
 * An item's engagement relative to the usual engagement of its source.
 *
 * @param usual from `usualEngagement`
 * @returns 0..64; 0 if the source reports none, which does not lower the score
 */
export function engagementRatio(engagement: Engagement | null | undefined, usual: number): number {
  const points = engagementPoints(engagement)
  return points === undefined ? 0 : clamp(points / usual, SCORE_BOUNDS.engagement, 0)
}

/** The score in tenths of a point, since differences of integers are exact. */
function tenthsOf(quality: number): number {
  return Math.round((1000 * quality) / (quality + HALFWAY_QUALITY))
}

function clampParts(parts: ScoreParts): Omit<ScoreParts, 'share'> {
  return {
    weight: clamp(parts.weight, SCORE_BOUNDS.weight, ORDINARY.weight),
    frequency: clamp(parts.frequency, SCORE_BOUNDS.frequency, ORDINARY.frequency),
    depth: clamp(parts.depth, SCORE_BOUNDS.depth, ORDINARY.depth),
    coverage: clamp(parts.coverage, SCORE_BOUNDS.coverage, ORDINARY.coverage),
    engagement: clamp(parts.engagement, SCORE_BOUNDS.engagement, ORDINARY.engagement),
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

/** An item of unknown age ranks at least this much before its first sighting, behind all recent news. */
const UNKNOWN_AGE_MS = 30 * DAY_MS

/**
 * The time at which items of unknown age rank: items of a source's first visit without a credible time. They may be of
 * any age, so they rank behind the dated items of that visit. Items of later visits are new and rank at their first
 * sighting.
 *
 * @param statedTimes publication times of the other items of the source's first visit
 */
export function rankOfUnknownAge(firstVisitAt: EpochMs, statedTimes: readonly EpochMs[]): EpochMs {
  return statedTimes.reduce((rank, at) => Math.min(rank, at - 1), firstVisitAt - UNKNOWN_AGE_MS)
}
