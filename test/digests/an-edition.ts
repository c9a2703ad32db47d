import type { Edition, EditionStory } from '../../src/model/edition.ts'

export function aStory(id: number, changes: Partial<EditionStory> = {}): EditionStory {
  const report = {
    itemId: id,
    title: `Title of story ${id}`,
    url: `https://paper.example/${id}`,
    source: 'paper',
    sourceName: 'The Morning Paper',
    language: 'en',
    publishedAt: '2026-03-02T05:00:00.000Z',
  }
  const other = {
    ...report,
    itemId: 1000 + id,
    source: 'blog',
    sourceName: 'A Blog',
    url: `https://blog.example/${id}`,
  }
  return {
    ...report,
    storyId: id,
    summary: `What story ${id} is about.`,
    author: null,
    category: 'general',
    score: 40,
    itemCount: 2,
    sourceCount: 2,
    isNew: false,
    newReportCount: 0,
    reports: [{ ...other, title: `Another view of story ${id}`, isNew: false }],
    ...changes,
  }
}

export function anEdition(stories: readonly EditionStory[], changes: Partial<Edition> = {}): Edition {
  return {
    digest: 'morning',
    title: 'The morning',
    date: '2026-03-02',
    timeZone: 'UTC',
    language: 'en',
    scheduledAt: '2026-03-02T07:00:00.000Z',
    madeAt: '2026-03-02T07:00:00.010Z',
    isLate: false,
    from: '2026-03-01T07:00:00.000Z',
    until: '2026-03-02T07:00:00.010Z',
    previousDate: null,
    storyCount: stories.length,
    newStoryCount: stories.filter(({ isNew }) => isNew).length,
    sections: stories.length === 0 ? [] : [{ category: null, name: null, stories }],
    ...changes,
  }
}
