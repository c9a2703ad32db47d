import { describe, expect, it } from 'vitest'
import { type StoryItem, storyOf } from './stories.ts'

const lead: StoryItem = {
  id: 1,
  url: 'https://a.example/1',
  title: 'A bridge opens',
  language: 'en',
  summary: '',
  source: 'a',
  sourceName: 'The A',
  alsoIn: ['links'],
  category: 'general',
  publishedAt: '2026-03-10T08:00:00.000Z',
  firstSeenAt: '2026-03-10T08:05:00.000Z',
  score: 20,
  engagement: null,
  story: { id: 9, itemCount: 4, sourceCount: 4 },
}
const report = (id: number, source: string) => ({
  id,
  title: `Report ${id}`,
  language: 'en',
  summary: null,
  source,
  sourceName: `The ${source}`,
})
const names = new Map([['links', 'Links']])

describe('storyOf', () => {
  it('names each other source once, those that carry the article itself last', () => {
    const story = storyOf(
      lead,
      [report(1, 'a'), report(2, 'b'), report(3, 'b'), report(4, 'a'), report(5, 'c')],
      names,
    )

    const language = 'en'
    expect(story.others).toEqual([
      { name: 'The b', title: 'Report 2', language, address: '/article?id=2' },
      { name: 'The c', title: 'Report 5', language, address: '/article?id=5' },
      { name: 'Links', title: 'A bridge opens', language, address: '/list?source=links' },
    ])
    expect(story.more).toBe(0)
  })

  it('names first those that have a headline of their own', () => {
    const copy = { ...report(1, 'b'), title: lead.title }
    const story = storyOf({ ...lead, alsoIn: [] }, [copy, report(2, 'c')], names)

    expect(story.others.map(({ name }) => name)).toEqual(['The c', 'The b'])
  })

  it('has the longest summary of a report where its own is missing', () => {
    const summary = 'The bridge over the strait is open after nine years of work and two of dispute.'
    const reports = [{ ...report(1, 'b'), summary }, report(2, 'c')]

    expect(storyOf(lead, reports, names).lead.summary).toBe(summary)
  })

  it('shows the picture of the leading article, else that of the first report that has one', () => {
    const pictured = (...ids: readonly number[]) => {
      const has = (id: number) => ({ hasThumbnail: ids.includes(id) })
      const reports = [2, 3].map((id) => ({ ...report(id, `s${id}`), ...has(id) }))
      return storyOf({ ...lead, ...has(1) }, reports, names).pictured?.id
    }

    expect([pictured(1, 2, 3), pictured(2, 3), pictured(3), pictured()]).toEqual([1, 2, 3, undefined])
  })

  it('counts the sources that it does not name', () => {
    const many = { ...lead, story: { id: 9, itemCount: 12, sourceCount: 12 } }

    const story = storyOf(
      many,
      'bcdefghij'.split('').map((source, at) => report(at + 2, source)),
      names,
    )

    expect(story.others).toHaveLength(3)
    expect(story.more).toBe(8)
  })
})
