import { describe, expect, it } from 'vitest'
import { fc } from '../../test/properties.ts'
import type { ScoreParts } from './item.ts'
import {
  engagementPoints,
  engagementRatio,
  hotKey,
  qualityOf,
  scoreBreakdown,
  scoreOf,
  stepCrossed,
  usualEngagement,
} from './score.ts'
import { HOUR_MS } from './time.ts'

const SINGLE: ScoreParts = { weight: 1, coverage: 1, engagement: 0 }
const HALF_LIFE_MS = 12 * HOUR_MS

const anyParts = fc.record({
  weight: fc.double({ min: 0.25, max: 4, noNaN: true }),
  coverage: fc.double({ min: 1, max: 32, noNaN: true }),
  engagement: fc.double({ min: 0, max: 64, noNaN: true }),
})

describe('the score', () => {
  it('is 20 for a lone item of an ordinary source, 52 at 8 publishers, 74 at 32', () => {
    expect(scoreOf(SINGLE)).toBe(20)
    expect(Math.round(scoreOf({ ...SINGLE, coverage: 8 }))).toBe(52)
    expect(Math.round(scoreOf({ ...SINGLE, coverage: 32 }))).toBe(74)
  })

  it('is what the documentation works out by hand', () => {
    const parts = { weight: 1.5, coverage: 5, engagement: 3 }

    expect(qualityOf(parts)).toBeCloseTo(9.2556, 3)
    expect(scoreOf(parts)).toBe(69.8)
    expect(scoreBreakdown(parts)).toEqual({
      score: 69.8,
      parts: { base: 20, source: 7.3, coverage: 26.3, engagement: 16.2 },
      // As it is, so that whoever works out the order by hot from it comes to the same order.
      values: { ...parts, quality: qualityOf(parts) },
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
        expect(scoreOf({ ...parts, coverage: parts.coverage * factor })).toBeGreaterThanOrEqual(score)
        expect(scoreOf({ ...parts, engagement: parts.engagement * factor })).toBeGreaterThanOrEqual(score)
      }),
    )
  })

  it('takes any numbers at all', () => {
    fc.assert(
      fc.property(fc.double(), fc.double(), fc.double(), (weight, coverage, engagement) => {
        const parts = { weight, coverage, engagement }

        expect(scoreOf(parts)).toBeGreaterThan(0)
        expect(Number.isFinite(hotKey(parts, 0, HALF_LIFE_MS))).toBe(true)
      }),
    )
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
    const light = scoreBreakdown({ weight: 0.5, coverage: 1, engagement: 0 })

    expect(light.parts).toEqual({ base: 20, source: -8.9, coverage: 0, engagement: 0 })
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
    const key = hotKey({ weight: 1.5, coverage: 5, engagement: 3 }, Date.UTC(2026, 2, 4, 9), HALF_LIFE_MS)

    expect(key).toBeCloseTo(41_035.96, 2)
    expect(hotKey(SINGLE, Date.UTC(2026, 2, 5, 12), HALF_LIFE_MS)).toBe(41_035)
    expect(hotKey(SINGLE, Date.UTC(2026, 2, 6), HALF_LIFE_MS)).toBe(41_036)
  })

  it('makes 8 publishers worth 25 hours of freshness', () => {
    const single = hotKey(SINGLE, 25 * HOUR_MS, HALF_LIFE_MS)
    const key = hotKey({ ...SINGLE, coverage: 8 }, 0, HALF_LIFE_MS)

    expect((key - single) * 12).toBeCloseTo(0.2, 1)
  })

  it('refuses a half-life that is not positive', () => {
    expect(() => hotKey(SINGLE, 0, 0)).toThrow(RangeError)
    expect(() => hotKey(SINGLE, 0, Number.NaN)).toThrow(RangeError)
  })
})

describe('a step', () => {
  it('comes at the numbers of publishers that the documentation lists', () => {
    const steps = [1]
    for (let coverage = 2; coverage <= 32; coverage++) {
      const written = { ...SINGLE, coverage: steps.at(-1) ?? 1 }
      if (stepCrossed(written, { ...SINGLE, coverage })) steps.push(coverage)
    }

    expect(steps).toEqual([1, 2, 3, 5, 8, 12, 17, 25])
    expect([...steps, 32].map((coverage) => scoreOf({ ...SINGLE, coverage }))).toEqual([
      20, 28.9, 35, 43.5, 51.7, 58.7, 64.5, 70.4, 73.9,
    ])
  })

  it('is half a power of two of coverage or of engagement, up or down', () => {
    expect(stepCrossed(SINGLE, { ...SINGLE, coverage: 1.25 })).toBe(false)
    expect(stepCrossed(SINGLE, { ...SINGLE, coverage: 2 })).toBe(true)
    expect(stepCrossed({ ...SINGLE, coverage: 3 }, { ...SINGLE, coverage: 4 })).toBe(false)
    expect(stepCrossed({ ...SINGLE, coverage: 3 }, { ...SINGLE, coverage: 5 })).toBe(true)
    expect(stepCrossed({ ...SINGLE, coverage: 5 }, { ...SINGLE, coverage: 3 })).toBe(true)
    expect(stepCrossed(SINGLE, { ...SINGLE, engagement: 0.3 })).toBe(false)
    expect(stepCrossed(SINGLE, { ...SINGLE, engagement: 0.5 })).toBe(true)
  })

  it('is any change of the weight that an operator makes', () => {
    expect(stepCrossed(SINGLE, { ...SINGLE, weight: 1.1 })).toBe(true)
    expect(stepCrossed(SINGLE, SINGLE)).toBe(false)
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
