import { describe, expect, it } from 'vitest'
import type { Cluster } from '../live-item.ts'
import { zobristHash } from '../zobrist-hash.ts'
import { createOddsCache } from './odds-cache.ts'

describe('odds computed before', () => {
  it('are known of a pair whichever of the two comes first, among about as many items', () => {
    const odds = createOddsCache()
    odds.set(odds.slotOf(of(1), of(2)), 1.5, 1000)

    const slot = odds.slotOf(of(2), of(1))

    expect(odds.isValid(slot, 1050)).toBe(true)
    expect(odds.odds(slot)).toBe(1.5)
    expect(odds.isValid(slot, 1250)).toBe(false)
    expect(odds.isValid(slot, 800)).toBe(false)
  })

  it('are not those of other clusters of the same items', () => {
    const odds = createOddsCache()
    odds.set(odds.slotOf(of(1, 2), of(3)), 1.5, 1000)

    const other = odds.slotOf(of(1), of(2, 3))

    expect(odds.isValid(other, 1000)).toBe(false)
  })

  it('are not those of an item whose title turned out to be a column name', () => {
    expect(zobristHash(7, 1)).not.toBe(zobristHash(7, 2))
  })
})

function of(...items: number[]): Pick<Cluster, 'hashOne' | 'hashTwo'> {
  return {
    hashOne: items.reduce((hash, item) => hash ^ zobristHash(item, 2), 0),
    hashTwo: items.reduce((hash, item) => hash ^ zobristHash(item, 4), 0),
  }
}
