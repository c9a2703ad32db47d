import { describe, expect, it } from 'vitest'
import type { AnswerWords } from './answer-words.ts'
import type { EventTimes } from './event-time.ts'
import { TUNING } from './fields.ts'
import { bySupport } from './support.ts'

/** Answers with the given words, the first one's id 1; every word as telling as any other. */
function wordsOf(...answers: readonly string[]): AnswerWords {
  const texts = answers.map((text) => text.split(' '))
  const all = texts.flatMap((text) => [...new Set(text)])
  const shared = [...new Set(all.filter((word, i) => all.indexOf(word) !== i))]
  return {
    shared: shared.map(() => ({ forms: [], rarity: 1 })),
    answers: new Map(
      texts.map((text, i) => {
        const told = text.filter((word) => shared.includes(word))
        return [
          i + 1,
          {
            words: told.map((word) => shared.indexOf(word)),
            shares: told.map(() => 0.5),
            alone: text.length - told.length,
          },
        ]
      }),
    ),
  }
}

const NO_TIMES: EventTimes = new Map()

function placesOf(...values: readonly number[]) {
  return values.map((value, i) => ({ id: i + 1, value }))
}

describe('Answers that tell the same', () => {
  it('come before one that stands alone with hardly more worth', () => {
    const words = wordsOf('chess club opens', 'storm coast power', 'storm coast homes', 'storm power homes')

    const ordered = bySupport(placesOf(10, 9.9, 9.8, 5), words, NO_TIMES, TUNING)

    expect(ordered.map((place) => place.id).slice(0, 2)).toEqual([2, 3])
  })

  it('do not come before one that is worth far more', () => {
    const words = wordsOf('chess club opens', 'storm coast power', 'storm coast homes', 'storm power homes')

    const ordered = bySupport(placesOf(30, 9, 8, 7), words, NO_TIMES, TUNING)

    expect(ordered[0]?.id).toBe(1)
  })

  it('are neither worth more than the best was nor less than the last, so that what follows stays below', () => {
    const words = wordsOf('storm coast', 'storm coast', 'chess', 'storm flood', 'flood')

    const values = bySupport(placesOf(10, 9, 8, 7, 6), words, NO_TIMES, TUNING).map((place) => place.value)

    expect(Math.max(...values)).toBeLessThanOrEqual(10)
    expect(Math.min(...values)).toBeGreaterThanOrEqual(6)
    expect(values).toEqual(values.toSorted((a, b) => b - a))
  })

  it('change nothing beyond the answers that were read', () => {
    const tuning = { ...TUNING, support: { ...TUNING.support, answers: 3 } }
    const words = wordsOf('chess', 'storm coast', 'storm coast')

    const ordered = bySupport(placesOf(10, 9, 8, 7, 6), words, NO_TIMES, tuning)

    expect(ordered.slice(3)).toEqual([
      { id: 4, value: 7 },
      { id: 5, value: 6 },
    ])
  })

  it('keep their order where no text is known', () => {
    const ordered = bySupport(placesOf(10, 9, 8), { shared: [], answers: new Map() }, NO_TIMES, TUNING)

    expect(ordered.map((place) => place.id)).toEqual([1, 2, 3])
  })
})
