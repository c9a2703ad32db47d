import { parseFeed } from 'feedsmith'
import { describe, expect, it } from 'vitest'
import { urnOf } from '../../src/api/feeds/feed.ts'
import { JsonFeedBody } from '../../src/api/feeds/json-feed.ts'
import { aSource } from '../a-source.ts'
import { aDraft, aFirstVisit, NOW } from '../store/drafts.ts'
import { apiOf } from './api-of.ts'
import { ask } from './ask.ts'
import { collectedOf } from './collected.ts'
import { newestFirst, openWorld } from './world.ts'

const api = apiOf(openWorld, { baseUrl: 'https://news.example/digest' })

describe('RSS', () => {
  it('has what the rules of RSS 2.0 ask for', async () => {
    const { text } = await ask(`${api.base}/feed/rss?limit=500`)

    const parsed = parseFeed(text)
    const channel = parsed.format === 'rss' ? parsed.feed : undefined
    expect(channel).toMatchObject({
      title: 'Digest',
      link: 'https://news.example/digest/',
      description: 'What our sources published, newest first.',
      ttl: 15,
    })
    const rfc822 = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/
    expect(channel?.lastBuildDate).toMatch(rfc822)
    for (const item of channel?.items ?? []) {
      expect(item.pubDate).toMatch(rfc822)
      expect(item.guid?.isPermaLink).toBe(false)
      expect(item.link).toMatch(/^https:/)
      expect(item.source?.url).toMatch(/^https:\/\/\w+\.example\/feed\.xml\?a=1&b=2$/)
    }
  })

  it('tells what each item has, and nothing of what it has not', async () => {
    const { text } = await ask(`${api.base}/feed/rss?limit=500`)

    const parsed = parseFeed(text)
    const items = parsed.format === 'rss' ? (parsed.feed.items ?? []) : []
    newestFirst(api.world).forEach(({ item }, at) => {
      const written = items[at]
      expect(written?.dc?.creators?.[0]).toBe(item.author ?? undefined)
      expect(written?.comments).toBe(item.commentsUrl ?? undefined)
      expect(written?.categories?.map(({ name }) => name)).toEqual([item.category, ...item.tags])
      expect(written?.media?.thumbnails?.map(({ url }) => url) ?? []).toEqual(
        item.imageUrl === null ? [] : [item.imageUrl],
      )
      expect(
        written?.enclosures?.map(({ url, type, length }) => ({ url, mimeType: type, bytes: length })) ?? [],
      ).toEqual(item.enclosures)
      expect(written?.description).toBe(item.summary.replaceAll('&', '&amp;'))
    })
  })
})

describe('Atom', () => {
  it('has what RFC 4287 asks for', async () => {
    const { text } = await ask(`${api.base}/feed/atom?limit=500`)

    const parsed = parseFeed(text)
    const feed = parsed.format === 'atom' ? parsed.feed : undefined
    expect(feed).toMatchObject({
      id: urnOf(await api.world.store.storeId(), 'feed/atom?limit=500'),
      title: { value: 'Digest' },
      updated: new Date(Math.max(...api.world.items.map((item) => item.firstSeenAt))).toISOString(),
    })
    const ids = feed?.entries?.map(({ id }) => id) ?? []
    expect(new Set(ids).size).toBe(api.world.items.length)
    newestFirst(api.world).forEach(({ item }, at) => {
      const entry = feed?.entries?.[at]
      expect(entry?.updated).toBe(new Date(item.publishedAt).toISOString())
      expect(entry?.authors).toEqual([{ name: item.author ?? item.sourceName }])
      const sourceUrl = `https://${item.source}.example/feed.xml?a=1&b=2`
      expect(entry?.source).toEqual({
        id: sourceUrl,
        title: { value: item.sourceName },
        updated: entry?.updated,
        links: [{ rel: 'self', href: sourceUrl }],
      })
      expect(entry?.links).toEqual([
        { rel: 'alternate', href: item.url },
        ...item.enclosures.map(({ url, mimeType, bytes }) => ({
          rel: 'enclosure',
          href: url,
          type: mimeType,
          length: bytes,
        })),
        ...(item.commentsUrl === null ? [] : [{ rel: 'replies', type: 'text/html', href: item.commentsUrl }]),
      ])
    })
  })
})

describe('JSON Feed', () => {
  it('has what version 1.1 asks for, and no field that is null', async () => {
    const { json } = await ask(`${api.base}/feed/json?limit=500`)

    const checked = JsonFeedBody.safeParse(json)
    expect(checked.error?.issues).toBeUndefined()
    expect(checked.data).toEqual(json)
    expect(checked.data).toMatchObject({
      version: 'https://jsonfeed.org/version/1.1',
      title: 'Digest',
      home_page_url: 'https://news.example/digest/',
      feed_url: 'https://news.example/digest/feed/json?limit=500',
    })
    expect(checked.data?.items[0]).toMatchObject({
      _content_digest: { about: 'https://news.example/digest/docs' },
    })
    for (const item of checked.data?.items ?? []) {
      expect([item.content_html, item.content_text].filter((text) => text !== undefined).length).toBe(1)
    }
  })

  it('tells what each item has, and nothing of what it has not', async () => {
    const { text } = await ask(`${api.base}/feed/json?limit=500`)

    const parsed = parseFeed(text)
    const items = parsed.format === 'json' ? (parsed.feed.items ?? []) : []
    newestFirst(api.world).forEach(({ item }, at) => {
      const written = items[at]
      expect(written?.authors).toEqual([{ name: item.author ?? item.sourceName }])
      expect(written?.tags).toEqual([item.category, ...item.tags])
      expect(written?.language).toBe(item.language ?? undefined)
      expect(written?.image).toBe(item.imageUrl ?? undefined)
      expect(written?.summary).toBe(item.summary)
      expect(written?.attachments ?? []).toEqual(
        item.enclosures.map(({ url, mimeType, bytes }) => ({
          url,
          mime_type: mimeType,
          size_in_bytes: bytes,
        })),
      )
    })
  })

  it('carries in its extension what the format has no field for', async () => {
    const { json } = await ask(`${api.base}/feed/json?limit=500`)

    const extensions = JsonFeedBody.parse(json).items.map(({ _content_digest: extension }) => extension)
    newestFirst(api.world).forEach(({ item }, at) => {
      expect(extensions[at]).toEqual({
        about: 'https://news.example/digest/docs',
        source: item.source,
        source_name: item.sourceName,
        source_url: `https://${item.source}.example/feed.xml?a=1&b=2`,
        ...(item.commentsUrl === null ? {} : { comments_url: item.commentsUrl }),
        score: item.score,
        story_id: item.story.id,
      })
    })
  })
})

describe('an item with several files, a picture and a category of another name', () => {
  const SOUND = { url: 'https://paper.example/1.mp3?a=1&b=2', mimeType: 'audio/mpeg', bytes: 5_368_709_120 }
  const FILM = { url: 'https://paper.example/1.mp4', mimeType: 'video/mp4', bytes: null }
  const PAPER = { url: 'https://paper.example/1', mimeType: null, bytes: 7 }
  const PICTURE = 'https://paper.example/1.jpg?w=1&h=2'

  const collected = collectedOf(async (writer) => {
    const names = { category: 'ai-and-research', categoryName: 'AI & Research' }
    await writer.syncSources([aSource('paper', names), aSource('post', { category: 'science' })], NOW)
    const { category } = names
    const tags = ['Robots', 'AI & Research']
    await writer.saveVisit(
      aFirstVisit('paper', {
        1: aDraft('one', { category, tags, imageUrl: PICTURE, enclosures: [SOUND, FILM, PAPER] }),
        2: aDraft('two', { category, publishedAt: NOW - 7_200_000 }),
      }),
    )
    await writer.saveVisit(aFirstVisit('post', { 3: aDraft('three', { category: 'science' }) }))
  })

  const parsed = async (path: string) => parseFeed((await ask(`${collected.base}${path}`)).text)

  it('has in RSS its first file as enclosure, the others and the picture as Media RSS', async () => {
    const { format, feed } = await parsed('/feed/rss?source=paper')

    const [one, two] = format === 'rss' ? (feed.items ?? []) : []
    expect(one?.enclosures).toEqual([{ url: SOUND.url, type: 'audio/mpeg', length: 5_368_709_120 }])
    expect(one?.media?.contents).toEqual([
      { url: FILM.url, type: 'video/mp4' },
      { url: PAPER.url, type: 'application/octet-stream', fileSize: 7 },
    ])
    expect(one?.media?.thumbnails).toEqual([{ url: PICTURE }])
    expect([two?.enclosures, two?.media]).toEqual([undefined, undefined])
  })

  it('has in Atom all files as links, and the picture as Media RSS', async () => {
    const { format, feed } = await parsed('/feed/atom?source=paper')

    const [one, two] = format === 'atom' ? (feed.entries ?? []) : []
    expect(one?.links?.filter(({ rel }) => rel === 'enclosure')).toEqual([
      { rel: 'enclosure', href: SOUND.url, type: 'audio/mpeg', length: 5_368_709_120 },
      { rel: 'enclosure', href: FILM.url, type: 'video/mp4' },
      { rel: 'enclosure', href: PAPER.url, type: 'application/octet-stream', length: 7 },
    ])
    expect(one?.media).toEqual({ thumbnails: [{ url: PICTURE }] })
    expect(two?.media).toBeUndefined()
  })

  it('has the name of its category beside the slug: in RSS as a category, in Atom as label', async () => {
    const [rss, atom] = await Promise.all([parsed('/feed/rss'), parsed('/feed/atom')])

    const items = rss.format === 'rss' ? (rss.feed.items ?? []) : []
    const entries = atom.format === 'atom' ? (atom.feed.entries ?? []) : []
    const one = items.find(({ link }) => link?.endsWith('/one'))
    const three = items.find(({ link }) => link?.endsWith('/three'))
    expect(one?.categories?.map(({ name }) => name)).toEqual(['ai-and-research', 'AI & Research', 'Robots'])
    expect(three?.categories?.map(({ name }) => name)).toEqual(['science'])
    const categoriesOf = (name: string) =>
      entries.find(({ links }) => links?.[0]?.href?.endsWith(`/${name}`))?.categories
    expect(categoriesOf('one')).toEqual([
      { term: 'ai-and-research', label: 'AI & Research' },
      { term: 'Robots' },
      { term: 'AI & Research' },
    ])
    expect(categoriesOf('three')).toEqual([{ term: 'science' }])
  })
})
