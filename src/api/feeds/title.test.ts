import { describe, expect, it } from 'vitest'
import type { NamesOf } from '../query/filters.ts'
import { feedTitle, type TitledQuery } from './feed.ts'

const NAMES: Readonly<Record<string, string>> = {
  'source alpha': 'The Alpha',
  'source beta': 'Beta Daily',
  'category xn--wgv71a119e': '日本語',
}
const namesOf: NamesOf = (filter, value) => NAMES[`${filter} ${value}`] ?? value

describe('feedTitle', () => {
  it.each<[string, TitledQuery]>([
    ['Digest', {}],
    ['Digest: technology, last 24 hours', { category: ['technology'], sinceHours: 24 }],
    ['Digest: The Alpha, Beta Daily, "solar power"', { source: ['alpha', 'beta'], q: '"solar power"' }],
    ['Digest: without The Alpha, science', { source: ['-alpha'], category: ['science'] }],
    ['Digest: 日本語, without world', { category: ['xn--wgv71a119e', '-world'] }],
    ['Digest: Germany, world, German', { region: ['de', 'world'], language: ['de'] }],
    ['Digest: last hour', { sinceHours: 1 }],
    ['Digest: last 3 days, one a story', { sinceDays: 3, distinct: 'story' }],
    ['Digest: from 2026-01-01, to 2026-01-31', { from: '2026-01-01', to: '2026-01-31' }],
    [
      'Digest: 100 points or more, 5 minutes or more, at most 9 minutes',
      { minPoints: 100, minMinutes: 5, maxMinutes: 9 },
    ],
    ['Digest: score 42.5 or more, story 7', { minScore: 42.5, storyId: 7 }],
  ])('says %s', (expected, query) => {
    expect(feedTitle(query, namesOf, 'Digest')).toBe(expected)
  })

  it('keeps what is no code of a region or language as it was given', () => {
    const title = feedTitle({ region: ['a b', 'eu-north'], language: ['x'] }, namesOf, 'Digest')

    expect(title).toBe('Digest: a b, eu-north, x')
  })

  it('stays short, however much was asked for', () => {
    const title = feedTitle(
      { category: Array.from({ length: 100 }, (_, at) => `🌊 number ${at}`) },
      namesOf,
      'Digest',
    )

    expect(Array.from(title).length).toBe(200)
    expect(title).toMatch(/^Digest: 🌊 number 0, .+…$/u)
  })
})
