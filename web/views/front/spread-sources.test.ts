import { describe, expect, it } from 'vitest'
import { spreadSources } from './spread-sources.ts'

/** A story for each letter, which is its source; a digit after it is its score in tens. */
const stories = (text: string) =>
  text.split(' ').map((word) => ({ word, lead: { source: word[0] ?? '', score: Number(word[1] ?? 2) * 10 } }))

const spread = (text: string, count = 10) =>
  spreadSources(stories(text), count)
    .map(({ word }) => word)
    .join(' ')

describe('the stories of the front page', () => {
  it.each([
    ['keep their order where no source is loud', 'a b a c b d', 'a b a c b d'],
    ['let others of the same score go before the third of a source', 'a a a a b c d', 'a a b c d a a'],
    ['let no other go before that matters less', 'a5 a5 a5 b2', 'a5 a5 a5 b2'],
    ['let others go before that matter more', 'a2 a2 a2 b5', 'a2 a2 b5 a2'],
    ['keep those of one source where there is no other', 'a a a a', 'a a a a'],
  ])('%s', (_, listed, shown) => {
    expect(spread(listed)).toBe(shown)
  })

  it('have at most two of ten in a row from one source, as long as there are others', () => {
    const shown = spread(`${'a '.repeat(20)}${'b '.repeat(20)}c d e f g h i j k l m n o p q r s t`, 20).split(
      ' ',
    )

    for (let from = 0; from <= 10; from += 1) {
      const part = shown.slice(from, from + 10)
      for (const source of new Set(part)) expect(part.filter((one) => one === source).length).toBeLessThan(3)
    }
  })

  it('are as many as asked for, each once', () => {
    expect(spread('a a a b c', 3)).toBe('a a b')
    expect(spread('a a a b c').split(' ').toSorted().join(' ')).toBe('a a a b c')
  })
})
