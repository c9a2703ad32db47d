import { describe, expect, it } from 'vitest'
import { fc } from '../../test/properties.ts'
import type { ScoreParts } from './item.ts'
import {
  engagementPoints,
  engagementRatio,
  hotKey,
  ORDINARY,
  qualityOf,
  scoreBreakdown,
  scoreOf,
  SCORE_BOUNDS,
  stepCrossed,
  usualEngagement,
} from './score.ts'
import { HOUR_MS } from './time.ts'

/** From the documentation. */
const EXAMPLE: ScoreParts = { weight: 1.5, frequency: 10, depth: 2, coverage: 5, engagement: 3, share: 1 }
const HALF_LIFE_MS = 12 * HOUR_MS

const anyParts = fc.record({
  weight: fc.double({ min: 0.25, max: 4, noNaN: true }),
  frequency: fc.double({ min: 1 / 30, max: 100, noNaN: true }),
  depth: fc.double({ min: 0.25, max: 4, noNaN: true }),
  coverage: fc.double({ min: 1, max: 32, noNaN: true }),
  engagement: fc.double({ min: 0, max: 64, noNaN: true }),
  share: fc.constantFrom(0, 0.25, 1),
})

/** Including values out of bounds, and NaN. */
const ANY_NUMBERS = {
  weight: fc.double(),
  frequency: fc.double(),
  depth: fc.double(),
  coverage: fc.double(),
  engagement: fc.double(),
}

describe('the score', () => {
  it('is 20 for a lone item of an ordinary source, 52 at 8 publishers, 74 at 32', () => {
    expect(scoreOf(ORDINARY)).toBe(20)
    expect(Math.round(scoreOf({ ...ORDINARY, coverage: 8 }))).toBe(52)
    expect(Math.round(scoreOf({ ...ORDINARY, coverage: 32 }))).toBe(74)
  })

  it('is what the documentation works out by hand', () => {
    const { share, ...values } = EXAMPLE

    expect(share).toBe(1)
    expect(qualityOf(EXAMPLE)).toBeCloseTo(7.8796, 3)
    expect(scoreOf(EXAMPLE)).toBe(66.3)
    expect(scoreBreakdown(EXAMPLE)).toEqual({
      score: 66.3,
      parts: { base: 20, source: 7.3, frequency: -4.3, depth: 1.2, coverage: 25.4, engagement: 16.7 },
      // Unrounded, so that clients can compute the same order by hot.
      values: { ...values, quality: qualityOf(EXAMPLE) },
    })
  })

  it('lies between 0 and 100, has one decimal, and grows with each part', () => {
    fc.assert(
      fc.property(anyParts, fc.double({ min: 1, max: 4, noNaN: true }), (parts, factor) => {
        const score = scoreOf(parts)

        expect(score).toBeGreaterThan(0)
        expect(score).toBeLessThan(100)
        expect(Math.round(score * 10) / 10).toBe(score)
        expect(scoreOf({ ...parts, weight: parts.weight * factor })).toBeGreaterThanOrEqual(score)
        expect(scoreOf({ ...parts, frequency: parts.frequency / factor })).toBeGreaterThanOrEqual(score)
        expect(scoreOf({ ...parts, depth: parts.depth * factor })).toBeGreaterThanOrEqual(score)
        expect(scoreOf({ ...parts, coverage: parts.coverage * factor })).toBeGreaterThanOrEqual(score)
        expect(scoreOf({ ...parts, engagement: parts.engagement * factor })).toBeGreaterThanOrEqual(score)
      }),
    )
  })

  it('takes any numbers at all', () => {
    fc.assert(
      fc.property(fc.record({ ...ANY_NUMBERS, share: fc.constant(1) }), (parts) => {
        expect(scoreOf(parts)).toBeGreaterThan(0)
        expect(Number.isFinite(hotKey(parts, 0, HALF_LIFE_MS))).toBe(true)
      }),
    )
  })
})

describe('a lone item', () => {
  it('has between 12 and 29 points by its own source and text', () => {
    const { frequency, depth } = SCORE_BOUNDS

    expect(scoreOf({ ...ORDINARY, frequency: frequency.max, depth: depth.min })).toBe(12.1)
    expect(scoreOf({ ...ORDINARY, frequency: frequency.min, depth: depth.max })).toBe(28.8)
  })

  it('never stands above a story of five publishers', () => {
    fc.assert(
      fc.property(anyParts, anyParts, (single, story) => {
        const plain = { weight: 1, engagement: 0 }

        expect(scoreOf({ ...story, ...plain, coverage: 5 })).toBeGreaterThan(
          scoreOf({ ...single, ...plain, coverage: 1 }),
        )
      }),
    )
  })

  it.each([
    ['an essay a month', 1 / 30, 26],
    ['a post a week', 1 / 7, 23.3],
    ['one a day', 1, 20],
    ['ten a day', 10, 16.6],
    ['fifty a day', 50, 14.5],
  ])('of a source with %s has its points', (_, frequency, score) => {
    expect(scoreOf({ ...ORDINARY, frequency })).toBe(score)
  })

  it('of a monthly essay stays above the fortieth post of a day for half a day', () => {
    const essay = hotKey({ ...ORDINARY, frequency: 1 / 30 }, 0, HALF_LIFE_MS)
    const post = (hours: number) => hotKey({ ...ORDINARY, frequency: 40 }, hours * HOUR_MS, HALF_LIFE_MS)

    expect(essay).toBeGreaterThan(post(12))
    expect(essay).toBeLessThan(post(13))
  })
})

describe('the breakdown', () => {
  it('has parts that add up to the score exactly, in tenths', () => {
    fc.assert(
      fc.property(anyParts, (parts) => {
        const breakdown = scoreBreakdown(parts)

        const tenths = Object.values(breakdown.parts).map((points) => Math.round(points * 10))
        expect(tenths.reduce((sum, part) => sum + part, 0)).toBe(Math.round(breakdown.score * 10))
        expect(Object.values(breakdown.parts).map((points) => Math.round(points * 10) / 10)).toEqual(
          Object.values(breakdown.parts),
        )
        expect(breakdown.score).toBe(scoreOf(parts))
      }),
      { numRuns: 2_000 },
    )
  })

  it('gives points to what counts and takes them for a light source', () => {
    const light = scoreBreakdown({ ...ORDINARY, weight: 0.5 })

    expect(light.parts).toEqual({
      base: 20,
      source: -8.9,
      frequency: 0,
      depth: 0,
      coverage: 0,
      engagement: 0,
    })
    expect(light.score).toBe(11.1)
  })
})

describe('the hot key', () => {
  it('orders as quality faded by age does, at any later time', () => {
    const anItem = fc.tuple(anyParts, fc.integer({ min: 0, max: 100 * HOUR_MS }))
    const later = fc.integer({ min: 100 * HOUR_MS, max: 500 * HOUR_MS })
    const fadedLog = (parts: ScoreParts, at: number, now: number) =>
      Math.log2(qualityOf(parts)) - (now - at) / HALF_LIFE_MS

    fc.assert(
      fc.property(anItem, anItem, later, ([a, aAt], [b, bAt], now) => {
        const faded = fadedLog(a, aAt, now) - fadedLog(b, bAt, now)
        const keys = hotKey(a, aAt, HALF_LIFE_MS) - hotKey(b, bAt, HALF_LIFE_MS)

        expect(Math.abs(keys - faded)).toBeLessThan(1e-9)
      }),
    )
  })

  it('is what the documentation works out by hand', () => {
    const key = hotKey(EXAMPLE, Date.UTC(2026, 2, 4, 9), HALF_LIFE_MS)

    expect(key).toBeCloseTo(41_035.73, 2)
    expect(hotKey(ORDINARY, Date.UTC(2026, 2, 5, 12), HALF_LIFE_MS)).toBe(41_035)
    expect(hotKey(ORDINARY, Date.UTC(2026, 2, 6), HALF_LIFE_MS)).toBe(41_036)
  })

  it('makes 8 publishers worth 25 hours of freshness', () => {
    const single = hotKey(ORDINARY, 25 * HOUR_MS, HALF_LIFE_MS)
    const key = hotKey({ ...ORDINARY, coverage: 8 }, 0, HALF_LIFE_MS)

    expect((key - single) * 12).toBeCloseTo(0.2, 1)
  })

  it('refuses a half-life that is not positive', () => {
    expect(() => hotKey(ORDINARY, 0, 0)).toThrow(RangeError)
    expect(() => hotKey(ORDINARY, 0, Number.NaN)).toThrow(RangeError)
  })
})

describe('a step', () => {
  it('comes with each publisher, up to 32, since four are not three', () => {
    for (let coverage = 2; coverage <= 32; coverage++) {
      const before = { ...ORDINARY, coverage: coverage - 1 }
      expect(stepCrossed(before, { ...ORDINARY, coverage })).toBe(true)
    }
    expect(stepCrossed({ ...ORDINARY, coverage: 32 }, { ...ORDINARY, coverage: 33 })).toBe(false)
    expect(stepCrossed({ ...ORDINARY, coverage: 5 }, { ...ORDINARY, coverage: 3 })).toBe(true)
    expect(stepCrossed(ORDINARY, { ...ORDINARY, coverage: 1.25 })).toBe(true)
    expect(stepCrossed(ORDINARY, { ...ORDINARY, share: 0.25 })).toBe(true)
  })

  it('is half a power of two of engagement, up or down', () => {
    expect(stepCrossed(ORDINARY, { ...ORDINARY, engagement: 0.3 })).toBe(false)
    expect(stepCrossed(ORDINARY, { ...ORDINARY, engagement: 0.5 })).toBe(true)
  })

  it('is any change of the weight that an operator makes', () => {
    expect(stepCrossed(ORDINARY, { ...ORDINARY, weight: 1.1 })).toBe(true)
    expect(stepCrossed(ORDINARY, ORDINARY)).toBe(false)
  })
})

describe('engagement', () => {
  it('counts a comment as half a point', () => {
    expect(engagementPoints({ points: 100, comments: 50 })).toBe(125)
    expect(engagementPoints({ points: null, comments: 8 })).toBe(4)
    expect(engagementPoints({ points: null, comments: null })).toBeUndefined()
    expect(engagementPoints(null)).toBeUndefined()
  })

  it('is usual where the median of the source lies, never below 10 points', () => {
    expect(usualEngagement([40, 10, 20])).toBe(20)
    expect(usualEngagement([40, 10, 20, 100])).toBe(30)
    expect(usualEngagement([1, 2])).toBe(10)
    expect(usualEngagement([])).toBe(10)
  })

  it('counts over what is usual, at most 64 times', () => {
    expect(engagementRatio({ points: 60, comments: 0 }, 20)).toBe(3)
    expect(engagementRatio({ points: 90_000, comments: 0 }, 20)).toBe(64)
    expect(engagementRatio({ points: -5, comments: null }, 20)).toBe(0)
    expect(engagementRatio(null, 20)).toBe(0)
  })
})
