import { describe, expect, it } from 'vitest'
import { joins, type Judged } from './measures.ts'

describe('joins', () => {
  it('counts the pairs that are placed together, truly together, and both', () => {
    // Placed: {a a b} {b} {c}; true: {a a} {b b} {c}.
    const judged = placed({ 1: 'aab', 2: 'b', 3: 'c' })

    const { pairs, pairPrecision, pairRecall } = joins(judged)

    expect(pairs).toEqual({ right: 1, placed: 3, wanted: 2 })
    expect(pairPrecision).toBeCloseTo(1 / 3)
    expect(pairRecall).toBeCloseTo(1 / 2)
  })

  it('gives precision 1 and recall 0 if nothing is joined', () => {
    const { pairPrecision, pairRecall } = joins(placed({ 1: 'a', 2: 'a', 3: 'b' }))

    expect({ pairPrecision, pairRecall }).toEqual({ pairPrecision: 1, pairRecall: 0 })
  })

  it('gives recall 1 if no two items belong together', () => {
    const judged = placed({ 1: 'a', 2: 'b' })

    expect(joins(judged).pairRecall).toBe(1)
  })

  it('does not depend on the order of the items', () => {
    const judged = placed({ 1: 'aab', 2: 'bc', 3: 'cc' })

    expect(joins(judged.toReversed())).toEqual(joins(judged))
  })
})

/** Items of placed stories: each letter is an item and names its true story. */
function placed(stories: Readonly<Record<number, string>>): Judged[] {
  return Object.entries(stories).flatMap(([story, truths]) =>
    Array.from(truths, (truth) => ({ truth, placed: Number(story) })),
  )
}
