import { describe, expect, it } from 'vitest'
import { weightOfShare } from './idf.ts'

describe('the weight of a term', () => {
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
