import { spawnSync } from 'node:child_process'
import { parseFeed as parseWithRowan } from '@rowanmanning/feed-parser'
import { decodeHTML } from 'entities'
import { parseFeed as parseWithFeedsmith } from 'feedsmith'
import { beforeAll, describe, expect, it } from 'vitest'
import { urnOf } from '../../src/api/feeds/feed.ts'
import { JsonFeedBody } from '../../src/api/feeds/json-feed.ts'
import type { Article } from '../../src/model/item.ts'
import { apiOf } from './api-of.ts'
import { ask } from './ask.ts'
import { serve } from './serve.ts'
import { newestFirst, openWorld } from './world.ts'

const api = apiOf(openWorld, { baseUrl: 'https://news.example/digest' })
let storeId: string

beforeAll(async () => {
  storeId = await api.world.store.storeId()
})

/** Programs that refuse what is not well-formed, by their exit code; the first one present judges. */
const STRICT_PARSERS: readonly [string, string[]][] = [
  ['xmllint', ['--noout', '--nonet', '-']],
  ['python3', ['-c', 'import sys, xml.sax; xml.sax.parse(sys.stdin.buffer, xml.sax.ContentHandler())']],
]

const XML_FEEDS = ['/feed/rss', '/feed/atom'] as const
const FEEDS = [...XML_FEEDS, '/feed/json'] as const

describe('every feed', () => {
  it.each(FEEDS)('%s is read back by feedsmith with the same entries', async (path) => {
    const { text } = await ask(`${api.base}${path}?limit=500`)

    const entries = readWithFeedsmith(text)

    expect(entries).toEqual(newestFirst(api.world).map(expectedEntry))
  })

  it.each(XML_FEEDS)('%s is read back by another parser with the same entries', async (path) => {
    const { text } = await ask(`${api.base}${path}?limit=500`)

    const feed = parseWithRowan(text)

    expect(
      feed.items.map(({ id, title, url, content, published }) => ({
        id,
        title,
        url,
        content,
        published: published?.getTime(),
      })),
    ).toEqual(
      newestFirst(api.world).map(({ item, contentHtml }) => ({
        id: urnOf(storeId, `items/${item.id}`),
        title: item.title,
        url: item.url,
        // This parser decodes HTML's character references a second time.
        content: decodeHTML(contentHtml),
        published: path === '/feed/rss' ? Math.floor(item.publishedAt / 1000) * 1000 : item.publishedAt,
      })),
    )
  })

  it.each(XML_FEEDS)('%s is well-formed to a strict parser', async (path) => {
    const parser = STRICT_PARSERS.find(([command]) => spawnSync(command, ['--version']).error === undefined)
    if (parser === undefined) {
      console.warn('SKIPPED: neither xmllint nor python3 is there to judge whether the feeds are well-formed')
      return
    }
    const [command, args] = parser
    const { bytes } = await ask(`${api.base}${path}?limit=500`)

    const good = spawnSync(command, args, { input: bytes, encoding: 'utf8' })
    const bad = spawnSync(command, args, { input: `${bytes.toString('utf8')}<`, encoding: 'utf8' })

    expect({ status: good.status, said: good.stderr }).toEqual({ status: 0, said: '' })
    expect(bad.status).not.toBe(0)
  })

  it.each([
    ['/feed/rss', 'application/rss+xml; charset=utf-8'],
    ['/feed/atom', 'application/atom+xml; charset=utf-8'],
    ['/feed/json', 'application/feed+json; charset=utf-8'],
  ])('%s says that it is %s', async (path, type) => {
    const { headers } = await ask(api.base + path)

    expect(headers['content-type']).toBe(type)
  })

  it.each(FEEDS)('%s names itself with what was asked for', async (path) => {
    const { text } = await ask(`${api.base}${path}?limit=3&source=beta,alpha&q=rivers`)

    expect(headOf(text)).toEqual({
      self: `https://news.example/digest${path}?limit=3&q=rivers&source=alpha,beta`,
      title: 'Digest: The alpha, The beta, rivers',
    })
  })

  it.each(FEEDS)('%s has a title of its own for each wish', async (path) => {
    const queries = [
      '',
      'category=science&sinceHours=24',
      'category=science',
      'q=rivers',
      'language=de&minScore=1',
    ]

    const titles = await Promise.all(
      queries.map(async (query) => headOf((await ask(`${api.base}${path}?${query}`)).text).title),
    )

    expect(titles).toEqual([
      'Digest',
      'Digest: science, last 24 hours',
      'Digest: science',
      'Digest: rivers',
      'Digest: German, score 1 or more',
    ])
  })

  it('names an entry alike in every feed that it stands in', async () => {
    const feeds = FEEDS.flatMap((path) => [`${path}?limit=500`, `${path}?category=science&limit=500`])

    const read = await Promise.all(
      feeds.map(async (feed) => readWithFeedsmith((await ask(api.base + feed)).text)),
    )

    const ids = new Map<string | undefined, Set<string | undefined>>()
    for (const { url, id } of read.flat()) ids.set(url, (ids.get(url) ?? new Set()).add(id))
    expect([...ids.values()].filter(({ size }) => size !== 1)).toEqual([])
    expect(ids.size).toBe(api.world.items.length)
  })

  it.each(FEEDS)('%s gives 50 entries, or as many as asked for', async (path) => {
    const [usual, three] = [await ask(api.base + path), await ask(`${api.base}${path}?limit=3`)]

    expect(readWithFeedsmith(usual.text).length).toBe(50)
    expect(readWithFeedsmith(three.text).length).toBe(3)
  })

  it.each(FEEDS)('%s names the address that it was fetched from as its own', async (path) => {
    for (const feedPath of [path, `${path}?limit=3`, `${path}?category=science`]) {
      const { text } = await ask(api.base + feedPath)

      expect(text).toMatch(new RegExp(`"\\S*${feedPath.replace('?', '\\?')}"`))
    }
  })

  it.each(FEEDS)('%s takes every filter of a list', async (path) => {
    const { text } = await ask(
      `${api.base}${path}?limit=500&category=science&region=de&source=-alpha&q=rivers`,
    )

    const expected = newestFirst(api.world).filter(
      ({ item }) =>
        item.category === 'science' &&
        item.title.startsWith('Rivers') &&
        ![item.source, ...item.alsoIn].includes('alpha'),
    )
    expect(expected.length).toBeGreaterThan(2)
    expect(readWithFeedsmith(text)).toEqual(expected.map(expectedEntry))
  })

  it.each(FEEDS)('%s is empty, and still a feed, where nothing fits', async (path) => {
    const { status, text } = await ask(`${api.base}${path}?category=nothing`)

    expect(status).toBe(200)
    expect(readWithFeedsmith(text)).toEqual([])
  })
})

interface ReadEntry {
  readonly id: string | undefined
  readonly title: string | undefined
  readonly url: string | undefined
  readonly content: string | undefined
  /** Without the milliseconds, which RSS has no place for. */
  readonly publishedSecond: number
}

function expectedEntry({ item, contentHtml }: Article): ReadEntry {
  return {
    id: urnOf(storeId, `items/${item.id}`),
    title: item.title,
    url: item.url,
    content: contentHtml,
    publishedSecond: Math.floor(item.publishedAt / 1000),
  }
}

function readWithFeedsmith(text: string): ReadEntry[] {
  const parsed = parseWithFeedsmith(text)
  if (parsed.format === 'rss') {
    return (parsed.feed.items ?? []).map((item) => ({
      id: item.guid?.value,
      title: item.title,
      url: item.link,
      content: item.content?.encoded,
      publishedSecond: secondOf(item.pubDate),
    }))
  }
  if (parsed.format === 'json') {
    return (parsed.feed.items ?? []).map((item) => ({
      id: item.id,
      title: item.title,
      url: item.url,
      content: item.content_html,
      publishedSecond: secondOf(item.date_published),
    }))
  }
  if (parsed.format !== 'atom') throw new TypeError(`read as ${parsed.format}`)
  return (parsed.feed.entries ?? []).map((entry) => ({
    id: entry.id,
    title: entry.title?.value,
    url: entry.links?.find(({ rel }) => rel === 'alternate')?.href,
    content: entry.content?.value,
    publishedSecond: secondOf(entry.published),
  }))
}

/** What a feed says of itself, whichever format it has. */
function headOf(text: string): { self: string | undefined; title: string | undefined } {
  if (text.startsWith('{')) {
    const { feed_url: self, title } = JsonFeedBody.parse(JSON.parse(text))
    return { self, title }
  }
  const self = /<(?:atom:)?link rel="self"[^>]*href="([^"]+)"/.exec(text)?.[1]
  return { self: self?.replaceAll('&amp;', '&'), title: /<title>([^<]*)<\/title>/.exec(text)?.[1] }
}

function secondOf(time: unknown): number {
  return Math.floor(Date.parse(String(time)) / 1000)
}

describe('ids in feeds', () => {
  it.each(['/feed/rss', '/feed/atom', '/feed/json', '/feed/health'])(
    'of %s are the same under every address of the service',
    async (path) => {
      const moved = await serve(api.world.store, { baseUrl: 'https://elsewhere.example/below' })
      const idsIn = (text: string) => [...text.matchAll(/urn:uuid:[0-9a-f-]{36}/g)].map(([id]) => id)

      const here = idsIn((await ask(api.base + path)).text)
      const there = idsIn((await ask(moved.base + path)).text)

      expect(there).toEqual(here)
      expect(here.length).toBeGreaterThan(0)
      expect(new Set(here).size).toBe(here.length)
      await moved.close()
    },
  )

  it('of stories are those of the story and not of the item, the same in every format', async () => {
    const feeds = await Promise.all(FEEDS.map((path) => ask(`${api.base}${path}?distinct=story&limit=500`)))
    const page = JSON.parse((await ask(`${api.base}/api/items?distinct=story&limit=500`)).text) as {
      readonly items: readonly { readonly id: number; readonly story: { readonly id: number } }[]
    }

    const ofStories = page.items.map(({ story }) => urnOf(storeId, `stories/${story.id}`))
    for (const feed of feeds) {
      for (const id of ofStories) expect(feed.text).toContain(id)
      for (const { id } of page.items) expect(feed.text).not.toContain(urnOf(storeId, `items/${id}`))
    }
    expect(ofStories.length).toBeGreaterThan(0)
  })
})
