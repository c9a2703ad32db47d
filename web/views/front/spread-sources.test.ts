import { describe, expect, it } from 'vitest'
import { spreadSources, withoutRuns } from './spread-sources.ts'

/** A story for each letter, which is its source; a digit after it is its score in tens. */
const stories = (text: string) =>
  text.split(' ').map((word) => ({ word, lead: { source: word[0] ?? '', score: Number(word[1] ?? 2) * 10 } }))

const spread = (text: string, places: Partial<Parameters<typeof spreadSources>[1]> = {}) =>
  spreadSources(stories(text), { count: 10, ...places })
    .map(({ word }) => word)
    .join(' ')

describe('the stories of the front page', () => {
  it.each([
    ['keep their order where no source is loud', 'a b a c b d', 'a b a c b d'],
    ['let others of the same score go before the third of a source', 'a a b a c d', 'a a b c d a'],
    ['let no other go before that matters less', 'a5 a5 b2 a5 c2', 'a5 a5 b2 a5 c2'],
    ['let others go before that matter more', 'a2 a2 b5 a2', 'a2 a2 b5 a2'],
    ['have at most two of a source in a row, whatever its score', 'a5 a5 a5 a5 b2', 'a5 a5 b2 a5 a5'],
    ['keep those of one source where there is no other', 'a a a a', 'a a a a'],
  ])('%s', (_, listed, shown) => {
    expect(spread(listed)).toBe(shown)
  })

  it('have at most four of twenty of one source, as long as there are others', () => {
    const others = 'b c d e f g h i j k l m n o p q r s t u'
    const shown = spread(`${'a9 '.repeat(20)}${others}`, { count: 24 }).split(' ')

    for (let from = 0; from + 20 <= shown.length; from += 1)
      expect(shown.slice(from, from + 20).filter((word) => word === 'a9').length).toBeLessThan(5)
  })

  it('follow the headlines that stand before them', () => {
    expect(spread('a9 b', { before: ['a', 'a'] })).toBe('b a9')
  })

  it('are as many as asked for, each once', () => {
    expect(spread('a a a b c', { count: 3 })).toBe('a a b')
    expect(spread('a a a b c').split(' ').toSorted().join(' ')).toBe('a a a b c')
  })

  it('are left out of a list by time where a source has too many', () => {
    const items = 'a a a b a a c a a'.split(' ').map((source, at) => ({ source, at }))

    expect(withoutRuns(items, 9).map(({ at }) => at)).toEqual([0, 1, 3, 4, 5, 6])
    expect(withoutRuns(items, 2).map(({ at }) => at)).toEqual([0, 1])
  })

  it('are fewer where only one source is left, but not fewer than asked for', () => {
    expect(spread('a a a a a', { atLeast: 0 })).toBe('a a')
    expect(spread('a a a a a', { atLeast: 3 })).toBe('a a a')
  })
})
