import { describe, expect, it } from 'vitest'
import { fc } from '../../../test/properties.ts'
import {
  Collection,
  ORDERS,
  article,
  fewConditions,
  sortedList,
  step,
  type Step,
} from '../../../test/store/plain-lists.ts'
import { EVERYTHING, type ItemFilter, type ItemOrder } from '../../model/filter.ts'
import type { Walk } from '../../model/walk.ts'
import { Selector } from './select.ts'
import { walkList } from './walk-list.ts'

describe('a list that is read page by page', () => {
  const start = fc.uniqueArray(article, { maxLength: 60, selector: ({ id }) => id })
  const question = [fewConditions, fc.constantFrom(...ORDERS), fc.integer({ min: 1, max: 7 })] as const

  it('is the list of the first page while others arrive, in every order and with any filter', () => {
    fc.assert(
      fc.property(start, ...question, fc.array(step), (articles, wanted, order, limit, steps) => {
        const collection = new Collection(articles)
        const list = sortedList(collection.listed(), wanted, order).map(({ id }) => id)
        const arrivals = steps.map(({ rows }, at) => arrivalsOf(rows, 10_000 * (at + 1)))

        const walked = walk(collection, wanted, order, limit, arrivals)

        expect(walked).toEqual(list)
      }),
      { numRuns: 500 },
    )
  })

  it('repeats nothing and skips nothing that is unchanged, whatever changes', () => {
    fc.assert(
      fc.property(start, ...question, fc.array(step), (articles, wanted, order, limit, steps) => {
        const collection = new Collection(articles)
        const before = collection.listed()
        const list = sortedList(before, wanted, order).map(({ id }) => id)

        const walked = walk(collection, wanted, order, limit, steps)

        expect(new Set(walked).size).toBe(walked.length)
        const changedIds = steps.flatMap(({ rows, gone }) => [...gone, ...rows.map(({ id }) => id)])
        const changed = new Set(
          [...before, ...steps.flatMap(({ rows }) => rows)]
            .filter(({ id }) => changedIds.includes(id))
            .flatMap(({ id, storyId }) => (wanted.distinctStory ? [id, -storyId] : [id])),
        )
        const unchanged = before
          .filter(({ id, storyId }) => !changed.has(id) && !changed.has(-storyId))
          .map(({ id }) => id)
        expect(unchanged.filter((id) => list.includes(id) && !walked.includes(id))).toEqual([])
      }),
      { numRuns: 500 },
    )
  })

  it('is right far beyond what a cursor remembers, also from an offset on', () => {
    const [sample] = fc.sample(article, { numRuns: 1, seed: 1 })
    if (sample === undefined) throw new Error('there is a sample')
    const articles = Array.from({ length: 2_000 }, (_, i) => ({
      ...sample,
      id: i + 1,
      publishedAt: i % 7,
      rankedAt: i % 7,
      score: i % 90,
      storyId: i + 1,
    }))
    for (const order of ORDERS) {
      const collection = new Collection(articles)
      const list = sortedList(collection.listed(), EVERYTHING, order).map(({ id }) => id)
      const arrivals = Array.from({ length: 30 }, (_, at) =>
        arrivalsOf(articles.slice(0, 9), 10_000 * (at + 1)),
      )

      expect(walk(collection, EVERYTHING, order, 90, arrivals, 250)).toEqual(list.slice(250))
    }
  })
})

/** The same articles as new ones, each with a new story. */
function arrivalsOf(rows: Step['rows'], firstId: number): Step {
  return { rows: rows.map((row, i) => ({ ...row, id: firstId + i, storyId: firstId / 100 + i })), gone: [] }
}

/** Walks through a list page by page, with a step between two pages. */
function walk(
  collection: Collection,
  wanted: ItemFilter,
  order: ItemOrder,
  limit: number,
  steps: readonly Step[],
  offset = 0,
): number[] {
  const selector = new Selector(collection.columns)
  const page = (after: Walk | undefined) => {
    const window = { limit, offset: after === undefined ? offset : 0, after }
    return walkList(collection.columns, selector, wanted, order, window)
  }
  const first = page(undefined)
  const ids = [...first.ids]
  const coming = steps.values()
  for (let { next } = first; next !== undefined;) {
    const change = coming.next().value
    if (change !== undefined) collection.change(change)
    const found = page(next)
    expect([found.total, found.before]).toEqual([first.total, ids.length + Math.min(offset, first.total)])
    ids.push(...found.ids)
    next = found.next
  }
  return ids
}
