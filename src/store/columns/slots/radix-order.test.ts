import { describe, expect, it } from 'vitest'
import { fc } from '../../../../test/properties.ts'
import { radixOrder } from './radix-order.ts'

describe('radixOrder', () => {
  it('sorts any numbers as comparing does, equal ones by position', () => {
    // -0 and 0 are equal to a comparison but not to their bits; no column holds -0.
    const numbers = fc.array(fc.double({ noNaN: true }).map((value) => value + 0))
    fc.assert(
      fc.property(numbers, (list) => {
        const values = Float64Array.from(list)

        const order = radixOrder(values)

        const compared = list.map((_, index) => index).sort((a, b) => compare(list[a], list[b]) || a - b)
        expect([...order]).toEqual(compared)
      }),
    )
  })

  it('sorts many times of one day', () => {
    const values = Float64Array.from(
      { length: 50_000 },
      (_, index) => 1.77e12 + ((index * 7_919) % 86_400_000),
    )

    const order = radixOrder(values)

    const sorted = Array.from(order, (position) => values[position])
    expect(sorted).toEqual([...values].sort((a, b) => a - b))
  })
})

function compare(a = 0, b = 0): number {
  return a < b ? -1 : a > b ? 1 : 0
}
