import { describe, expect, it } from 'vitest'
import { TUNING } from '../index/fields.ts'
import type { ItemText } from '../request.ts'
import { byRegularizedScore } from './score-regularization.ts'

function textsOf(...titles: readonly string[]): ReadonlyMap<number, ItemText> {
  return new Map(titles.map((title, i) => [i + 1, { title, text: '' }]))
}

function hitsOf(...values: readonly number[]) {
  return values.map((value, i) => ({ id: i + 1, value }))
}

describe('Score regularization', () => {
  it('puts similar hits before a single one with a slightly higher score', () => {
    const texts = textsOf('chess club opens', 'storm coast power', 'storm coast homes', 'storm power homes')

    const ordered = byRegularizedScore(hitsOf(10, 9.9, 9.8, 5), texts, TUNING)

    expect(ordered.map((hit) => hit.id).slice(0, 2)).toEqual([2, 3])
  })

  it.each([
    ['inflections', 'storms hit coasts', 'the storm hits the coast'],
    ['Chinese', '北京奥运会开幕', '奥运会在北京'],
  ])('takes %s for the same words', (_, first, second) => {
    const ordered = byRegularizedScore(
      hitsOf(10, 9.9, 9.8, 5),
      textsOf('chess', first, second, 'golf'),
      TUNING,
    )

    expect(ordered.map((hit) => hit.id).slice(0, 2)).toEqual([2, 3])
  })

  it('leaves a hit with a much higher score first', () => {
    const texts = textsOf('chess club opens', 'storm coast power', 'storm coast homes', 'storm power homes')

    const ordered = byRegularizedScore(hitsOf(30, 9, 8, 7), texts, TUNING)

    expect(ordered[0]?.id).toBe(1)
  })

  it('keeps scores between the best and the last, below which the other hits follow', () => {
    const texts = textsOf('storm coast', 'storm coast', 'chess', 'storm flood', 'flood')

    const values = byRegularizedScore(hitsOf(10, 9, 8, 7, 6), texts, TUNING).map((hit) => hit.value)

    expect(Math.max(...values)).toBeLessThanOrEqual(10)
    expect(Math.min(...values)).toBeGreaterThanOrEqual(6)
    expect(values).toEqual(values.toSorted((a, b) => b - a))
  })

  it('keeps the order where no text is known', () => {
    const ordered = byRegularizedScore(hitsOf(10, 9, 8), new Map(), TUNING)

    expect(ordered.map((hit) => hit.id)).toEqual([1, 2, 3])
  })
})
