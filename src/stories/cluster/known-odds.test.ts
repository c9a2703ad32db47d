import { describe, expect, it } from 'vitest'
import { createKnownOdds, markOf } from './known-odds.ts'
import type { Marked } from './known-odds.ts'

describe('odds worked out before', () => {
  it('are known of a pair whichever of the two comes first, among about as many items', () => {
    const odds = createKnownOdds()
    odds.keep(odds.placeOf(of(1), of(2)), 1.5, 1000)

    const place = odds.placeOf(of(2), of(1))

    expect(odds.isKnown(place, 1050)).toBe(true)
    expect(odds.odds(place)).toBe(1.5)
    expect(odds.isKnown(place, 1250)).toBe(false)
    expect(odds.isKnown(place, 800)).toBe(false)
  })

  it('are not those of other clusters of the same items', () => {
    const odds = createKnownOdds()
    odds.keep(odds.placeOf(of(1, 2), of(3)), 1.5, 1000)

    const other = odds.placeOf(of(1), of(2, 3))

    expect(odds.isKnown(other, 1000)).toBe(false)
  })

  it('are not those of an item whose title turned out to be a column name', () => {
    expect(markOf(7, 1)).not.toBe(markOf(7, 2))
  })
})

function of(...items: number[]): Marked {
  return {
    markOne: items.reduce((mark, item) => mark ^ markOf(item, 2), 0),
    markTwo: items.reduce((mark, item) => mark ^ markOf(item, 4), 0),
  }
}
