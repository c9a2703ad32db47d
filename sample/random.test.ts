import { describe, expect, it } from 'vitest'
import { randomFor } from './random.ts'

describe('randomFor', () => {
  it('gives the same choices for the same keys, and others for others', () => {
    const choose = (...keys: (string | number)[]) => {
      const random = randomFor(...keys)
      return Array.from({ length: 5 }, () => random.next())
    }

    expect(choose('seed', 1)).toEqual(choose('seed', 1))
    expect(choose('seed', 1)).not.toEqual(choose('seed', 2))
    expect(choose('a', 'b')).not.toEqual(choose('ab'))
  })

  it('spreads evenly over keys that differ by little', () => {
    const first = Array.from({ length: 20_000 }, (_, index) => randomFor('spread', index).next())

    const tenths = Array.from({ length: 10 }, (_, tenth) =>
      first.filter((value) => Math.floor(value * 10) === tenth),
    )

    for (const values of tenths) expect(values.length / 2_000).toBeCloseTo(1, 0.8)
  })

  it('draws Poisson counts with the mean asked for', () => {
    const random = randomFor('poisson')

    const sum = Array.from({ length: 5_000 }, () => random.poisson(3)).reduce((a, b) => a + b, 0)

    expect(sum / 5_000).toBeCloseTo(3, 0)
  })

  it('shuffles without losing anything or touching the list', () => {
    const list = [1, 2, 3, 4, 5, 6, 7, 8]

    const shuffled = randomFor('shuffle').shuffle(list)

    expect(shuffled.toSorted((a, b) => a - b)).toEqual(list)
    expect(shuffled).not.toEqual(list)
    expect(list).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  })

  it('refuses to pick from nothing', () => {
    expect(() => randomFor('x').pick([])).toThrow(RangeError)
  })
})
