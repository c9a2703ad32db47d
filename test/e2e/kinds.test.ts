import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSite, type Site } from '../collect/loopback.ts'
import { emptyFolder, eventually, runCli, serve, type Serving } from './run-cli.ts'

interface ItemAnswer {
  readonly title: string
  readonly url: string
  readonly source: string
  readonly engagement: { readonly points: number | null; readonly comments: number | null } | null
}

const HOUR_MS = 3_600_000

describe('sources of every kind', () => {
  let site: Site
  let service: Serving
  let points = 120
  const cwd = emptyFolder()

  beforeAll(async () => {
    const seconds = Math.floor((Date.now() - HOUR_MS) / 1_000)
    site = await openSite({
      '/feed.xml':
        '<rss><channel><title>Paper</title><item><title>From a feed</title><link>https://paper.example/feed</link></item></channel></rss>',
      '/v0/topstories.json': '[7]',
      '/v0/item/7.json': (_, response) =>
        response.end(
          `{"id":7,"type":"story","title":"From Hacker News","url":"https://tool.example/","by":"ann","time":${seconds},"score":${points},"descendants":45}`,
        ),
      '/r/sea.json': JSON.stringify({
        data: {
          children: [
            {
              data: {
                name: 't3_b',
                title: 'From Reddit',
                url: 'https://waves.example/',
                permalink: '/r/sea/comments/b/waves/',
                score: 99,
                num_comments: 12,
                created_utc: seconds,
              },
            },
          ],
        },
      }),
      '/sitemap.xml':
        '<urlset><url><loc>https://map.example/2024/from-a-sitemap-of-places.html</loc><lastmod>2024-03-05</lastmod></url></urlset>',
      '/notices':
        '<ul class="notices"><li><h3>From a page</h3><a class="more" href="/n/1">more</a><b>1,234 likes</b></li></ul>',
      '/quakes.json': JSON.stringify({
        features: [{ properties: { title: 'From JSON', url: 'https://quakes.example/1', felt: 31 } }],
      }),
    })
    writeFileSync(
      join(cwd, 'digest.yaml'),
      `collect: { allowAddresses: 127.0.0.1, timeout: 60s, every: 10s }
sources:
  - { id: feed, url: '${site.url}/feed.xml' }
  - { id: hn, type: hacker-news, url: '${site.url}/v0/topstories.json', limit: 5 }
  - { id: reddit, type: reddit, url: '${site.url}/r/sea' }
  - { id: map, type: sitemap, url: '${site.url}/sitemap.xml' }
  - id: page
    type: page
    url: ${site.url}/notices
    paths: { items: 'ul.notices > li', title: h3, url: a.more@href, points: b }
  - id: json
    type: json
    url: ${site.url}/quakes.json
    paths: { items: features, title: properties.title, url: properties.url, points: properties.felt }
`,
    )
  })

  afterAll(async () => {
    await service.stop()
    await site.close()
  })

  it('are valid, and checked live', async () => {
    const { code, stdout } = await runCli(['check', '--live', '--json'], cwd)

    const found = JSON.parse(stdout) as { id: string; status: string; entries: number }[]
    expect(code).toBe(0)
    expect(found.map(({ id, status, entries }) => [id, status, entries])).toEqual(
      ['feed', 'hn', 'reddit', 'map', 'page', 'json'].map((id) => [id, 'ok', 1]),
    )
  })

  it('bring their items, with the engagement that they tell', async () => {
    service = await serve([], cwd)

    const { items } = await eventually(
      () => get<{ readonly items: readonly ItemAnswer[] }>('/api/items'),
      (list) => list.items.length >= 6,
    )

    const bySource = Object.fromEntries(items.map((item) => [item.source, item]))
    expect(bySource).toMatchObject({
      feed: { title: 'From a feed', engagement: null },
      hn: { title: 'From Hacker News', engagement: { points: 120, comments: 45 } },
      reddit: {
        title: 'From Reddit',
        url: 'https://waves.example/',
        engagement: { points: 99, comments: 12 },
      },
      map: { title: 'From a sitemap of places' },
      page: {
        title: 'From a page',
        url: `${site.url}/n/1`,
        engagement: { points: 1_234, comments: null },
      },
      json: {
        title: 'From JSON',
        url: 'https://quakes.example/1',
        engagement: { points: 31, comments: null },
      },
    })
  })

  it('say what kind they are', async () => {
    const { items } = await get<{ readonly items: readonly { id: string; type: string }[] }>('/api/sources')

    expect(items.map(({ id, type }) => [id, type])).toEqual([
      ['feed', 'feed'],
      ['hn', 'hacker-news'],
      ['reddit', 'reddit'],
      ['map', 'sitemap'],
      ['page', 'page'],
      ['json', 'json'],
    ])
  })

  it('bring points anew at later visits', async () => {
    points = 300

    const { code } = await runCli(['collect', '--all', '--json'], cwd)
    const { items } = await eventually(
      () => get<{ readonly items: readonly ItemAnswer[] }>('/api/items?source=hn'),
      (list) => list.items[0]?.engagement?.points === 300,
    )

    expect(code).toBe(0)
    expect(items[0]).toMatchObject({ title: 'From Hacker News', engagement: { points: 300, comments: 45 } })
  })

  async function get<T>(path: string): Promise<T> {
    const answer = await fetch(service.url + path)
    expect(answer.status, path).toBe(200)
    return (await answer.json()) as T
  }
})
