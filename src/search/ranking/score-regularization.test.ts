import { describe, expect, it } from 'vitest'
import { TUNING } from '../index/fields.ts'
import type { EventTimes } from './event-time.ts'
import type { SharedHitWords } from './hit-words.ts'
import { byRegularizedScore } from './score-regularization.ts'

/** Hits with the given words, the id of the first is 1; all words have the same weight. */
function wordsOf(...hits: readonly string[]): SharedHitWords {
  const texts = hits.map((text) => text.split(' '))
  const all = texts.flatMap((text) => [...new Set(text)])
  const shared = [...new Set(all.filter((word, i) => all.indexOf(word) !== i))]
  return {
    shared: shared.map(() => ({ variants: [], idf: 1 })),
    byId: new Map(
      texts.map((text, i) => {
        const common = text.filter((word) => shared.includes(word))
        return [
          i + 1,
          {
            words: common.map((word) => shared.indexOf(word)),
            frequencies: common.map(() => 0.5),
            unshared: text.length - common.length,
          },
        ]
      }),
    ),
  }
}

const NO_TIMES: EventTimes = new Map()

function hitsOf(...values: readonly number[]) {
  return values.map((value, i) => ({ id: i + 1, value }))
}

describe('Score regularization', () => {
  it('puts similar hits before a single one with a slightly higher score', () => {
    const words = wordsOf('chess club opens', 'storm coast power', 'storm coast homes', 'storm power homes')

    const ordered = byRegularizedScore(hitsOf(10, 9.9, 9.8, 5), words, NO_TIMES, TUNING)

    expect(ordered.map((hit) => hit.id).slice(0, 2)).toEqual([2, 3])
  })

  it('leaves a hit with a much higher score first', () => {
    const words = wordsOf('chess club opens', 'storm coast power', 'storm coast homes', 'storm power homes')

    const ordered = byRegularizedScore(hitsOf(30, 9, 8, 7), words, NO_TIMES, TUNING)

    expect(ordered[0]?.id).toBe(1)
  })

  it('keeps scores between the best and the last, below which the other hits follow', () => {
    const words = wordsOf('storm coast', 'storm coast', 'chess', 'storm flood', 'flood')

    const values = byRegularizedScore(hitsOf(10, 9, 8, 7, 6), words, NO_TIMES, TUNING).map((hit) => hit.value)

    expect(Math.max(...values)).toBeLessThanOrEqual(10)
    expect(Math.min(...values)).toBeGreaterThanOrEqual(6)
    expect(values).toEqual(values.toSorted((a, b) => b - a))
  })

  it('changes nothing beyond the hits that were read', () => {
    const tuning = { ...TUNING, regularization: { ...TUNING.regularization, hits: 3 } }
    const words = wordsOf('chess', 'storm coast', 'storm coast')

    const ordered = byRegularizedScore(hitsOf(10, 9, 8, 7, 6), words, NO_TIMES, tuning)

    expect(ordered.slice(3)).toEqual([
      { id: 4, value: 7 },
      { id: 5, value: 6 },
    ])
  })

  it('keeps the order where no text is known', () => {
    const ordered = byRegularizedScore(hitsOf(10, 9, 8), { shared: [], byId: new Map() }, NO_TIMES, TUNING)

    expect(ordered.map((hit) => hit.id)).toEqual([1, 2, 3])
  })
})
