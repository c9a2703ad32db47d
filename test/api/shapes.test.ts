import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { healthJson, observe } from '../../src/api/bodies/health.ts'
import { newState } from '../../src/api/deps.ts'
import { articleJson } from '../../src/api/routes/article.ts'
import { ArticleBody, ListItemBody, TrendingItemBody, SearchBody } from '../../src/api/schemas/item.ts'
import { listBody } from '../../src/api/schemas/list.ts'
import { ProblemBody } from '../../src/api/schemas/problem.ts'
import { HealthBody, SuggestionsBody } from '../../src/api/schemas/service.ts'
import { StoryBody } from '../../src/api/schemas/story.ts'
import { ItemBody } from '../../src/model/item-body.ts'
import { type Item, itemJson } from '../../src/model/item.ts'
import { ORDINARY, hotKey } from '../../src/model/score.ts'
import { SourceBody } from '../../src/model/source-report.ts'
import { CategoryBody, StatsBody } from '../../src/model/stats.ts'
import { HOUR_MS } from '../../src/model/time.ts'
import { openSearch } from '../../src/search/search.ts'
import { apiOf } from './api-of.ts'
import { ask, askPage } from './ask.ts'
import { serve } from './serve.ts'
import { withFields } from './with-fields.ts'
import { NOW, openWorld, SOURCES } from './world.ts'

const api = apiOf(openWorld)

const items = listBody('TestItems', ListItemBody)
const found = SearchBody
const trending = listBody('TestTrending', TrendingItemBody)

const SHAPES: [string, z.ZodType][] = [
  ['/api/items', items],
  ['/api/items?limit=500&include=content,scoreBreakdown', items],
  ['/api/items?fields=id,contentHtml', withFields(items)],
  ['/api/items?source=nobody', items],
  ['/api/search?q=rivers', found],
  ['/api/search?q=rivers&include=content,scoreBreakdown&sort=hot', found],
  ['/api/search?q=rivers&fields=relevance,highlights', withFields(found)],
  ['/api/search?q=nothinglikethis', found],
  ['/api/search?q=rivers+nothinglikethis&explain=true', found],
  ['/api/search?q=rivars&explain=true', found],
  ['/api/search?q=rivers&fields=explanation', withFields(found)],
  ['/api/suggest?q=ri', SuggestionsBody],
  ['/api/trending', trending],
  ['/api/trending?hours=720&include=scoreBreakdown', trending],
  ['/api/trending?fields=trend,title', withFields(trending)],
  ['/api/article?id=20', ArticleBody],
  ['/api/article?id=21&maxChars=5', ArticleBody],
  ['/api/article?id=21&fields=id,related', withFields(ArticleBody)],
  ['/api/story?id=2', StoryBody],
  ['/api/story?id=2&fields=title,words,items.id,items.contentText', withFields(StoryBody)],
  ['/api/story?id=2&include=content,scoreBreakdown,thumbnail&maxChars=5&limit=2', StoryBody],
  ['/api/sources', listBody('TestSources', SourceBody)],
  ['/api/categories', listBody('TestCategories', CategoryBody)],
  ['/api/stats', StatsBody],
  ['/api/stats?include=activity', StatsBody],
  ['/api/stats?fields=items,activity', withFields(StatsBody)],
  ['/api/health', HealthBody],
  ['/api/items?limit=0', ProblemBody],
  ['/api/nothing', ProblemBody],
]

describe('the shape of an answer', () => {
  it.each(SHAPES)('%s is as documented, no field more or less', async (address, schema) => {
    const reply = await ask(api.base + address)

    const checked = schema.safeParse(reply.json)
    expect(checked.error?.issues).toBeUndefined()
    expect(checked.data).toEqual(reply.json)
  })

  it('leaves out no field of an item: what is unknown is null', async () => {
    const page = await askPage(`${api.base}/api/items?limit=500`)

    const names = Object.keys(ItemBody.shape)
    expect(page.items.map((item) => Object.keys(item))).toEqual(page.items.map(() => names))
  })
})

describe('items', () => {
  it('come back as they were saved', async () => {
    const page = await askPage(`${api.base}/api/items?limit=500`)

    const expected = api.world.items
      .toSorted((a, b) => b.publishedAt - a.publishedAt || b.id - a.id)
      .map((item) => JSON.parse(JSON.stringify(itemJson(item))) as unknown)
    expect(page.items).toEqual(expected)
  })
})

describe('/api/article', () => {
  it.each([5, 12, 20, 60])('gives article %d whole, with its story and where it was seen', async (id) => {
    const reply = await ask(`${api.base}/api/article?id=${id}`)

    const article = api.world.articles.find(({ item }) => item.id === id)
    const related = api.world.items
      .filter((item) => item.story.id === article?.item.story.id && item.id !== id)
      .toSorted((a, b) => hotOf(b) - hotOf(a) || b.id - a.id)
    expect(article).toBeDefined()
    expect(reply.json).toEqual(article && articleJson(article, related, undefined))
  })

  it.each([
    'https://gamma.example/articles/2',
    'http://gamma.example/articles/2',
    'http://www.gamma.example/articles/2?utm_source=x&utm_medium=y#top',
    'https://gamma.example/articles/2/',
    'gamma.example/articles/2',
  ])('finds it under %s', async (url) => {
    const reply = await ask(`${api.base}/api/article?url=${encodeURIComponent(url)}`)

    expect(reply.json).toMatchObject({ id: 2 })
  })

  it('explains its score by parts that add up to it', async () => {
    const reply = await ask(`${api.base}/api/article?id=20`)

    const { score, scoreBreakdown } = ArticleBody.parse(reply.json)
    const { base, source, coverage, engagement } = scoreBreakdown.parts
    expect(Math.round((base + source + coverage + engagement) * 10) / 10).toBe(score)
    expect(scoreBreakdown.score).toBe(score)
  })
})

describe('/api/sources', () => {
  it('lists each configured source in its order', async () => {
    const page = await askPage(`${api.base}/api/sources`)

    expect(page.items.map(({ id }) => id)).toEqual([...SOURCES])
    expect(page).toMatchObject({ count: 4, total: 4, offset: 0, hasMore: false, nextCursor: null })
  })
})

describe('/api/stats', () => {
  it('agrees with the lists', async () => {
    const stats = StatsBody.parse((await ask(`${api.base}/api/stats`)).json)

    const all = await askPage(`${api.base}/api/items?limit=1`)
    expect(stats.items.total).toBe(all.total)
    for (const [name, counts] of [
      ['category', stats.byCategory],
      ['source', stats.bySource],
      ['language', stats.byLanguage],
      ['region', stats.byRegion],
    ] as const) {
      for (const { name: value, count } of counts) {
        const page = await askPage(`${api.base}/api/items?limit=1&${name}=${value}`)
        expect({ name, value, count }).toEqual({ name, value, count: page.total })
      }
    }
    expect(stats.sources).toMatchObject({ total: 4, enabled: 4, failing: 0 })
    const carriers = api.world.items.flatMap((item) => item.alsoIn)
    expect(stats.duplicates.merged).toBe(carriers.length)
  })
})

describe('/api/stats?include=activity', () => {
  it('agrees with the lists, day by day and source by source', async () => {
    const { activity } = StatsBody.parse((await ask(`${api.base}/api/stats?include=activity`)).json)
    if (activity === undefined) throw new Error('the answer has no activity')

    for (const { date, count, byCategory } of activity.days) {
      const page = await askPage(`${api.base}/api/items?limit=1&from=${date}&to=${date}`)
      expect({ date, count }).toEqual({ date, count: page.total })
      expect(byCategory.reduce((sum, category) => sum + category.count, 0)).toBe(count)
    }
    expect(activity.sources.map(({ id }) => id)).toEqual([...SOURCES])
  })
})

describe('/api/health', () => {
  it('says ok, and since when', async () => {
    const reply = await ask(`${api.base}/api/health`)

    expect(HealthBody.parse(reply.json)).toMatchObject({
      status: 'ok',
      uptimeSeconds: 60,
      itemCount: api.world.items.length,
      checks: { collector: { status: 'ok', staleSeconds: 60 }, sources: { total: 4, failing: 0 } },
    })
  })

  it('says degraded when nothing was visited for long', async () => {
    const late = await serve(api.world.store)
    late.now += 5 * 3_600_000

    const reply = await ask(`${late.base}/api/health`)

    expect(reply.status).toBe(200)
    expect(HealthBody.parse(reply.json)).toMatchObject({
      status: 'degraded',
      checks: { store: { status: 'ok' }, collector: { status: 'degraded' } },
    })
    await late.close()
  })

  it('says degraded, and why, while the clock is wrong', async () => {
    const { store } = api.world
    const now = (): number => NOW
    const service = {
      startedAt: NOW,
      state: { ...newState(), clockProblem: '2 of 2 servers say otherwise' },
    }

    const health = healthJson(
      service,
      await observe({ store, search: openSearch(store.searchSource), now }),
      [{ part: 'disk', message: 'the disk of the store has 12 MB free' }],
      NOW,
    )

    expect(health).toMatchObject({
      status: 'degraded',
      checks: {
        clock: { status: 'degraded', message: '2 of 2 servers say otherwise' },
        machine: {
          status: 'degraded',
          troubles: [{ part: 'clock' }, { part: 'disk', message: 'the disk of the store has 12 MB free' }],
        },
        store: { status: 'ok' },
      },
    })
  })
})

describe('/api/story', () => {
  it('tells its items oldest first, who tells it, and how it grew', async () => {
    const reply = await ask(`${api.base}/api/story?id=7`)

    const story = StoryBody.parse(reply.json)
    const items = api.world.items
      .filter((item) => item.story.id === 7)
      .toSorted((a, b) => a.publishedAt - b.publishedAt || a.id - b.id)
    expect(story.items.map(({ id }) => id)).toEqual(items.map(({ id }) => id))
    expect(story).toMatchObject({
      id: 7,
      itemCount: 3,
      publisherCount: 3,
      firstItemAt: new Date(items[0]?.publishedAt ?? 0).toISOString(),
      lastItemAt: new Date(items[2]?.publishedAt ?? 0).toISOString(),
    })
    expect(story.series.reduce((sum, count) => sum + count)).toBe(3)
    expect(Math.max(...items.map(({ score }) => score))).toBe(
      items.find(({ id }) => id === story.itemId)?.score,
    )
  })

  it('says what joins each item to the ones before', async () => {
    const story = StoryBody.parse((await ask(`${api.base}/api/story?id=7`)).json)

    const ids = story.items.map(({ id }) => id)
    expect(story.items[0]?.joined).toBeNull()
    for (const [at, { joined }] of story.items.entries()) {
      if (at === 0) continue
      expect(ids.slice(0, at)).toContain(joined?.itemId)
    }
    // Its items are of three languages.
    expect(story.items[1]?.joined).toMatchObject({ words: [], evidence: { words: [], chance: 0 } })
    expect(story.nearest?.item.storyId).not.toBe(7)
  })

  it('is 404 for one that never was', async () => {
    const reply = await ask(`${api.base}/api/story?id=99999`)

    expect(reply).toMatchObject({ status: 404, json: { code: 'notFound' } })
  })
})

/** Freshness in half-lives: what `sort=hot` orders by, up to what is the same for all. */
function hotOf({ publishedAt, id }: Item): number {
  const parts = api.world.articles.find(({ item }) => item.id === id)?.scoreParts
  return hotKey(parts ?? ORDINARY, publishedAt, 12 * HOUR_MS)
}
