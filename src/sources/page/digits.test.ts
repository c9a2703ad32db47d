import { describe, expect, it } from 'vitest'
import { costGrowth, FAR_FROM_QUADRATIC } from '../../../test/processor-time.ts'
import { digits } from './kind.ts'

describe('the number in a text', () => {
  it.each([
    ['1,234 points', '1234'],
    ['1.2k', '1200'],
    ['3,45 M', '3450000'],
    ['1.234.567k', '567000'],
    ['12 of 34k', '34000'],
    ['5 km', '5'],
    ['none', undefined],
  ])('of "%s" is %s', (text, number) => {
    expect(digits(text)).toBe(number)
  })

  it('is read in time that is in proportion to its digits', () => {
    expect(costGrowth((size) => digits('0'.repeat(size)), 40_000)).toBeLessThan(FAR_FROM_QUADRATIC)
  })
})
