import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { aSource } from '../../test/a-source.ts'
import { bridgeEntries } from '../../test/an-entry.ts'
import { scratchFolder } from '../../test/scratch-folder.ts'
import { visitDepsOf } from '../../test/visit-deps.ts'
import type { FetchResult, Entry } from '../model/entry.ts'
import { ANY, EVERYTHING } from '../model/filter.ts'
import type { Article } from '../model/item.ts'
import type { ContentMode } from '../model/source.ts'
import { HOUR_MS } from '../model/time.ts'
import type { ArticlePage, PageReading } from '../sources/article/article-page.ts'
import { openSqliteStore } from '../store/sqlite/open.ts'
import type { Store } from '../store/store.ts'
import { visitSource } from './visit-source.ts'

const NOW = Date.UTC(2026, 4, 4, 12)
const anEntry = (changes: Partial<Entry>): Entry =>
  bridgeEntries(NOW)({ summaryHtml: 'The first cars crossed.', ...changes })
const LONG = '<p>The first cars crossed at noon, and by the evening nine thousand had followed.</p>'

let store: Store
/** Readings by address. All other pages cannot be reached. */
let pages: Record<string, PageReading>
let requested: string[]
let beingRead: number
let mostAtOnce: number

beforeEach(async () => {
  const file = join(scratchFolder('pages'), 'digest.db')
  store = await openSqliteStore(file, { now: () => NOW })
  await store.syncSources([aSource('full')], NOW)
  pages = {}
  requested = []
  beingRead = 0
  mostAtOnce = 0
})

afterEach(() => store.close())

describe('the pages of new articles', () => {
  it('are not asked for unless the source says so', async () => {
    await visiting('feed', [anEntry({})])

    expect(requested).toEqual([])
  })

  it('are those that a redirector in the feed carries', async () => {
    pages['https://tide.example/bridge'] = page({ author: 'Ada' })

    await visiting('full', [
      anEntry({ url: 'https://www.google.com/url?rct=j&url=https://tide.example/bridge&ct=ga' }),
    ])

    const [article] = await articles()
    expect(requested).toEqual(['https://tide.example/bridge'])
    expect(article?.item).toMatchObject({ url: 'https://tide.example/bridge', author: 'Ada' })
  })

  it('give the text, the image and the author that the feed leaves out', async () => {
    pages['https://tide.example/bridge'] = page({ imageUrl: 'https://tide.example/b.jpg', author: 'Ada' })

    await visiting('full', [anEntry({})])

    const [article] = await articles()
    expect(article).toMatchObject({
      contentHtml: LONG,
      item: { summary: 'The first cars crossed.', imageUrl: 'https://tide.example/b.jpg', author: 'Ada' },
    })
  })

  it('are sanitised as all else', async () => {
    pages['https://tide.example/bridge'] = page({
      contentHtml: `${LONG}<script>alert(1)</script><img src=x onerror=alert(1)>`,
    })

    await visiting('full', [anEntry({})])

    const [article] = await articles()
    expect(article?.contentHtml).not.toMatch(/script|onerror/)
  })

  it('do not replace a text that is longer than what they have', async () => {
    pages['https://tide.example/bridge'] = page({ contentHtml: '<p>Subscribe to read.</p>' })

    await visiting('full', [anEntry({ contentHtml: LONG })])

    expect((await articles())[0]?.contentHtml).toBe(LONG)
  })

  it('give image and description alone where only a preview is wanted and lacking', async () => {
    pages['https://tide.example/bridge'] = page({
      contentHtml: undefined,
      description: 'Cars & bicycles',
      imageUrl: 'https://tide.example/b.jpg',
    })
    const whole = anEntry({
      publishedAt: NOW - 3 * HOUR_MS,
      guid: 'w',
      url: 'https://tide.example/w',
      imageUrl: 'https://tide.example/w.jpg',
    })

    await visiting('preview', [anEntry({ summaryHtml: undefined }), whole])

    expect(requested).toEqual(['https://tide.example/bridge'])
    expect((await articles())[0]?.item).toMatchObject({
      summary: 'Cars & bicycles',
      imageUrl: 'https://tide.example/b.jpg',
    })
  })

  it('are asked for once, and again when the entry changes', async () => {
    pages['https://tide.example/bridge'] = page({})
    await visiting('full', [anEntry({})])

    await visiting('full', [anEntry({})])
    const before = requested.length
    await visiting('full', [anEntry({ title: 'The bridge over the Arn is open' })])

    expect(before).toBe(1)
    expect(requested).toHaveLength(2)
    expect((await articles())[0]).toMatchObject({
      contentHtml: LONG,
      item: { title: 'The bridge over the Arn is open', updatedAt: NOW },
    })
  })

  it('take nothing back when they are gone and the entry changes', async () => {
    pages['https://tide.example/bridge'] = page({ imageUrl: 'https://tide.example/b.jpg' })
    await visiting('full', [anEntry({})])

    pages['https://tide.example/bridge'] = failed(true)
    await visiting('full', [anEntry({ title: 'The bridge over the Arn is open' })])

    expect((await articles())[0]).toMatchObject({
      contentHtml: LONG,
      item: { title: 'The bridge over the Arn is open', imageUrl: 'https://tide.example/b.jpg' },
    })
  })

  it('leave the entry what the feed says when they cannot be read, and are not asked for again', async () => {
    pages['https://tide.example/bridge'] = failed(true)

    const visit = await visiting('full', [anEntry({})])
    await visiting('full', [anEntry({})])

    expect((await articles())[0]?.contentText).toBe('The first cars crossed.')
    expect(requested).toHaveLength(1)
    expect(visit.collected).toMatchObject({ documentHash: 'h' })
    expect(visit.pages).toEqual({ read: 0, failed: 1, waiting: 0, failure: 'http4xx: no' })
  })

  it('are asked for three times while they are down, and the document is read again for it', async () => {
    const first = await visiting('full', [anEntry({})])
    for (let visits = 0; visits < 4; visits++) await visiting('full', [anEntry({})])

    expect(first.collected).toMatchObject({ documentHash: '', validators: { etag: null } })
    expect(requested).toHaveLength(3)
  })

  it('are asked for again where a wall came instead, of which nothing is taken', async () => {
    const wall = {
      title: 'Before you continue',
      contentHtml: '<p>We and our 800 partners store and access information on a device. Accept all.</p>',
      author: 'Wall',
      imageUrl: 'https://tide.example/wall.png',
    }
    pages['https://tide.example/bridge'] = page(wall)
    const visit = await visiting('full', [anEntry({})])
    const [before] = await articles()
    pages['https://tide.example/bridge'] = page({})

    await visiting('full', [anEntry({})])

    expect(visit.pages).toMatchObject({ read: 0, failed: 1, waiting: 1 })
    expect(before).toMatchObject({
      contentText: 'The first cars crossed.',
      item: { title: 'A bridge opens over the Arn', author: null, imageUrl: null },
    })
    expect((await articles())[0]?.contentHtml).toBe(LONG)
  })

  it.each([
    [
      'that says nothing of it',
      () => '<p>Zəhmət olmasa razılıq verin: bu sayt məlumat saxlayır və oxuyur.</p>',
    ],
    [
      'below its title',
      (title: string) =>
        `<h1>${title}</h1><p>Become a member and read all that we have, for as long as you like.</p>`,
    ],
  ])('count as failed where an earlier article of the source has the same text: one %s', async (_, wall) => {
    const ferry = anEntry({
      guid: 'g2',
      url: 'https://tide.example/ferry',
      title: 'The ferry stops at the pier',
    })
    const bridge = anEntry({})
    pages[bridge.url ?? ''] = page({ contentHtml: wall(bridge.title) })
    pages[ferry.url ?? ''] = page({ contentHtml: wall(ferry.title) })
    await visiting('full', [bridge])

    const visit = await visiting('full', [ferry, bridge])

    const [texts] = [(await articles()).filter(({ item }) => item.url === ferry.url)]
    expect(visit.pages).toMatchObject({ read: 0, failed: 1 })
    expect(texts.map(({ contentText }) => contentText)).toEqual(['The first cars crossed.'])
  })

  it('have the text that the article had before, when they are read again', async () => {
    pages['https://tide.example/bridge'] = page({})
    await visiting('full', [anEntry({})])

    const visit = await visiting('full', [
      anEntry({ title: 'A bridge opens at last', summaryHtml: 'Cars cross.' }),
    ])

    expect(visit.pages).toMatchObject({ read: 1, failed: 0 })
  })

  it('are asked for three times where a wall stays', async () => {
    pages['https://tide.example/bridge'] = page({ title: '404', contentHtml: '<p>Page not found</p>' })

    for (let visits = 0; visits < 5; visits++) await visiting('full', [anEntry({})])

    expect(requested).toHaveLength(3)
    expect((await articles())[0]?.contentText).toBe('The first cars crossed.')
  })

  it('bring a text that comes late without calling the article changed', async () => {
    await visiting('full', [anEntry({})])
    pages['https://tide.example/bridge'] = page({})

    await visiting('full', [anEntry({})])

    expect((await articles())[0]).toMatchObject({ contentHtml: LONG, item: { updatedAt: null } })
  })

  it('come over several visits where there are many, the newest first and eight at once', async () => {
    const entries = Array.from({ length: 50 }, (_, i) => {
      const url = `https://tide.example/${i}`
      pages[url] = page({ contentHtml: `${LONG}${i}` })
      return anEntry({ guid: url, url, title: `Part ${i}`, publishedAt: NOW - (i + 1) * HOUR_MS })
    })

    const counts: number[] = []
    const waiting: (number | undefined)[] = []
    for (let visits = 0; visits < 4; visits++) {
      const visit = await visiting('full', entries)
      counts.push(requested.length)
      waiting.push(visit.pages?.waiting)
    }

    expect(counts).toEqual([20, 40, 50, 50])
    expect(waiting).toEqual([30, 10, 0, 0])
    expect(requested.slice(0, 2)).toEqual(['https://tide.example/0', 'https://tide.example/1'])
    expect(mostAtOnce).toBe(8)
    expect((await articles()).every(({ contentHtml }) => contentHtml.startsWith(LONG))).toBe(true)
  })

  it('are asked for again as long as their host limits requests', async () => {
    pages['https://tide.example/bridge'] = {
      ...failed(false),
      error: { code: 'rateLimited', message: 'limited' },
    } as PageReading
    for (let visits = 0; visits < 5; visits++) await visiting('full', [anEntry({})])

    pages['https://tide.example/bridge'] = page({})
    await visiting('full', [anEntry({})])

    expect(requested).toHaveLength(6)
    expect((await articles())[0]?.contentHtml).toBe(LONG)
  })
})

async function visiting(content: ContentMode, entries: readonly Entry[]) {
  const deps = {
    ...visitDepsOf(store, () => NOW),
    collect: () => Promise.resolve(collected(entries)),
    readArticle: async (url: string) => {
      requested.push(url)
      mostAtOnce = Math.max(mostAtOnce, ++beingRead)
      await Promise.resolve()
      beingRead--
      return pages[url] ?? failed(false)
    },
  }
  return visitSource({ ...aSource('full'), content }, undefined, deps, new AbortController().signal)
}

async function articles(): Promise<Article[]> {
  const window = { limit: 100, offset: 0, after: undefined }
  const { ids } = await store.select({ ...EVERYTHING, source: ANY }, 'newest', window)
  const found = await Promise.all([...ids].map((id) => store.findArticle(id)))
  return found.flatMap((article) => article ?? [])
}

function collected(entries: readonly Entry[]): FetchResult {
  return {
    kind: 'entries',
    feed: { title: 'A feed', siteUrl: undefined, language: 'en', iconUrl: undefined, ttlMs: undefined },
    entries,
    validators: { etag: '"a"', lastModified: null },
    documentHash: 'h',
    exchange: { status: 200, latencyMs: 3, finalUrl: '', retryAfterMs: undefined, bytes: 10 },
  }
}

function page(changes: Partial<ArticlePage>): PageReading {
  const nothing = { title: undefined, description: undefined, author: undefined }
  return {
    kind: 'read',
    page: { ...nothing, contentHtml: LONG, imageUrl: undefined, publishedAt: undefined, ...changes },
  }
}

function failed(lasting: boolean): PageReading {
  return { kind: 'failed', lasting, error: { code: lasting ? 'http4xx' : 'timeout', message: 'no' } }
}
