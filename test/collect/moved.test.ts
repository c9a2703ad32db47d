import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { FetchResult } from '../../src/model/entry.ts'
import { type SourceState, INITIAL_LOCATION } from '../../src/model/source.ts'
import { DAY_MS } from '../../src/model/time.ts'
import type { Collector } from '../../src/sources/sources.ts'
import { aSource, never, openCollector, openSite, type Pages, type Site, stateAfter } from './loopback.ts'

const FEED =
  '<rss version="2.0"><channel><title>Paper</title><item><title>One</title><link>/1</link></item></channel></rss>'
const PAGE = (link: string) =>
  `<!doctype html><html><head><title>Paper</title>${link}</head><body><p>News.</p></body></html>`
const LINK = '<link rel="alternate" type="application/rss+xml" href="/moved/feed">'

let site: Site
let collector: Collector

afterEach(async () => {
  await collector.close()
  await site.close()
})

describe('a feed that is no longer at its address', () => {
  it('is found by the page of its site, on the second visit that misses it', async () => {
    await open({ '/': PAGE(LINK), '/moved/feed': FEED })

    const first = await visit({ consecutiveErrors: 0 })
    const firstRequests = [...site.requests]
    const second = await visit({ consecutiveErrors: 1 })

    expect(first).toMatchObject({ kind: 'failed', error: { code: 'http4xx' } })
    expect(first.exchange.searched).toBeUndefined()
    expect(firstRequests).toEqual(['/feed'])
    expect(second).toMatchObject({
      kind: 'entries',
      entries: [{ title: 'One' }],
      exchange: { foundFeedUrl: `${site.url}/moved/feed`, searched: true },
    })
  })

  it('is searched for at once when its server says that it is gone, and where a web page took its place', async () => {
    await open({
      '/feed': (_, response) => response.writeHead(410).end(),
      '/': PAGE(LINK),
      '/moved/feed': FEED,
    })
    const gone = await visit({ consecutiveErrors: 0 })
    await close()
    await open({ '/feed': PAGE(''), '/': PAGE(LINK), '/moved/feed': FEED })
    const replaced = await visit({ consecutiveErrors: 1 })

    expect([gone.kind, replaced.kind]).toEqual(['entries', 'entries'])
  })

  it('is searched for once, and never where robots.txt asks programs to stay away', async () => {
    await open({ '/': PAGE(LINK), '/moved/feed': FEED, '/robots.txt': 'User-agent: *\nDisallow: /' })

    const searched = await visit({ consecutiveErrors: 1 })
    const again = await visit({ consecutiveErrors: 2, location: { ...INITIAL_LOCATION, searchedAt: 1 } })

    expect(searched).toMatchObject({ kind: 'failed', exchange: { searched: true, status: 404 } })
    expect(again.exchange.searched).toBeUndefined()
    expect(site.requests).toEqual(['/feed', '/robots.txt', '/feed'])
  })

  it('is not taken for a feed of comments, an empty one, or one of another site', async () => {
    const links = ['/comments/feed', '/empty'].map(
      (path) => `<link rel="alternate" type="application/rss+xml" href="${path}">`,
    )
    const otherSite = FEED.replace('<item>', '<link>https://elsewhere.example/</link><item>')
    await open({
      '/': PAGE(`${links.join('')}<link rel="alternate" type="application/rss+xml" href="/other">`),
      '/comments/feed': FEED,
      '/empty': '<rss version="2.0"><channel><title>Empty</title></channel></rss>',
      '/other': otherSite,
    })

    const searched = await visit({ consecutiveErrors: 1 })

    expect(searched).toMatchObject({ kind: 'failed', exchange: { searched: true } })
  })

  it('is not searched for where it never was, nor while its server only fails', async () => {
    await open({
      '/': PAGE(LINK),
      '/moved/feed': FEED,
      '/down': (_, response) => response.writeHead(503).end(),
    })

    await visit({ consecutiveErrors: 5, documentHash: null })
    await visit({ consecutiveErrors: 5 }, '/down')

    expect(site.requests).toEqual(['/feed', '/down'])
  })

  it('is visited where it was kept, and its own address is left alone for two days', async () => {
    await open({ '/moved/feed': FEED })
    const movedTo = `${site.url}/moved/feed`

    const collected = await visit({ location: { ...INITIAL_LOCATION, movedTo, askedAt: Date.now() } })

    expect(collected.kind).toBe('entries')
    expect(site.requests).toEqual(['/moved/feed'])
  })
})

describe('the configured address of a feed that was kept elsewhere', () => {
  const VALIDATORS = { etag: '"1"', lastModified: null }
  const atNew = (askedAt: number | null): Partial<SourceState> => {
    const movedTo = `${site.url}/moved/feed`
    return {
      validators: VALIDATORS,
      location: { ...INITIAL_LOCATION, movedTo, askedAt, validatedUrl: movedTo },
    }
  }
  const seen: string[] = []
  const conditional =
    (document: string | undefined, location?: string): Pages[string] =>
    (request, response) => {
      seen.push(`${request.url} ${request.headers['if-none-match'] ?? '-'}`)
      if (location !== undefined) response.writeHead(301, { location }).end()
      else if (document === undefined) response.writeHead(404).end()
      else if (request.headers['if-none-match'] === '"1"') response.writeHead(304).end()
      else response.setHeader('etag', '"1"').end(document)
    }

  beforeEach(() => void seen.splice(0))

  it.each<[string, number | null]>([
    ['two days later', Date.now() - 2 * DAY_MS],
    ['when nothing is known of that', null],
    ['when the clock was set back since', Date.now() + 9 * DAY_MS],
  ])('is asked again %s, and what it has is read, whatever the other address has', async (_, askedAt) => {
    await open({ '/feed': conditional(FEED), '/moved/feed': conditional(FEED.replace('One', 'Old')) })

    const collected = await visit(atNew(askedAt))

    expect(collected).toMatchObject({
      kind: 'entries',
      entries: [{ title: 'One' }],
      exchange: { configured: 'read' },
    })
    // The validators are of the other address.
    expect(seen).toEqual(['/feed -'])
  })

  it('costs one more request where it still leads to the same', async () => {
    await open({ '/feed': conditional(undefined, '/moved/feed'), '/moved/feed': conditional(FEED) })

    const collected = await visit(atNew(0))

    expect(collected).toMatchObject({ kind: 'unchanged', exchange: { configured: 'read', status: 304 } })
    expect(seen).toEqual(['/feed -', '/moved/feed "1"'])
  })

  it.each<[string, Pages[string]]>([
    ['is missing', conditional(undefined)],
    ['is a page without a feed', PAGE('')],
    ['breaks off', (_, response) => response.destroy()],
    ['redirects in a circle', conditional(undefined, '/feed')],
  ])('is no failure where it %s: the other address is read', async (_, page) => {
    await open({ '/feed': page, '/moved/feed': FEED })

    const collected = await visit({ ...atNew(0), consecutiveErrors: 1 })

    expect(collected).toMatchObject({ kind: 'entries', exchange: { configured: 'failed' } })
    expect(site.requests.slice(-1)).toEqual(['/moved/feed'])
  })

  it('is told by the failure of the other one when both fail', async () => {
    await open({
      '/feed': conditional(undefined),
      '/moved/feed': (_, response) => response.writeHead(500).end(),
    })

    expect(await visit(atNew(0))).toMatchObject({
      error: { code: 'http5xx' },
      exchange: { configured: 'failed', status: 500 },
    })
  })
})

describe('a feed that says where it has moved', () => {
  const moved = (to: string) =>
    FEED.replace('<item>', `<itunes:new-feed-url>${to}</itunes:new-feed-url><item>`)
  const NEW = FEED.replace('One', 'Two')

  it('is read there', async () => {
    await open({ '/feed': moved('/new'), '/new': NEW })

    expect(await visit({})).toMatchObject({
      kind: 'entries',
      entries: [{ title: 'Two' }],
      exchange: { foundFeedUrl: `${site.url}/new` },
    })
  })

  it.each([
    ['nothing is there', '/missing', ['/feed', '/missing']],
    ['a page is there', '/page', ['/feed', '/page']],
    ['it is there already', '/feed', ['/feed']],
  ])('is read where it was if %s', async (_, to, requests) => {
    await open({ '/feed': moved(to), '/page': PAGE('') })

    expect(await visit({})).toMatchObject({ kind: 'entries', entries: [{ title: 'One' }] })
    expect(site.requests).toEqual(requests)
  })

  it.each([
    ['<?xml version="1.0"?><redirect><newLocation>/new</newLocation></redirect>'],
    ['<rss version="2.0"><redirect><newLocation>/new</newLocation></redirect></rss>'],
    [
      '<rss><channel><title>Paper</title><redirect><newLocation>/new</newLocation></redirect></channel></rss>',
    ],
    ['<rss><channel><itunes:new-feed-url>/new</itunes:new-feed-url></channel></rss>'],
  ])('and has no entries any more is read there, and fails where it is not: %s', async (document) => {
    await open({ '/feed': document, '/new': NEW })
    expect(await visit({})).toMatchObject({
      entries: [{ title: 'Two' }],
      exchange: { foundFeedUrl: `${site.url}/new` },
    })
    await close()

    await open({ '/feed': document, '/new': PAGE('') })
    expect(await visit({})).toMatchObject({ kind: 'failed', error: { code: 'notAFeed' } })
    await close()

    await open({ '/feed': document })
    expect(await visit({})).toMatchObject({ kind: 'failed', error: { code: 'http4xx' } })
  })

  it.each([
    ['is not sent on from there', Date.now(), ['/new']],
    ['is asked again where it was, and leads there again', 0, ['/feed', '/new']],
  ])('%s', async (_, askedAt, requests) => {
    await open({ '/feed': moved('/new'), '/new': moved('/feed') })

    const collected = await visit({ location: { ...INITIAL_LOCATION, movedTo: `${site.url}/new`, askedAt } })

    expect(collected).toMatchObject({ kind: 'entries' })
    expect(site.requests).toEqual(requests)
  })
})

async function open(pages: Pages): Promise<void> {
  site = await openSite(pages)
  collector = openCollector()
}

async function close(): Promise<void> {
  await collector.close()
  await site.close()
}

/** Visits a feed that was read before. */
function visit(state: Partial<SourceState>, path = '/feed'): Promise<FetchResult> {
  const known: SourceState = {
    ...stateAfter({ kind: 'unchanged', validators: { etag: null, lastModified: null }, exchange: EXCHANGE }),
    documentHash: 'read before',
    ...state,
  }
  return collector.collect(aSource({ url: `${site.url}${path}` }), known, never())
}

const EXCHANGE = { status: 200, latencyMs: 1, finalUrl: '', retryAfterMs: undefined, bytes: 0 }
