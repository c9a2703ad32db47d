import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ArticleBody } from '../../src/api/schemas/item.ts'
import { StoryBody } from '../../src/api/schemas/story.ts'
import { HOUR_MS, MINUTE_MS } from '../../src/model/time.ts'
import { aSource } from '../a-source.ts'
import { ask, askPage, type PageJson } from '../api/ask.ts'
import { serve, type Served } from '../api/serve.ts'
import { aVisit } from '../store/drafts.ts'
import { anEntry, openVirtualCollection, type VirtualCollection } from './virtual-collection.ts'

const NOON = Date.UTC(2026, 2, 10, 12)
const PAPERS = ['tide', 'harbor', 'beacon'].map((id, n) => aSource(id, { weight: 1 + n / 2 }))
const AGGREGATOR = aSource('aggregator')
const TITLE = 'Ferry Merrowby runs aground off Morrenstadt with ninety aboard'

/** The papers use the same words, in sentences of their own order: alike, and no copies. */
const REPORTS = [
  'Tugs came at noon. Nobody was hurt, the harbour master said. The ferry struck a bank in thick fog.',
  'Nobody was hurt, the harbour master said. The ferry struck a bank in thick fog. Tugs came at noon.',
  'The ferry struck a bank in thick fog. Tugs came at noon. Nobody was hurt, the harbour master said.',
]

const OWN_TITLES = [
  'Choir of Arnfold sings for its fiftieth summer',
  'Cheaper batteries leave factories in Quillon',
  'Where gardeners buy roses when frost comes late',
]

let collection: VirtualCollection
let served: Served

beforeEach(async () => {
  collection = await openVirtualCollection([...PAPERS, AGGREGATOR], NOON - 24 * HOUR_MS)
  for (const [n, paper] of PAPERS.entries()) {
    const at = NOON - (6 - 2 * n) * HOUR_MS
    const own = anEntry({
      url: `https://${paper.id}.example/own`,
      title: OWN_TITLES[n] ?? '',
      publishedAt: at - 30 * MINUTE_MS,
    })
    const entry = anEntry({
      url: `https://${paper.id}.example/ferry`,
      title: TITLE,
      summaryHtml: REPORTS[n] ?? '',
      publishedAt: at,
    })
    await collection.visit(paper, [entry, own], at + 5 * MINUTE_MS)
  }
  served = await serve(collection.store)
  served.now = NOON
})

afterEach(async () => {
  await served.close()
  await collection.close()
})

async function ferryStory() {
  const page = await askPage(`${served.base}/api/items?limit=500`)
  const item = page.items.find(({ url }) => url === 'https://tide.example/ferry')
  return { id: Number(item?.['id']), storyId: storyOf(item) }
}

function storyOf(item: PageJson['items'][number] | undefined): number {
  const story = item?.['story'] as { id: number } | undefined
  return story?.id ?? 0
}

describe('a story, from feeds to answers', () => {
  it('is one for all who tell it, and its items say so everywhere', async () => {
    const { id, storyId } = await ferryStory()

    const page = await askPage(`${served.base}/api/items?storyId=${storyId}&sort=oldest`)
    const story = StoryBody.parse((await ask(`${served.base}/api/story?id=${storyId}`)).json)
    const article = ArticleBody.parse((await ask(`${served.base}/api/article?id=${id}`)).json)

    expect(page.items.map(({ source }) => source)).toEqual(['tide', 'harbor', 'beacon'])
    expect(story.items.map((item) => item.id)).toEqual(page.items.map((item) => item['id']))
    expect(story).toMatchObject({ itemCount: 3, sourceCount: 3, publisherCount: 3, title: TITLE })
    expect(story.publishers.map(({ name }) => name)).toEqual([
      'tide.example',
      'harbor.example',
      'beacon.example',
    ])
    expect(story.items[2]?.joined).toMatchObject({ similarity: 1, hoursApart: 2 })
    expect(article.related.map(({ source }) => source)).toEqual(['harbor', 'beacon'])
    expect(article.story).toEqual({ id: storyId, itemCount: 3, sourceCount: 3 })
  })

  it('is shown once where one item a story is asked for', async () => {
    const { storyId } = await ferryStory()

    const page = await askPage(`${served.base}/api/items?distinct=story&sort=hot&limit=500`)

    const ids = page.items.map(storyOf)
    expect(new Set(ids).size).toBe(ids.length)
    expect(page.total).toBe(4)
    // Alike in words: Harbor counts 1.5 times what Tide does, and Beacon is not clearly better than Harbor.
    expect(page.items.find((item) => storyOf(item) === storyId)?.['source']).toBe('harbor')
  })

  it('explains each score by parts that add up to it, in lists and articles alike', async () => {
    const page = await askPage(`${served.base}/api/items?include=scoreBreakdown&limit=500`)

    expect(page.items).toHaveLength(6)
    for (const item of page.items) {
      const article = ArticleBody.parse(
        (await ask(`${served.base}/api/article?id=${Number(item['id'])}`)).json,
      )
      const { score, parts } = article.scoreBreakdown
      const tenths = Object.values(parts).map((value) => Math.round(value * 10))
      expect(item['scoreBreakdown']).toEqual(article.scoreBreakdown)
      expect(tenths.reduce((sum, value) => sum + value) / 10).toBe(score)
      expect(item['score']).toBe(score)
    }
  })

  it('trends with its publishers, its direction and its items over time', async () => {
    const page = await askPage(`${served.base}/api/trending?hours=12`)

    expect(page.total).toBe(1)
    expect(page.items[0]?.['trend']).toMatchObject({
      itemCount: 3,
      sourceCount: 3,
      firstItemAt: new Date(NOON - 6 * HOUR_MS).toISOString(),
      lastItemAt: new Date(NOON - 2 * HOUR_MS).toISOString(),
      direction: 'rising',
    })
  })

  it('has one publisher where an aggregator lists one release on five sites, and does not trend', async () => {
    const hosts = ['cls', 'jiemian', 'sina', 'tmt', 'wall']
    const title = 'Minister Quistorp stresses deep integration of robots and industry'
    const listed = hosts.map((host, n) =>
      anEntry({
        url: `https://${host}.example/1`,
        title,
        contentHtml: '',
        publishedAt: NOON - n * MINUTE_MS,
      }),
    )
    await collection.visit(AGGREGATOR, listed, NOON)
    served.now = NOON + HOUR_MS

    const page = await askPage(`${served.base}/api/items?source=aggregator&include=scoreBreakdown`)
    const story = StoryBody.parse((await ask(`${served.base}/api/story?id=${storyOf(page.items[0])}`)).json)
    const trends = await askPage(`${served.base}/api/trending?hours=12`)

    expect(new Set(page.items.map(storyOf)).size).toBe(1)
    expect(story).toMatchObject({ itemCount: 5, publisherCount: 1 })
    expect(story.publishers).toMatchObject([{ name: 'wall.example', itemCount: 5 }])
    expect(
      page.items.map((item) => (item['scoreBreakdown'] as { values: { coverage: number } }).values.coverage),
    ).toEqual([1, 1, 1, 1, 1])
    expect(trends.total).toBe(1)
  })

  it('answers under the id that it had before it was merged', async () => {
    const { storyId } = await ferryStory()
    const page = await askPage(`${served.base}/api/items?source=tide&limit=500`)
    const other = page.items.find(({ url }) => url === 'https://tide.example/own')
    const oldId = storyOf(other)
    const before = await ask(`${served.base}/api/story?id=${storyId}`)

    await collection.store.saveVisit(aVisit('tide', { at: NOON, merges: [{ from: oldId, into: storyId }] }))

    const after = await ask(`${served.base}/api/story?id=${oldId}`)
    const filtered = await askPage(`${served.base}/api/items?storyId=${oldId}`)
    expect(oldId).not.toBe(storyId)
    expect(StoryBody.parse(after.json)).toMatchObject({ id: storyId, itemCount: 4 })
    expect(filtered.total).toBe(4)
    expect(after.headers['etag']).not.toBe(before.headers['etag'])
  })
})
