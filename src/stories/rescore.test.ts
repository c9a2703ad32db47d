import { describe, expect, it } from 'vitest'
import { fc } from '../../test/properties.ts'
import { ORDINARY, hotKey, scoreOf } from '../model/score.ts'
import { HOUR_MS } from '../model/time.ts'
import { coverageOf, rescore, type RatedItem } from './rescore.ts'

const HALF_LIFE_MS = 12 * HOUR_MS
const AT = Date.UTC(2026, 2, 4)
const NO_LEADS: ReadonlyMap<number, number> = new Map()

let nextItem = 1
function anItem(item: Partial<RatedItem> = {}): RatedItem {
  const itemId = nextItem++
  return {
    itemId,
    storyId: 1,
    publisher: `p${itemId}.example`,
    publishedAt: AT,
    rankedAt: AT,
    isTimeStated: true,
    weight: 1,
    frequency: 1,
    depth: 1,
    engagement: 0,
    share: 1,
    written: undefined,
    ...(item.written === undefined ? {} : { hot: hotKey(item.written, AT, HALF_LIFE_MS) }),
    ...item,
  }
}

const rescoredIds = (...items: RatedItem[]) =>
  rescore(items, NO_LEADS, HALF_LIFE_MS).map(({ itemId }) => itemId)

describe('the scores of a story that changed', () => {
  it('are written for a new item, with the values that they come from', () => {
    const item = anItem({ weight: 1.5, frequency: 7, depth: 2, engagement: 3 })

    const [written] = rescore([item], NO_LEADS, HALF_LIFE_MS)

    const parts = { ...ORDINARY, weight: 1.5, frequency: 7, depth: 2, engagement: 3 }
    expect(written).toEqual({
      itemId: item.itemId,
      score: scoreOf(parts),
      hot: hotKey(parts, AT, HALF_LIFE_MS),
      parts,
    })
  })

  it('are written for the older items too when a second publisher tells it', () => {
    const old = anItem({ written: ORDINARY })
    const added = anItem()

    expect(rescoredIds(old, added)).toEqual([old.itemId, added.itemId])
  })

  it.each([3, 6, 10, 30])('are written for all items when %i publishers become one more', (before) => {
    const written = { ...ORDINARY, coverage: before }
    const story = [...Array.from({ length: before }, () => anItem({ written })), anItem()]

    expect(rescore(story, NO_LEADS, HALF_LIFE_MS).map(({ parts }) => parts.coverage)).toEqual(
      story.map(() => before + 1),
    )
  })

  it('stay as they are while nothing takes a step', () => {
    const story = Array.from({ length: 8 }, () => anItem({ written: { ...ORDINARY, coverage: 8 } }))

    expect(rescoredIds(...story)).toEqual([])
  })

  it('are written for the item that stands for the story when a newer report comes, with the same values', () => {
    const written = { ...ORDINARY, coverage: 8 }
    const story = Array.from({ length: 8 }, () => anItem({ written }))
    const newer = anItem({
      publisher: story[0]?.publisher ?? '',
      publishedAt: AT + HOUR_MS,
      rankedAt: AT + HOUR_MS,
    })
    const lead = story[3]?.itemId ?? 0

    const scores = rescore([...story, newer], new Map([[1, lead]]), HALF_LIFE_MS)

    expect(scores.map(({ itemId }) => itemId)).toEqual([lead, newer.itemId])
    expect(scores[0]).toMatchObject({ hot: hotKey(written, AT + HOUR_MS, HALF_LIFE_MS), parts: written })
  })

  it('are written for the one item whose engagement took a step', () => {
    const written = { ...ORDINARY, coverage: 2 }
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
        const all = rescore(items, NO_LEADS, HALF_LIFE_MS)

        const alone = items.filter(({ storyId }) => storyId === 1)
        const byId = (a: { itemId: number }, b: { itemId: number }) => a.itemId - b.itemId
        expect(rescore(alone, NO_LEADS, HALF_LIFE_MS)).toEqual(
          all.filter(({ itemId }) => alone.some((one) => one.itemId === itemId)),
        )
        expect(rescore(items.toReversed(), NO_LEADS, HALF_LIFE_MS).sort(byId)).toEqual(all.sort(byId))
      }),
    )
  })
})

describe('the coverage of a story', () => {
  const report = (publisher: string, share = 1) => ({ publisher, share })

  it('counts publishers, not items', () => {
    expect(coverageOf([report('a'), report('a'), report('b')])).toBe(2)
    expect(coverageOf(Array.from({ length: 100 }, () => report('a')))).toBe(1)
  })

  it('counts a publisher of copies alone a quarter', () => {
    const copy = (publisher: string) => report(publisher, 0.25)

    expect(coverageOf([report('agency'), copy('a'), copy('b'), copy('c'), copy('d')])).toBe(2)
    expect(coverageOf([report('a'), copy('a')])).toBe(1)
    expect(coverageOf([copy('a')])).toBe(1)
  })

  it('counts neither sites on which an aggregator lists the same again nor entries of a catalogue', () => {
    expect(coverageOf([report('a'), report('b', 0), report('c', 0)])).toBe(1)
    expect(coverageOf([report('a', 0), report('b', 0)])).toBe(1)
    expect(coverageOf([report('a'), report('b'), report('b', 0), report('c', 0)])).toBe(2)
  })

  it('is at most 32', () => {
    expect(coverageOf(Array.from({ length: 40 }, (_, n) => report(`p${n}`)))).toBe(32)
  })
})
