import { describe, expect, it } from 'vitest'
import { fc } from '../../test/properties.ts'
import { hotKey, scoreOf } from '../model/score.ts'
import { HOUR_MS } from '../model/time.ts'
import { coverageOf, rescore, type RatedItem } from './rescore.ts'

const HALF_LIFE_MS = 12 * HOUR_MS
const AT = Date.UTC(2026, 2, 4)

let nextItem = 1
function anItem(item: Partial<RatedItem> = {}): RatedItem {
  const itemId = nextItem++
  return {
    itemId,
    storyId: 1,
    publisher: `p${itemId}.example`,
    publishedAt: AT,
    rankedAt: AT,
    weight: 1,
    engagement: 0,
    written: undefined,
    ...item,
  }
}

const rescoredIds = (...items: RatedItem[]) => rescore(items, HALF_LIFE_MS).map(({ itemId }) => itemId)

describe('the scores of a story that changed', () => {
  it('are written for a new item, with the values that they come from', () => {
    const item = anItem({ weight: 1.5, engagement: 3 })

    const [written] = rescore([item], HALF_LIFE_MS)

    const parts = { weight: 1.5, coverage: 1, engagement: 3 }
    expect(written).toEqual({
      itemId: item.itemId,
      score: scoreOf(parts),
      hot: hotKey(parts, AT, HALF_LIFE_MS),
      parts,
    })
  })

  it('are written for the older items too when a second publisher tells it', () => {
    const old = anItem({ written: { weight: 1, coverage: 1, engagement: 0 } })
    const added = anItem()

    expect(rescoredIds(old, added)).toEqual([old.itemId, added.itemId])
  })

  it('stay as they are while nothing takes a step', () => {
    const story = Array.from({ length: 9 }, () =>
      anItem({ written: { weight: 1, coverage: 8, engagement: 0 } }),
    )

    expect(rescoredIds(...story)).toEqual([])
  })

  it('are written for the one item whose engagement took a step', () => {
    const written = { weight: 1, coverage: 2, engagement: 0 }
    const liked = anItem({ engagement: 2, written })
    const other = anItem({ engagement: 0.2, written })

    expect(rescoredIds(liked, other)).toEqual([liked.itemId])
  })

  it('do not depend on other stories, nor on the order of items', () => {
    const item = fc.record({
      storyId: fc.integer({ min: 1, max: 3 }),
      publisher: fc.constantFrom('a', 'b', 'c', 'd'),
    })

    fc.assert(
      fc.property(fc.array(item, { maxLength: 20 }), (shapes) => {
        const items = shapes.map((shape) => anItem(shape))
        const all = rescore(items, HALF_LIFE_MS)

        const alone = items.filter(({ storyId }) => storyId === 1)
        const byId = (a: { itemId: number }, b: { itemId: number }) => a.itemId - b.itemId
        expect(rescore(alone, HALF_LIFE_MS)).toEqual(
          all.filter(({ itemId }) => alone.some((one) => one.itemId === itemId)),
        )
        expect(rescore(items.toReversed(), HALF_LIFE_MS).sort(byId)).toEqual(all.sort(byId))
      }),
    )
  })
})

describe('the coverage of a story', () => {
  it('counts publishers, not items', () => {
    expect(coverageOf([{ publisher: 'a' }, { publisher: 'a' }, { publisher: 'b' }])).toBe(2)
    expect(coverageOf(Array.from({ length: 100 }, () => ({ publisher: 'a' })))).toBe(1)
  })

  it('counts a publisher of copies alone a quarter', () => {
    const copy = (publisher: string) => ({ publisher, syndicated: true })

    expect(coverageOf([{ publisher: 'agency' }, copy('a'), copy('b'), copy('c'), copy('d')])).toBe(2)
    expect(coverageOf([{ publisher: 'a' }, copy('a')])).toBe(1)
    expect(coverageOf([copy('a')])).toBe(1)
  })

  it('is at most 32', () => {
    expect(coverageOf(Array.from({ length: 40 }, (_, n) => ({ publisher: `p${n}` })))).toBe(32)
  })
})
