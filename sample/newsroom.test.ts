import { request, type IncomingHttpHeaders } from 'node:http'
import { gunzipSync } from 'node:zlib'
import { parseFeed as parseWithRowan } from '@rowanmanning/feed-parser'
import { parseFeed } from 'feedsmith'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HOUR_MS } from '../src/model/time.ts'
import { feedPath } from './feeds/outlet-feed.ts'
import { startNewsroom, type Newsroom } from './newsroom.ts'
import type { FeedFormat } from './outlets/outlet.ts'
import { OUTLETS } from './outlets/outlets.ts'

let now = Date.parse('2026-08-05T14:20:00Z')
let newsroom: Newsroom

beforeAll(async () => {
  newsroom = await startNewsroom({ port: 0, now: () => now })
})
afterAll(() => newsroom.close())

describe('the newsroom', () => {
  it('offers each outlet as a source', () => {
    expect(newsroom.sources).toHaveLength(OUTLETS.length)
    for (const source of newsroom.sources) expect(source.url.startsWith(`${newsroom.url}/feeds/`)).toBe(true)
  })

  it.each(['rss', 'atom', 'json', 'rdf'] as const)(
    'serves feeds as %s that a reader reads',
    async (format) => {
      for (const text of await feedsOf(format)) {
        const titles = titlesOf(text)

        expect(parseFeed(text).format).toBe(format)
        expect(titles.length).toBeGreaterThan(8)
        expect(titles.every((title) => title && title.length > 3)).toBe(true)
      }
    },
  )

  it.each(['rss', 'atom', 'rdf'] as const)(
    'serves feeds as %s that another reader reads alike',
    async (format) => {
      for (const text of await feedsOf(format)) {
        expect(parseWithRowan(text).items.map((item) => item.title)).toEqual(titlesOf(text))
      }
    },
  )

  it('answers 304 to a known ETag or date, and 200 once the feed has changed', async () => {
    const [source] = newsroom.sources
    const url = source?.url ?? ''
    const first = await get(url)
    const { etag, 'last-modified': lastModified } = first.headers

    const byTag = await get(url, { 'if-none-match': etag ?? '' })
    const byDate = await get(url, { 'if-modified-since': lastModified ?? '' })
    now += 20 * HOUR_MS
    const later = await get(url, { 'if-none-match': etag ?? '' })

    expect(first.status).toBe(200)
    expect([byTag.status, byTag.body.length, byDate.status]).toEqual([304, 0, 304])
    expect(later.status).toBe(200)
    expect(later.headers.etag).not.toBe(etag)
  })

  it('compresses if the client accepts it', async () => {
    const url = newsroom.sources[0]?.url ?? ''

    const plain = await get(url)
    const zipped = await get(url, { 'accept-encoding': 'gzip, br' })

    expect(zipped.headers['content-encoding']).toBe('gzip')
    expect(zipped.body.length).toBeLessThan(plain.body.length / 2)
    expect(gunzipSync(zipped.body).equals(plain.body)).toBe(true)
  })

  it('serves article pages under the hosts that their links name', async () => {
    const article = newsroom.expectedStories().articles.find((each) => each.source === 'harbor-herald')
    const { host, pathname } = new URL(article?.url ?? '')

    const byHost = await get(newsroom.url + pathname, { host })
    const byPath = await get(`${newsroom.url}/read/${host}${pathname}`)
    const unknown = await get(`${newsroom.url}/read/${host}/nothing-here`)

    expect(byHost.status).toBe(200)
    expect(byHost.body.toString()).toContain('<article>')
    expect(byPath.body.equals(byHost.body)).toBe(true)
    expect(unknown.status).toBe(404)
  })

  it('draws pictures as PNG', async () => {
    const feed = await get(newsroom.sources[0]?.url ?? '')
    const [, imageUrl = ''] = /<media:content url="([^"]+)"/.exec(feed.body.toString()) ?? []

    const image = await get(imageUrl)

    expect(image.headers['content-type']).toBe('image/png')
    expect(image.body.subarray(1, 4).toString()).toBe('PNG')
  })

  it('can link to hosts that browsers open', async () => {
    const local = await startNewsroom({ port: 0, now: () => now, links: 'local' })

    const { body } = await get(local.sources[0]?.url ?? '')
    await local.close()

    expect(body.toString()).toContain(`<link>http://www.harborherald.localhost:${local.port}/`)
  })

  it('serves the expected stories of its feeds', async () => {
    const { body } = await get(`${newsroom.url}/_truth.json`)

    expect(JSON.parse(body.toString())).toEqual(newsroom.expectedStories())
  })

  it('rejects if the requested port is taken', async () => {
    await expect(startNewsroom({ port: newsroom.port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
  })
})

async function feedsOf(format: FeedFormat): Promise<string[]> {
  const outlets = OUTLETS.filter((outlet) => outlet.style.format === format)
  const answers = await Promise.all(outlets.map((outlet) => get(newsroom.url + feedPath(outlet))))
  return answers.map((answer) => answer.body.toString())
}

function titlesOf(text: string): (string | undefined)[] {
  const read = parseFeed(text)
  return read.format === 'atom'
    ? (read.feed.entries ?? []).map((entry) => entry.title?.value)
    : (read.feed.items ?? []).map((item) => item.title)
}

interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

/** Uses node:http, which lets the test set `Host` and does not decompress. */
function get(url: string, headers: Record<string, string> = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    request(url, { headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) })
      })
    })
      .on('error', reject)
      .end()
  })
}

it('asks for visits within minutes, so that people who try the service see new items arrive', async () => {
  const ticker = newsroom.sources.find(({ id }) => id === 'meridian-minutes')

  const feed = await (await fetch(String(ticker?.url))).text()

  expect(Number(/<ttl>(\d+)<\/ttl>/.exec(feed)?.[1])).toBeLessThanOrEqual(5)
  expect(newsroom.sources.every(({ everyMs }) => everyMs <= 300_000)).toBe(true)
})
