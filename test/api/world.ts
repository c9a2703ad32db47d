import type { Article, Item } from '../../src/domain/item.ts'
import type { SourceReport } from '../../src/domain/source.ts'
import { HOUR_MS, MINUTE_MS } from '../../src/domain/time.ts'
import { FakeStore } from './fake-store.ts'

export const NOW = Date.parse('2026-03-10T12:00:30.500Z')

const SOURCES = ['alpha', 'beta', 'gamma', 'delta']
const CATEGORIES = ['technology', 'science', 'general']
const REGIONS = ['us', 'de', null]

export function anItem(id: number, over: Partial<Item> = {}): Item {
  const publishedAt = NOW - id * 37 * MINUTE_MS
  return {
    id,
    url: `https://example.org/articles/${id}`,
    title: `Article ${id} on rivers & <tides>`,
    summary: `Summary of ${id}: how “rivers” run.`,
    author: id % 3 === 0 ? 'Ada Quill' : null,
    source: SOURCES[id % 4] ?? 'alpha',
    sourceName: `The ${SOURCES[id % 4]}`,
    alsoIn: id % 5 === 0 ? ['beta'].filter((source) => source !== SOURCES[id % 4]) : [],
    category: CATEGORIES[id % 3] ?? 'general',
    region: REGIONS[id % 3] ?? null,
    language: 'en',
    tags: ['water'],
    publishedAt,
    firstSeenAt: publishedAt + MINUTE_MS,
    updatedAt: id % 7 === 0 ? publishedAt + HOUR_MS : null,
    imageUrl: null,
    commentsUrl: id % 2 === 0 ? `https://example.org/comments/${id}` : null,
    enclosures:
      id % 4 === 0 ? [{ url: `https://example.org/${id}.mp3`, mimeType: 'audio/mpeg', bytes: 1000 }] : [],
    engagement: id % 2 === 0 ? { points: id, comments: null } : null,
    wordCount: 100 + id,
    readingMinutes: 1,
    score: (id * 7) % 100,
    story: { id: Math.ceil(id / 3), itemCount: 3, sourceCount: 3 },
    ...over,
  }
}

export function anArticle(item: Item): Article {
  return {
    item,
    contentHtml: `<p>Body of <em>${item.id}</em> &amp; more ]]&gt; text.</p>`,
    contentText: `Body of ${item.id} & more ]]> text.`,
    sightings: [item.source, ...item.alsoIn].map((source) => ({
      source,
      url: item.url,
      seenAt: item.firstSeenAt,
      commentsUrl: null,
      engagement: null,
    })),
    scoreParts: { weight: 1, coverage: 3, engagement: 0 },
  }
}

export function aSource(id: string): SourceReport {
  return {
    id,
    name: `The ${id}`,
    type: 'feed',
    feedUrl: `https://example.org/${id}.xml`,
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

export function aWorld(count = 100): FakeStore {
  const articles = Array.from({ length: count }, (_, at) => anArticle(anItem(at + 1)))
  return new FakeStore(articles, SOURCES.map(aSource), NOW - MINUTE_MS)
}
