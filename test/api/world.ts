import type { Article, Item } from '../../src/domain/item.ts'
import type { SourceReport } from '../../src/domain/source.ts'
import { HOUR_MS, MINUTE_MS } from '../../src/domain/time.ts'
import { scoreOf } from '../../src/domain/score.ts'
import type { ReadStore } from '../../src/store/store.ts'
import { FakeStore } from './fake-store.ts'

/** The clock of every test here: the middle of a second, so that rounding shows. */
export const NOW = Date.parse('2026-03-10T12:00:30.500Z')

/** A collection that tests know by heart, behind the store's interface. */
export interface World {
  readonly store: ReadStore
  /** As they must come back. */
  readonly items: readonly Item[]
  /** Adds the newest item there is. */
  add(): Promise<Item>
  close(): Promise<void>
}

export const SOURCES = ['alpha', 'beta', 'gamma', 'delta'] as const
const CATEGORIES = ['technology', 'science', 'general'] as const
const REGIONS = ['us', 'de', null] as const
/** Those of even ids are English, and about rivers. */
const LANGUAGES = ['en', 'de', 'en', null] as const

/** What is known of one article, and its text. */
export function anArticle(id: number, publishedAt: number): Article {
  const source = SOURCES[id % 4] ?? 'alpha'
  const carriers =
    id % 5 === 0 ? [source, ...SOURCES.filter((other) => other !== source).slice(0, 2)] : [source]
  const parts = { weight: 1 + (id % 3), coverage: carriers.length, engagement: id % 7 }
  const firstSeenAt = publishedAt + MINUTE_MS
  const item: Item = {
    id,
    url: `https://example.org/articles/${id}`,
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
    imageUrl: id % 6 === 0 ? `https://example.org/images/${id}.jpg` : null,
    commentsUrl: id % 2 === 0 ? `https://example.org/comments/${id}` : null,
    enclosures:
      id % 4 === 0
        ? [{ url: `https://example.org/audio/${id}.mp3?a=1&b=2`, mimeType: 'audio/mpeg', bytes: id * 1000 }]
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
      url: `https://example.org/articles/${id}`,
      seenAt: firstSeenAt + at * MINUTE_MS,
      commentsUrl: at === 0 ? item.commentsUrl : null,
      engagement: at === 0 ? item.engagement : null,
    })),
    scoreParts: parts,
  }
}

/** One item every 37 minutes back from now, the newest with the highest id but for a few that came late. */
export async function openWorld(count = 120): Promise<World> {
  const articles = Array.from({ length: count }, (_, at) => {
    const late = at % 10 === 3 ? 5 * HOUR_MS : 0
    return anArticle(at + 1, NOW - (count - at) * 37 * MINUTE_MS - late)
  })
  const store = new FakeStore(withStories(articles), SOURCES.map(aSource), NOW - MINUTE_MS)
  let latest = NOW - MINUTE_MS
  return {
    store,
    get items() {
      return store.articles.map(({ item }) => item)
    },
    async add() {
      const article = anArticle(store.articles.length + 1, latest)
      latest += 1000
      store.add(article, latest)
      return article.item
    },
    close: async () => {},
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

export function aSource(id: string): SourceReport {
  return {
    id,
    name: `The ${id}`,
    type: 'feed',
    feedUrl: `https://example.org/${id}.xml?a=1&b=2`,
    siteUrl: null,
    category: 'general',
    region: null,
    language: 'en',
    enabled: true,
    iconUrl: null,
    itemCount: 25,
    itemsLast24h: 3,
    lastItemAt: NOW - HOUR_MS,
    health: {
      status: 'ok',
      lastVisitAt: NOW - 5 * MINUTE_MS,
      lastSuccessAt: NOW - 5 * MINUTE_MS,
      nextVisitAt: NOW + 25 * MINUTE_MS,
      intervalSeconds: 1800,
      consecutiveErrors: 0,
      successRate24h: 1,
      latencyMs: 20,
      lastStatus: 200,
      lastError: null,
    },
  }
}
