import { describe, expect, it } from 'vitest'
import { fc } from '../../../test/properties.ts'
import {
  type Article,
  type Step,
  Collection,
  ORDERS,
  article,
  fewConditions,
  filter,
  fitting,
  reference,
  sorted,
  step,
  valueOf,
  windowOf,
} from '../../../test/store/plain-lists.ts'
import {
  type CursorPosition,
  EVERYTHING,
  type ItemFilter,
  type ItemOrder,
  type Window,
} from '../../model/filter.ts'
import { Selector } from './select.ts'

/** So small that a few articles take all ways of selecting. */
const SMALL = fc.record({
  chunk: fc.integer({ min: 2, max: 9 }),
  few: fc.constantFrom(0, 3),
  walk: fc.constantFrom(5, 1_000),
})

describe('a selection from the columns', () => {
  it('is what filtering and sorting all articles gives, after any changes, in every order and window', () => {
    fc.assert(
      fc.property(
        fc.array(article, { maxLength: 40 }),
        fc.array(step, { maxLength: 5 }),
        filter,
        fc.constantFrom(...ORDERS),
        fc.record({ limit: fc.integer({ min: 1, max: 20 }), offset: fc.integer({ min: 0, max: 30 }) }),
        (start, steps, wanted, order, page) => {
          const collection = collectionAfter(start, steps)
          const window = { ...page, after: undefined }

          const selection = new Selector(collection.columns).select(wanted, order, window)

          expect(selection).toEqual(reference(collection.listed(), wanted, order, window))
        },
      ),
      { numRuns: 500 },
    )
  })

  it('goes on after a place, whether the item of the place is still there or not', () => {
    fc.assert(
      fc.property(
        fc.array(article, { minLength: 1, maxLength: 60 }),
        fc.array(step, { maxLength: 2 }),
        filter,
        fc.constantFrom(...ORDERS),
        fc.integer({ min: 1, max: 7 }),
        article,
        (start, steps, wanted, order, limit, somewhere) => {
          const collection = collectionAfter(start, steps)
          const window = { limit, offset: 0, after: placeOf(somewhere, order, wanted.distinctStory) }

          const selection = new Selector(collection.columns).select(wanted, order, window)

          expect(selection).toEqual(reference(collection.listed(), wanted, order, window))
        },
      ),
      { numRuns: 500 },
    )
  })

  it('gives every article once when pages are followed by their positions', () => {
    fc.assert(
      fc.property(
        fc.array(article, { maxLength: 60 }),
        filter,
        fc.constantFrom(...ORDERS),
        fc.integer({ min: 1, max: 7 }),
        (start, wanted, order, limit) => {
          const collection = new Collection(start)
          const selector = new Selector(collection.columns)

          const ids: number[] = []
          for (let after: Window['after'], more = true; more;) {
            const selection = selector.select(wanted, order, { limit, offset: 0, after })
            ids.push(...selection.ids)
            after = selection.next
            more = after !== undefined
          }

          const all = { limit: 1_000, offset: 0, after: undefined }
          expect(ids).toEqual(reference(collection.listed(), wanted, order, all).ids)
        },
      ),
    )
  })
})

describe('selections while articles come, change, go and change their stories', () => {
  it('are what filtering and sorting all articles gives, each time', () => {
    const question = fc.record({
      filter: fewConditions,
      order: fc.constantFrom(...ORDERS),
      limit: fc.integer({ min: 1, max: 9 }),
      offset: fc.integer({ min: 0, max: 12 }),
      after: fc.option(article, { nil: undefined }),
    })
    const turn = fc.record({
      change: step,
      representatives: fc.nat(5),
      questions: fc.array(question, { minLength: 1, maxLength: 5 }),
    })
    fc.assert(
      fc.property(
        SMALL,
        fc.array(article, { maxLength: 60 }),
        fc.array(turn, { minLength: 1, maxLength: 12 }),
        (limits, start, turns) => {
          const collection = new Collection(start, limits)
          const selector = new Selector(collection.columns)
          for (const { change, representatives, questions } of turns) {
            collection.change(change, representatives)
            const listed = collection.listed()
            for (const { filter: wanted, order, limit, offset, after } of questions) {
              const window =
                after === undefined
                  ? { limit, offset, after }
                  : { limit, offset: 0, after: placeOf(after, order, wanted.distinctStory) }

              const selection = selector.select(wanted, order, window)

              expect(selection).toEqual(reference(listed, wanted, order, window))
            }
          }
        },
      ),
      { numRuns: 500 },
    )
  })
})

describe('a selection among many', () => {
  // The first 6,000 have a category of their own, far from the newest.
  const many = Array.from({ length: 60_000 }, (_, index): Article => ({
    id: index + 1,
    publishedAt: index * 1_000 + ((index * 7_919) % 5_000),
    // Some from 40,000,000 ms on have an unknown age.
    rankedAt:
      index * 1_000 + ((index * 7_919) % 5_000) - (index > 40_000 && index % 7 === 0 ? 30_000_000 : 0),
    firstSeenAt: 1_000 * (60_000 - index),
    hot: index / 100 + ((index * 104_729) % 997) / 10,
    lift: (index % 3) / 2,
    score: ((index * 31) % 1_001) / 10,
    storyId: 1 + Math.floor(index / 3),
    points: index % 50 === 0 ? index : 0,
    minutes: index % 12,
    category: index < 6_000 ? 'old' : 'new',
    region: index % 5 === 0 ? 'uk' : null,
    language: 'en',
    sources: [index % 2 === 0 ? 'a' : 'b'],
  }))
  const collection = new Collection(many)
  const listed = collection.listed()
  const selector = new Selector(collection.columns)
  const old = { include: ['old'], exclude: [] }
  const filters: Readonly<Record<string, Partial<ItemFilter>>> = {
    'what stands far from the start': { category: old },
    much: { source: { include: ['a'], exclude: [] } },
    'some of a time': { from: 10_000_000, until: 30_000_000, region: { include: ['uk'], exclude: [] } },
    'all of a time': { from: 10_000_000, until: 30_000_000 },
    'all of a time with unknown ages': { from: 30_000_000, until: 55_000_000 },
    'high scores': { minScore: 95, category: { include: [], exclude: ['old'] } },
    'some of those seen first': { seenFrom: 20_000_000, seenUntil: 50_000_000, minScore: 10 },
    'many points': { minPoints: 40_000, category: { include: ['new'], exclude: [] } },
    'long texts without a tag': { minMinutes: 5, maxMinutes: 9, tag: { include: [], exclude: ['blue'] } },
    'a tag': { tag: { include: ['red'], exclude: ['blue'] } },
    'a few by id': { ids: [7, 59_000, 3_000, 3_001, 70_000] },
    'one a story': { category: old, distinctStory: true },
  }
  const windows: readonly Window[] = [
    { limit: 50, offset: 0, after: undefined },
    { limit: 50, offset: 700, after: undefined },
    { limit: 50, offset: 0, after: { value: 57, id: 3_000 } },
    { limit: 50, offset: 0, after: { value: 20_000_000, id: 9 } },
  ]

  for (const [name, changes] of Object.entries(filters)) {
    it(`is what sorting all gives: ${name}`, () => {
      const wanted = { ...EVERYTHING, ...changes }

      const found = fitting(listed, wanted)
      for (const order of ORDERS) {
        const all = sorted(found, wanted, order)
        for (const window of windows)
          expect(selector.select(wanted, order, window)).toEqual(windowOf(all, order, window))
      }
    })
  }
})

function collectionAfter(start: readonly Article[], steps: readonly Step[]): Collection {
  const collection = new Collection(start)
  for (const each of steps) collection.change(each)
  return collection
}

/** Position of an article in a list. */
function placeOf(somewhere: Article, order: ItemOrder, distinctStory: boolean): CursorPosition {
  return { value: valueOf({ ...somewhere, represents: false }, order, distinctStory), id: somewhere.id }
}
