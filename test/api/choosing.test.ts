import { parseOpml } from 'feedsmith'
import { describe, expect, it } from 'vitest'
import { apiOf } from './api-of.ts'
import { ask, askPage, idsOf } from './ask.ts'
import { newestFirst, openWorld, SOURCES } from './world.ts'

const api = apiOf(openWorld)

describe('/api/article', () => {
  it('gives only the fields asked for', async () => {
    const { json } = await ask(`${api.base}/api/article?id=4&fields=title,scoreBreakdown,id`)

    expect(Object.keys(json as object)).toEqual(['id', 'title', 'scoreBreakdown'])
  })

  it('gives as many related items as asked for, the hottest first', async () => {
    const relatedOf = async (query: string) => {
      const { json } = await ask(`${api.base}/api/article?id=4&include=content${query}`)
      return (json as { related: { id: number }[] }).related.map(({ id }) => id)
    }

    const all = await relatedOf('')
    expect(all).toHaveLength(2)
    expect([await relatedOf('&related=1'), await relatedOf('&related=0')]).toEqual([all.slice(0, 1), []])
  })
})

describe('/api/sources', () => {
  const idsFor = async (query: string) =>
    (await askPage(`${api.base}/api/sources?${query}`)).items.map((source) => source['id'])

  it('is whole and in the order of the configuration where nothing is asked for', async () => {
    const page = await askPage(`${api.base}/api/sources`)

    expect(page.items.map((source) => source['id'])).toEqual([...SOURCES])
    expect(page).toMatchObject({ total: 4, limit: 4, offset: 0, hasMore: false, nextCursor: null })
    expect(page.query).toEqual({ status: null, category: null, q: null })
  })

  it('is filtered by status, category and text', async () => {
    expect(await idsFor('status=ok')).toEqual([...SOURCES])
    expect(await idsFor('status=failing,gone')).toEqual([])
    expect(await idsFor('category=-general')).toEqual([])
    expect(await idsFor('q=THE%20gam')).toEqual(['gamma'])
    expect(await idsFor('q=delta.example')).toEqual(['delta'])
    expect(await idsFor('category=general&q=ta')).toEqual(['beta', 'delta'])
  })

  it('comes in pages, with the fields asked for', async () => {
    const reply = await ask(`${api.base}/api/sources?q=a&limit=3&fields=id,name`)

    expect(reply.json).toMatchObject({ count: 3, total: 4, hasMore: true })
    expect((reply.json as { nextCursor: unknown }).nextCursor).toEqual(expect.any(String))
    const [, next] = /<(.+)>; rel="next"/.exec(reply.headers['link'] ?? '') ?? []
    const rest = await ask(String(next))
    expect(rest.json).toMatchObject({
      items: [{ id: 'delta', name: 'The delta' }],
      hasMore: false,
      nextCursor: null,
      offset: 3,
    })
    expect((rest.json as { items: object[] }).items.map((item) => Object.keys(item))).toEqual([
      ['id', 'name'],
    ])
    expect(rest.headers['link']).not.toContain('rel="next"')
  })

  it('goes on from a cursor, which excludes an offset and belongs to its query', async () => {
    const first = await askPage(`${api.base}/api/sources?limit=2`)
    const second = await askPage(`${api.base}/api/sources?limit=2&cursor=${first.nextCursor}`)
    const both = await ask(`${api.base}/api/sources?limit=2&offset=2&cursor=${first.nextCursor}`)
    const other = await ask(`${api.base}/api/sources?q=a&cursor=${first.nextCursor}`)

    expect([...first.items, ...second.items].map((source) => source['id'])).toEqual([...SOURCES])
    expect([second.offset, second.hasMore, second.nextCursor]).toEqual([2, false, null])
    expect([both.status, both.json]).toMatchObject([400, { code: 'parameterInvalid' }])
    expect([other.status, other.json]).toMatchObject([400, { code: 'cursorInvalid' }])
  })
})

describe('/sources.opml', () => {
  it('has every source in the folder of its category', async () => {
    const { headers, text } = await ask(`${api.base}/sources.opml?utm_source=reader`)

    expect(headers['content-type']).toBe('text/x-opml; charset=utf-8')
    const [folder, ...others] = parseOpml(text).body?.outlines ?? []
    expect([folder?.text, others]).toEqual(['general', []])
    expect(folder?.outlines?.map(({ text, xmlUrl, type }) => ({ text, xmlUrl, type }))).toEqual(
      SOURCES.map((id) => ({
        text: `The ${id}`,
        xmlUrl: `https://${id}.example/feed.xml?a=1&b=2`,
        type: 'rss',
      })),
    )
  })
})

describe('a feed', () => {
  it.each(['/feed/json?limit=50', '/feed/json?limit=50&sort=firstSeen', '/feed/json?limit=10&q=rivers'])(
    '%s leads on to all that follows, once each',
    async (address) => {
      const urls: string[] = []
      let pages = 0
      for (let next: string | undefined = api.base + address; next !== undefined; pages += 1) {
        const { json } = await ask(next)
        const feed = json as { items: { url: string }[]; next_url?: string }
        urls.push(...feed.items.map(({ url }) => url))
        next = feed.next_url
      }

      const meant = address.includes('rivers')
        ? newestFirst(api.world).filter(({ item }) => item.id % 2 === 0)
        : newestFirst(api.world)
      expect(urls.toSorted()).toEqual(meant.map(({ item }) => item.url).toSorted())
      expect(pages).toBeGreaterThan(2)
    },
  )

  it.each([
    ['/feed/rss', 'atom:link'],
    ['/feed/atom', 'link'],
  ])('%s says in itself what follows, as its header does', async (path, name) => {
    const link = new RegExp(`<${name} rel="next" href="([^"]+)"/>`)
    const first = await ask(`${api.base}${path}?limit=50`)
    const next = link.exec(first.text)?.[1]?.replaceAll('&amp;', '&') ?? ''
    const all = await ask(`${api.base}${path}?limit=500`)

    expect(first.headers['link']).toBe(`<${next}>; rel="next"`)
    expect((await ask(next)).text).toContain('<title>')
    expect(all.text).not.toMatch(link)
  })

  it('tells what came last by when it was first seen', async () => {
    const sorted = await askPage(`${api.base}/api/items?sort=firstSeen&limit=5`)
    const { json } = await ask(`${api.base}/feed/json?sort=firstSeen&limit=5`)

    const urls = (json as { items: { url: string }[] }).items.map(({ url }) => url)
    expect(urls).toEqual(sorted.items.map(({ url }) => url))
    expect(idsOf(sorted)).toHaveLength(5)
  })
})

describe('a window that ends now', () => {
  it('moves with the second of the request, in feeds as in lists', async () => {
    const [newest] = newestFirst(api.world)
    const leavesAt = Math.floor((newest?.item.publishedAt ?? 0) / 1000) * 1000 + 3_600_000
    const countIn = async (path: string) => {
      const { json } = await ask(`${api.base}${path}?sinceHours=1&to=2026-03-20`)
      return (json as { items: unknown[] }).items.length
    }
    const paths = ['/api/items', '/feed/json']
    const before = api.now

    api.now = leavesAt + 900
    const inside = await Promise.all(paths.map(countIn))
    api.now = leavesAt + 1_900
    const outside = await Promise.all(paths.map(countIn))
    api.now = before

    expect(inside).toEqual([1, 1])
    expect(outside).toEqual([0, 0])
  })
})
