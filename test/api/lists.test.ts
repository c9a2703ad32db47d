import { describe, expect, it } from 'vitest'
import type { Item } from '../../src/model/item.ts'
import { HOUR_MS } from '../../src/model/time.ts'
import { apiOf } from './api-of.ts'
import { askPage, idsOf } from './ask.ts'
import { NOW, openWorld } from './world.ts'

const api = apiOf(openWorld)

describe('/api/items', () => {
  it('gives the 50 newest where nothing is asked for', async () => {
    const page = await askPage(`${api.base}/api/items`)

    expect(idsOf(page)).toEqual(newest(api.world.items).slice(0, 50))
    expect(page).toMatchObject({
      count: 50,
      total: api.world.items.length,
      limit: 50,
      offset: 0,
      hasMore: true,
    })
  })

  it.each<[string, (item: Item) => boolean]>([
    ['source=alpha', (item) => carriers(item).includes('alpha')],
    ['source=alpha,beta', (item) => carriers(item).some((id) => id === 'alpha' || id === 'beta')],
    ['source=alpha&source=beta', (item) => carriers(item).some((id) => id === 'alpha' || id === 'beta')],
    ['source=-alpha', (item) => !carriers(item).includes('alpha')],
    [
      'source=beta&source=-alpha',
      (item) => carriers(item).includes('beta') && !carriers(item).includes('alpha'),
    ],
    ['category=science', (item) => item.category === 'science'],
    ['category=-science,-general', (item) => item.category === 'technology'],
    ['region=de', (item) => item.region === 'de'],
    ['region=-de', (item) => item.region !== 'de'],
    ['language=ja,de', (item) => item.language === 'ja' || item.language === 'de'],
    ['minScore=40.5', (item) => item.score >= 40.5],
    ['minPoints=40', (item) => (item.engagement?.points ?? 0) >= 40],
    ['minMinutes=2', (item) => item.readingMinutes >= 2],
    [
      'maxMinutes=1&minPoints=90&language=en',
      (item) => item.readingMinutes <= 1 && (item.engagement?.points ?? 0) >= 90 && item.language === 'en',
    ],
    ['sinceHours=5', (item) => item.publishedAt >= NOW - 500 - 5 * HOUR_MS],
    ['sinceDays=1', (item) => item.publishedAt >= NOW - 500 - 24 * HOUR_MS],
    ['from=2026-03-09&to=2026-03-09', (item) => iso(item).startsWith('2026-03-09')],
    ['from=2026-03-10T08:00:00Z', (item) => iso(item) >= '2026-03-10T08:00:00.000Z'],
    ['from=2026-03-10T09:00:00%2B01:00', (item) => iso(item) >= '2026-03-10T08:00:00.000Z'],
    ['from=2026-03-10T09:00:00+01:00', (item) => iso(item) >= '2026-03-10T08:00:00.000Z'],
    ['to=2026-03-10T08:00:00.000Z', (item) => iso(item) <= '2026-03-10T08:00:00.000Z'],
    ['sinceHours=5&to=2026-03-09', () => false],
    [
      'category=science&source=gamma&sinceDays=2&region=de',
      (item) =>
        item.category === 'science' &&
        carriers(item).includes('gamma') &&
        item.publishedAt >= NOW - 500 - 48 * HOUR_MS,
    ],
    ['source=no-such-source', () => false],
    ['category=nothing&region=de', () => false],
    ['storyId=7', (item) => item.story.id === 7],
    ['storyId=999999', () => false],
    ['tag=Water', (item) => item.tags.includes('water')],
    [
      'tag=sea%20%26%20shore&tag=none&source=beta,gamma',
      (item) => item.tags.length > 0 && !isOnlyIn(item, 'alpha', 'delta'),
    ],
    ['tag=-water', (item) => item.tags.length === 0],
    ['tag=nothing', () => false],
    ['ids=7,3,3,9999&ids=12', (item) => [3, 7, 12].includes(item.id)],
    ['ids=1,2,3,4&tag=water', (item) => item.id === 2 || item.id === 4],
    ['seenFrom=2026-03-10', (item) => seen(item) >= '2026-03-10'],
    ['seenFrom=2026-03-09&seenTo=2026-03-09', (item) => seen(item).startsWith('2026-03-09')],
    [
      'seenTo=2026-03-10T08:00:00Z&minScore=40',
      (item) => seen(item) <= '2026-03-10T08:00:00.000Z' && item.score >= 40,
    ],
  ])('filters by %s', async (query, meant) => {
    const page = await askPage(`${api.base}/api/items?limit=500&${query}`)

    const expected = newest(api.world.items.filter(meant))
    expect(idsOf(page)).toEqual(expected)
    expect(page).toMatchObject({ total: expected.length, hasMore: false, nextCursor: null })
  })

  it('has items for each filter above that is meant to find some', () => {
    const wanted = api.world.items.filter(
      (item) => item.category === 'science' && carriers(item).includes('gamma'),
    )

    expect(wanted.length).toBeGreaterThan(3)
  })

  it.each([
    ['newest', (a: Item, b: Item) => b.publishedAt - a.publishedAt || b.id - a.id],
    ['oldest', (a: Item, b: Item) => a.publishedAt - b.publishedAt || a.id - b.id],
    ['firstSeen', (a: Item, b: Item) => b.firstSeenAt - a.firstSeenAt || b.id - a.id],
    ['score', (a: Item, b: Item) => b.score - a.score || b.id - a.id],
  ])('sorts by %s', async (sort, order) => {
    const page = await askPage(`${api.base}/api/items?limit=500&sort=${sort}`)

    expect(idsOf(page)).toEqual(api.world.items.toSorted(order).map(({ id }) => id))
  })

  it('sorts by hot: a higher score is worth hours of freshness', async () => {
    const page = await askPage(`${api.base}/api/items?limit=500&sort=hot`)

    const ids = idsOf(page)
    expect(ids.toSorted((a, b) => a - b)).toEqual(api.world.items.map(({ id }) => id))
    expect(ids).not.toEqual(newest(api.world.items))
    expect(ids.slice(0, 20).every((id) => id > api.world.items.length - 80)).toBe(true)
  })

  it('shows one item of each story, the same one in every order', async () => {
    const [page, ...others] = await Promise.all(
      ['score', 'newest', 'oldest', 'hot'].map((sort) =>
        askPage(`${api.base}/api/items?limit=500&distinct=story&sort=${sort}`),
      ),
    )

    const ids = page === undefined ? [] : idsOf(page)
    const shown = api.world.items.filter(({ id }) => ids.includes(id))
    const stories = new Set(api.world.items.map(({ story }) => story.id))
    expect(ids).toEqual(shown.toSorted((a, b) => b.score - a.score || b.id - a.id).map(({ id }) => id))
    expect([new Set(shown.map(({ story }) => story.id)).size, ids.length]).toEqual([
      stories.size,
      stories.size,
    ])
    expect(page?.total).toBe(stories.size)
    for (const other of others) expect(new Set(idsOf(other))).toEqual(new Set(ids))
  })

  it('tells what it understood, with null for what was not asked', async () => {
    const { query } = await askPage(
      `${api.base}/api/items?source=beta,alpha&source=beta&from=2026-03-01T00:00:00%2B02:00&limit=1`,
    )

    expect(query).toEqual({
      source: ['alpha', 'beta'],
      category: null,
      region: null,
      language: null,
      tag: null,
      ids: null,
      from: '2026-02-28T22:00:00.000Z',
      to: null,
      seenFrom: null,
      seenTo: null,
      sinceHours: null,
      sinceDays: null,
      minScore: null,
      minPoints: null,
      minMinutes: null,
      maxMinutes: null,
      storyId: null,
      distinct: null,
      sort: 'newest',
    })
  })

  it('gives only the fields asked for', async () => {
    const page = await askPage(`${api.base}/api/items?limit=2&fields=title,id&fields=contentText&maxChars=8`)

    const [first] = page.items
    expect(Object.keys(first ?? {})).toEqual(['id', 'title', 'contentText'])
    expect(first?.['contentText']).toBe('The body')
  })

  it('includes the text and the reasons of the score where asked to', async () => {
    const page = await askPage(`${api.base}/api/items?limit=3&include=content,scoreBreakdown&maxChars=10`)

    for (const item of page.items) {
      expect(item).toMatchObject({ contentText: 'The body o', contentTruncated: true })
      expect(item['contentHtml']).toBe('<p>The body o</p>')
      expect(item['scoreBreakdown']).toMatchObject({ score: item['score'] })
    }
  })
})

describe('/api/search', () => {
  it('gives what was found with its relevance and its marks', async () => {
    const page = await askPage(`${api.base}/api/search?q=RIVER&limit=500`)

    const expected = api.world.items.filter(({ title }) => title.startsWith('Rivers'))
    expect(idsOf(page).toSorted((a, b) => a - b)).toEqual(expected.map(({ id }) => id))
    expect(page).toMatchObject({ total: expected.length, query: { q: 'RIVER', sort: 'relevance' } })
    for (const { id, relevance, highlights } of page.items) {
      expect(relevance).toSatisfy((value: number) => value > 0 && value <= 1)
      expect(highlights).toEqual({
        title: `<mark>Rivers</mark> &amp; &lt;tides&gt; of ${String(id)}`,
        summary: `Summary ${String(id)}: how “<mark>rivers</mark>” run &amp; rise.`,
      })
    }
  })

  it('takes the filters of a list', async () => {
    const page = await askPage(`${api.base}/api/search?q=rivers&category=science&source=-alpha&limit=500`)

    const expected = api.world.items.filter(
      (item) =>
        item.title.startsWith('Rivers') && item.category === 'science' && !carriers(item).includes('alpha'),
    )
    expect(idsOf(page).toSorted((a, b) => a - b)).toEqual(expected.map(({ id }) => id))
    expect(expected.length).toBeGreaterThan(3)
  })
})

describe('/api/categories', () => {
  it('counts add up to the number of items', async () => {
    const page = await askPage(`${api.base}/api/categories`)

    const sum = page.items.reduce((total, { count }) => total + Number(count), 0)
    expect(sum).toBe(api.world.items.length)
    expect(page.items.map(({ count }) => count)).toEqual(
      page.items.map(({ count }) => count).toSorted(descending),
    )
  })
})

function newest(items: readonly Item[]): number[] {
  return items.toSorted((a, b) => b.publishedAt - a.publishedAt || b.id - a.id).map(({ id }) => id)
}

function carriers(item: Item): string[] {
  return [item.source, ...item.alsoIn]
}

function iso(item: Item): string {
  return new Date(item.publishedAt).toISOString()
}

function descending(a: unknown, b: unknown): number {
  return Number(b) - Number(a)
}

function seen(item: Item): string {
  return new Date(item.firstSeenAt).toISOString()
}

function isOnlyIn(item: Item, ...sources: string[]): boolean {
  return carriers(item).every((source) => sources.includes(source))
}
