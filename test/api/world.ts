import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Article, Item } from '../../src/model/item.ts'
import { ORDINARY, hotKey, scoreOf } from '../../src/model/score.ts'
import { HOUR_MS, MINUTE_MS } from '../../src/model/time.ts'
import type { ReadStore } from '../../src/store/read-store.ts'
import type { ItemInsert, SightingWrite } from '../../src/store/records.ts'
import { openSqliteReadStore, openSqliteStore } from '../../src/store/sqlite/open.ts'
import type { Store } from '../../src/store/store.ts'
import { canonicalKey, publisherOf } from '../../src/url/url.ts'
import { aSource } from '../a-source.ts'
import { aVisit } from '../store/drafts.ts'

/** The clock of every test here: the middle of a second, so that rounding shows. */
export const NOW = Date.parse('2026-03-10T12:00:30.500Z')

/** A collection that tests know by heart, in a real store. */
export interface World {
  readonly store: ReadStore
  /** As they must come back, in order of their ids. */
  readonly items: readonly Item[]
  readonly articles: readonly Article[]
  /** Adds the newest item there is. */
  add(): Promise<Item>
  close(): Promise<void>
}

export const SOURCES = ['alpha', 'beta', 'gamma', 'delta'] as const
const CATEGORIES = ['technology', 'science', 'general'] as const
const REGIONS = ['us', 'de', null] as const
/** Those of even ids are English, and about rivers. */
const LANGUAGES = ['en', 'de', 'en', null] as const

/** When the sources were last visited. */
const VISITED_AT = NOW - MINUTE_MS

/** One item every 37 minutes back from now, in order of their ids but for a few that came late. */
export async function openWorld(count = 120): Promise<World> {
  const folder = await mkdtemp(join(tmpdir(), 'digest-api-'))
  const file = join(folder, 'digest.db')
  const writer = await openSqliteStore(file, { now: () => NOW })
  await writer.syncSources(
    SOURCES.map((id) => aSource(id, { url: `https://${id}.example/feed.xml?a=1&b=2` })),
    NOW,
  )
  await writer.reserveIds('item', 10_000)
  await writer.reserveIds('story', 10_000)
  const articles = Array.from({ length: count }, (_, at) => {
    const late = at % 10 === 3 ? 5 * HOUR_MS : 0
    return anArticle(at + 1, NOW - (count - at) * 37 * MINUTE_MS - late)
  })
  await save(writer, articles, VISITED_AT)
  const store = await openSqliteReadStore(file, { now: () => NOW })

  return {
    store,
    get items() {
      return withStories(articles).map(({ item }) => item)
    },
    get articles() {
      return withStories(articles)
    },
    async add() {
      const article = anArticle(articles.length + 1, VISITED_AT + articles.length)
      articles.push(article)
      await save(writer, [article], VISITED_AT + 1000 * (articles.length - count))
      await store.refresh()
      return article.item
    },
    async close() {
      await store.close()
      await writer.close()
      await rm(folder, { recursive: true })
    },
  }
}

/** What is known of one article, and its text. */
export function anArticle(id: number, publishedAt: number): Article {
  const source = SOURCES[id % 4] ?? 'alpha'
  const others = SOURCES.filter((other) => other !== source)
  const carriers = id % 5 === 0 ? [source, ...others.slice(0, 2)] : [source]
  const parts = { ...ORDINARY, weight: 1 + (id % 3), coverage: carriers.length, engagement: id % 7 }
  const firstSeenAt = publishedAt + MINUTE_MS
  const url = `https://${source}.example/articles/${id}`
  const item: Item = {
    id,
    url,
    title: id % 2 === 0 ? `Rivers & <tides> of ${id}` : `Wind over the hills, part ${id}`,
    summary:
      id % 2 === 0 ? `Summary ${id}: how “rivers” run & rise.` : `Summary ${id}: how “winds” turn & rest.`,
    author: id % 3 === 0 ? 'Ada Quill' : null,
    source,
    sourceName: `The ${source}`,
    alsoIn: carriers.slice(1),
    category: CATEGORIES[id % 3] ?? 'general',
    region: REGIONS[id % 3] ?? null,
    language: LANGUAGES[id % 4] ?? null,
    tags: id % 2 === 0 ? ['water', 'sea & shore'] : [],
    publishedAt,
    firstSeenAt,
    updatedAt: null,
    imageUrl: id % 6 === 0 ? `https://${source}.example/images/${id}.jpg` : null,
    commentsUrl: id % 2 === 0 ? `https://${source}.example/comments/${id}` : null,
    enclosures:
      id % 4 === 0
        ? [{ url: `https://${source}.example/${id}.mp3?a=1&b=2`, mimeType: 'audio/mpeg', bytes: id * 1000 }]
        : [],
    engagement: id % 2 === 0 ? { points: id, comments: id % 4 === 0 ? id * 2 : null } : null,
    wordCount: 200 + id,
    readingMinutes: 1 + Math.floor(id / 100),
    score: scoreOf(parts),
    story: { id: Math.ceil(id / 3), itemCount: 1, sourceCount: carriers.length },
  }
  return {
    item,
    contentHtml: `<p>The body of <em>${id}</em> &amp; more: ]]&gt; and “quotes”.</p><ul><li>One</li><li>Two 🌊</li></ul>`,
    contentText: `The body of ${id} & more: ]]> and “quotes”. One Two 🌊`,
    sightings: carriers.map((carrier, at) => ({
      source: carrier,
      url,
      seenAt: at === 0 ? firstSeenAt : firstSeenAt + MINUTE_MS,
      commentsUrl: at === 0 ? item.commentsUrl : null,
      engagement: at === 0 ? item.engagement : null,
    })),
    scoreParts: parts,
    rankedAt: publishedAt,
    hot: 0,
  }
}

/** Three items in a row tell one story. */
function withStories(articles: readonly Article[]): Article[] {
  return articles.map((article) => {
    const { id } = article.item.story
    const items = articles.map(({ item }) => item).filter((item) => item.story.id === id)
    const sources = new Set(items.flatMap((item) => [item.source, ...item.alsoIn]))
    const story = { id, itemCount: items.length, sourceCount: sources.size }
    return { ...article, item: { ...article.item, story } }
  })
}

/** First the sources that had the articles first, then those that carry them too. */
async function save(store: Store, articles: readonly Article[], at: number): Promise<void> {
  for (const source of SOURCES) {
    const own = articles.filter(({ item }) => item.source === source)
    await store.saveVisit(
      aVisit(source, {
        at,
        nextVisitAt: at + HOUR_MS,
        inserts: own.map(insertOf),
        sightings: own.map((article) => sightingOf(article, source)),
        scores: own.map(({ item, scoreParts }) => ({
          itemId: item.id,
          score: item.score,
          hot: hotKey(scoreParts, item.publishedAt, 12 * HOUR_MS),
          parts: scoreParts,
        })),
      }),
    )
  }
  for (const source of SOURCES) {
    const carried = articles.filter(({ item }) => item.alsoIn.includes(source))
    if (carried.length === 0) continue
    await store.saveVisit(
      aVisit(source, {
        at,
        nextVisitAt: at + HOUR_MS,
        sightings: carried.map((article) => sightingOf(article, source)),
      }),
    )
  }
}

function insertOf(article: Article): ItemInsert {
  const { item } = article
  return {
    id: item.id,
    storyId: item.story.id,
    publisher: publisherOf(item.url) ?? item.source,
    firstSeenAt: item.firstSeenAt,
    draft: {
      ...item,
      ...article,
      isTimeStated: true,
      key: canonicalKey(item.url) ?? item.url,
      entryKey: `entry-${item.id}`,
      entryHash: `entry-${item.id}`,
      textHash: item.id,
      contentHash: `content-${item.id}`,
    },
  }
}

function sightingOf(article: Article, source: string): SightingWrite {
  const { item } = article
  const sighting = article.sightings.find((one) => one.source === source)
  if (sighting === undefined) throw new RangeError(`${item.id} was not seen in ${source}`)
  return {
    ...sighting,
    itemId: item.id,
    key: canonicalKey(item.url) ?? item.url,
    entryKey: `entry-${item.id}`,
    entryHash: `entry-${item.id}`,
    textHash: item.id,
    publishedAt: item.publishedAt,
  }
}

/** Articles in the order of feeds. */
export function newestFirst({ articles }: Pick<World, 'articles'>): Article[] {
  return articles.toSorted((a, b) => b.item.publishedAt - a.item.publishedAt || b.item.id - a.item.id)
}
