import { describe, expect, it } from 'vitest'
import type { StoryItem } from '../../domain/story.ts'
import { HOUR_MS } from '../../domain/time.ts'
import { explainPair } from './explain.ts'

describe('why two items tell one event', () => {
  it('names the words of both, whatever their endings, and how far apart they are', () => {
    const one = anItem('Ferry runs aground off Morrenstadt', 'All passengers are safe.', 0)
    const other = anItem('Passengers leave grounded ferry', 'It ran aground near Morrenstadt.', 3)

    const { words, closeness, hoursApart } = explainPair(one, other)

    expect(words.map(({ word }) => word).sort()).toEqual(['Ferry', 'Morrenstadt', 'aground', 'passengers'])
    expect(words.filter(({ inBothTitles }) => inBothTitles).map(({ word }) => word)).toEqual(['Ferry'])
    expect(closeness).toBeGreaterThan(0.3)
    expect(hoursApart).toBe(3)
  })

  it('puts the rarest first where it is told how rare words are', () => {
    const one = anItem('Ferry off Morrenstadt', '', 0)

    const { words, closeness } = explainPair(one, one, (word) => (word === 'morrenstadt' ? 9 : 1))

    expect(words[0]).toEqual({ word: 'Morrenstadt', weight: 9, inBothTitles: true })
    expect(closeness).toBe(1)
  })

  it('finds nothing where there are no words', () => {
    expect(explainPair(anItem('', '', 0), anItem('🎉', '', 0))).toEqual({
      words: [],
      closeness: 0,
      hoursApart: 0,
    })
  })
})

function anItem(title: string, summary: string, hours: number): StoryItem {
  return {
    itemId: 1,
    sourceId: 'tide',
    publisher: 'tide.example',
    title,
    titleKey: '',
    summary,
    language: 'en',
    publishedAt: hours * HOUR_MS,
    firstSeenAt: 100 * HOUR_MS,
  }
}
