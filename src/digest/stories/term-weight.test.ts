import { describe, expect, it } from 'vitest'
import { weightOfShare } from './term-weight.ts'

describe('the weight of a term', () => {
  it('is the logarithm of its rarity to the power of 1.3, to a thousandth', () => {
    for (let share = 1.1; share < 1e9; share *= 1.013) {
      const exact = Math.log(share) ** 1.3

      expect(Math.abs(weightOfShare(share) / exact - 1)).toBeLessThan(0.001)
    }
  })

  it('never falls as terms get rarer, and is never nothing', () => {
    let before = 0
    for (let share = 0.2; share < 1e6; share *= 1.01) {
      const weight = weightOfShare(share)

      expect(weight).toBeGreaterThan(0)
      expect(weight).toBeGreaterThanOrEqual(before)
      before = weight
    }
  })
})
