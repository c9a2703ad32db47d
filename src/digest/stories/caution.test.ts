import { describe, expect, it } from 'vitest'
import { caution } from './caution.ts'

describe('what is asked for beyond even odds', () => {
  it('is the less, the more days of news are known', () => {
    const afterDays = (daysKnown: number) => caution(0.5, { daysKnown, counted: 1e6 })

    expect([1, 7, 14, 28, 32].map(afterDays)).toEqual([Math.log2(28), 2, 1, 0, 0])
  })

  it('is hardly anything while hardly any items are known', () => {
    expect(caution(0.5, { daysKnown: 1, counted: 2 })).toBeLessThan(0.1)
  })

  it('is nothing where all words are the same', () => {
    expect(caution(1, { daysKnown: 1, counted: 1e6 })).toBe(0)
  })
})
