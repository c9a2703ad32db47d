import { describe, expect, it } from 'vitest'
import { fc } from '../../test/properties.ts'
import { countScale, levelOf, percent } from './scale.ts'

describe('countScale', () => {
  it.each([
    [0, [1]],
    [1, [1]],
    [3, [1, 2, 3]],
    [7, [2, 4, 6, 8]],
    [18, [5, 10, 15, 20]],
    [40, [10, 20, 30, 40]],
    [41, [20, 40, 60]],
    [999, [500, 1000]],
    [123_456, [50_000, 100_000, 150_000]],
  ])('labels an axis up to %d with %j', (largest, ticks) => {
    expect(countScale(largest)).toEqual({ max: ticks.at(-1), ticks })
  })

  it('holds every count with at most four lines of whole numbers', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 40 }), (largest) => {
        const { max, ticks } = countScale(largest)

        expect(max).toBeGreaterThanOrEqual(largest)
        expect(ticks.length).toBeLessThanOrEqual(4)
        expect(ticks.every(Number.isInteger)).toBe(true)
        expect(ticks.at(-1)).toBe(max)
      }),
    )
  })
})

describe('levelOf', () => {
  it('gives 0 to nothing, 1 to the least there is and the highest to the most', () => {
    const levels = [0, 1, 20, 50, 51, 100].map((value) => levelOf(value, 100, 5))

    expect(levels).toEqual([0, 1, 1, 3, 3, 5])
    expect(levelOf(0, 0, 5)).toBe(0)
  })
})

describe('percent', () => {
  it('is a length, and none of nothing', () => {
    expect([percent(1, 3), percent(3, 3), percent(0, 0)]).toEqual(['33.33%', '100%', '0%'])
  })
})
