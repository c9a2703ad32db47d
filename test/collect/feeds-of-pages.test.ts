import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { INITIAL_LOCATION, NO_VALIDATORS, type SourceState } from '../../src/model/source.ts'
import { aSource, never, type Pages, serve } from './loopback.ts'
import { collecting, visitRaw } from './visiting.ts'

const FEED =
  '<rss><channel><title>Harbour</title><item><title>A pier</title><link>/1</link></item></channel></rss>'
const PAGE = '<!doctype html><title>Harbour</title><p>News of the harbour.'

type Handler = Extract<Pages[string], (...parts: never[]) => unknown>

/** A page with these values of its `Link` header. */
const linking = (...links: string[]): Handler => {
  return (_, response) => response.setHeader('link', links).setHeader('content-type', 'text/html').end(PAGE)
}
const withHead = (head: string): string => `<!doctype html><head><title>Harbour</title>${head}</head><p>News`

/** Pages whose one feed is `/f`, by how they name it. `HOST` stands for the site. */
const NAMED: readonly (readonly [string, Pages])[] = [
  ['a Link header', { '/': linking('</f>; rel="alternate"; type="application/atom+xml"') }],
  [
    'one of several in a header',
    {
      '/': linking(
        '</a.css>; rel=preload; as=style, <f>; type=application/rss+xml; REL="home Alternate"; title="News; of, all"',
      ),
    },
  ],
  [
    'one of several headers',
    {
      '/': linking(
        '<https://other.example/>; rel=canonical',
        '</f>;rel=alternate;type="application/feed+json; charset=utf-8"',
      ),
    },
  ],
  [
    'a header beside a page of plain text',
    { '/': (_, response) => response.setHeader('link', '</f>; rel=alternate; type="text/xml"').end('Hello') },
  ],
  [
    'a link of the type text/xml',
    { '/': withHead('<link rel="alternate" type="text/xml" title="RSS" href="/f">') },
  ],
  [
    'a link of the type application/xml',
    { '/': withHead('<link rel=alternate type="application/xml; charset=utf-8" href=f>') },
  ],
  [
    'a link of that type beside one of a sitemap',
    {
      '/': withHead(
        '<link rel="alternate" type="application/xml" href="/map"><link rel="alternate" type="application/xml" href="/f">',
      ),
      '/map': '<urlset></urlset>',
    },
  ],
  ['feed://', { '/': withHead('<link rel="alternate" type="application/rss+xml" href="feed://HOST/f">') }],
  [
    'feed:http://',
    { '/': withHead('<link rel="alternate" type="application/rss+xml" href="FEED:http://HOST/f">') },
  ],
  ['pcast://', { '/': withHead('<link rel="alternate" type="application/rss+xml" href="pcast://HOST/f">') }],
  ['feed:// in a text', { '/': '<html><a href="feed://HOST/f?feed=rss2">Subscribe</a></html>' }],
  [
    'a page of feeds',
    {
      '/': '<html><a href="/rss">RSS</a></html>',
      '/rss': '<html><h1>Our feeds</h1><a href="/about">About</a><a href="/f.xml">News</a></html>',
      '/f.xml': FEED,
    },
  ],
  [
    'a page of feeds with links',
    {
      '/': '<html><a href="/feeds.html">Feeds</a></html>',
      '/feeds.html': withHead('<link rel="alternate" type="application/rss+xml" href="/f">'),
    },
  ],
  [
    'itself as a page of feeds',
    { '/': '<html><h1>Our feeds</h1><a href="/f.xml">News</a></html>', '/f.xml': FEED },
  ],
  [
    'a link to a packed file',
    { '/': withHead('<link rel="alternate" type="application/rss+xml" href="/f">'), '/f': gzipSync(FEED) },
  ],
  [
    'a refresh',
    {
      '/': '<!doctype html><title>Moved</title><META HTTP-EQUIV=Refresh CONTENT="0; URL=\'/f\'"><p>Redirecting',
    },
  ],
  [
    'the page that a refresh leads to',
    {
      '/': withHead('<link rel="canonical" href="/en/"><meta http-equiv="refresh" content="3;/en/">'),
      '/en/': withHead('<link rel="alternate" type="application/rss+xml" href="../f">'),
    },
  ],
  ['a link of the title RSS alone', { '/': withHead('<link rel="alternate" title="RSS" href="/f">') }],
  [
    'a link to JSON of the title feed',
    {
      '/': withHead(
        '<link rel="alternate" type="application/json" title="JSON" href="/wp-json/pages/2"><link rel="alternate" type="application/json" title="JSON Feed" href="/f">',
      ),
    },
  ],
  ['a topic below /rss', { '/': '<html><a href="/rss/f">Harbour</a></html>', '/rss/f': FEED }],
  ['a query', { '/': '<html><a href="/f?format=feed&amp;type=rss">RSS</a></html>' }],
]

/** Serves the pages, with the site's own host in place of `HOST`, and the feed at `/f`. */
async function site(pages: Pages) {
  const own: Record<string, Pages[string]> = { '/f': FEED }
  const served = await serve(own)
  for (const [path, page] of Object.entries(pages)) {
    own[path] = typeof page === 'string' ? page.replaceAll('HOST', new URL(served.url).host) : page
  }
  return served
}

describe('a page that names its feed by', () => {
  it.each(NAMED)('%s gives it to somebody who adds it', async (_, pages) => {
    const { url } = await site(pages)

    const { feeds } = await collecting().discover(`${url}/`, never())

    expect(feeds.map(({ title }) => title)).toEqual(['Harbour'])
  })

  it.each(NAMED)('%s is read through by a source', async (_, pages) => {
    const { url } = await site(pages)

    const found = await visitRaw({ url: `${url}/` })

    expect(found).toMatchObject({ kind: 'entries', entries: [{ title: 'A pier' }] })
    expect(found.exchange.foundFeedUrl).toMatch(/\/f(?:\.xml)?(?:\?.*)?$/)
  })
})

describe('the directory of podcasts', () => {
  it('leads to the feed that it names', async () => {
    const { url } = await site({
      '/lookup': (request, response) =>
        response.end(`{"resultCount":1,"results":[{"feedUrl":"http://${request.headers.host}/f"}]}`),
    })

    const found = await visitRaw({ url: `${url}/lookup?id=1` })

    expect(found).toMatchObject({ kind: 'entries', entries: [{ title: 'A pier' }] })
    expect(found.exchange.foundFeedUrl).toBe(`${url}/f`)
  })

  it.each([
    '{"resultCount":0,"results":[]}',
    '{"results":[{"feedUrl":"javascript:alert(1)"}]}',
    '{"results":7}',
  ])('leads nowhere by %s', async (answer) => {
    const { url } = await site({ '/lookup': answer })

    expect(await visitRaw({ url: `${url}/lookup?id=1` })).toMatchObject({
      kind: 'failed',
      error: { code: 'notAFeed' },
    })
  })
})

describe('a page in place of a feed', () => {
  const faulty = {
    '/world/rss': '<html>Down for maintenance. <a href="/f.rss">All news</a></html>',
    '/f.rss': FEED,
  }
  const read: SourceState = {
    sourceId: 'paper',
    validators: NO_VALIDATORS,
    documentHash: 'before',
    siteUrl: null,
    nextVisitAt: null,
    lastVisitAt: null,
    consecutiveErrors: 0,
  }

  it('leads to no other feed by a mere link if the feed was read before', async () => {
    const { url } = await site(faulty)

    const found = await collecting().collect(aSource({ url: `${url}/world/rss` }), read, never())

    expect(found).toMatchObject({ kind: 'failed', error: { code: 'notAFeed' } })
  })

  it('leads to the feed that it names only if it comes twice, if the feed was read before', async () => {
    const named = '<link rel="alternate" type="application/rss+xml" href="/f.rss">'
    const { url, requests } = await site({ ...faulty, '/world/rss': `<html><head>${named}</head></html>` })
    const source = aSource({ url: `${url}/world/rss` })

    const once = await collecting().collect(source, read, never())
    const twice = await collecting().collect(source, { ...read, consecutiveErrors: 1 }, never())

    expect(once).toMatchObject({ kind: 'failed', error: { code: 'notAFeed' } })
    expect(twice.kind).toBe('entries')
    expect(requests).toEqual(['/world/rss', '/world/rss', '/f.rss'])
  })

  it('leads to no feed of comments if the feed was read before, unless that was one', async () => {
    const named = (title: string, path: string) =>
      `<html><head><link rel="alternate" type="application/rss+xml" title="${title}" href="${path}"></head></html>`
    const { url } = await site({
      ...faulty,
      '/world/rss': named('Harbour &raquo; Comments Feed', '/f.rss'),
      '/news/comments': named('', '/f.rss?comments'),
      '/commentary/rss': named('Harbour Commentary', '/f.rss'),
    })
    const visit = (path: string) =>
      collecting().collect(aSource({ url: url + path }), { ...read, consecutiveErrors: 1 }, never())

    expect(await visit('/world/rss')).toMatchObject({ kind: 'failed', error: { code: 'notAFeed' } })
    expect((await visit('/news/comments')).kind).toBe('entries')
    expect((await visit('/commentary/rss')).kind).toBe('entries')
  })

  it('leads to no feed by mere links of a page that it leads on to, if the feed was read before', async () => {
    const on = '<meta http-equiv="refresh" content="5;url=/">'
    const { url, requests } = await site({ '/world/rss': on, '/': faulty['/world/rss'], '/f.rss': FEED })

    const found = await collecting().collect(
      aSource({ url: `${url}/world/rss` }),
      { ...read, consecutiveErrors: 1, location: { ...INITIAL_LOCATION, searchedAt: 1 } },
      never(),
    )

    expect(found).toMatchObject({ kind: 'failed', error: { code: 'notAFeed' } })
    expect(requests).toEqual(['/world/rss', '/'])
  })

  it('still leads to the feed that it led to before', async () => {
    const { url } = await site(faulty)
    const location = { ...INITIAL_LOCATION, movingTo: `${url}/f.rss`, movingVisits: 1 }

    const found = await collecting().collect(
      aSource({ url: `${url}/world/rss` }),
      { ...read, location },
      never(),
    )

    expect(found.kind).toBe('entries')
  })

  it('costs a visit few requests, however many links it has', async () => {
    const links = Array.from({ length: 50 }, (_, index) => `<a href="/${index}/rss">x</a>`).join('')
    const pages = Object.fromEntries(
      Array.from({ length: 50 }, (_, index) => [`/${index}/rss`, `<html>${links}</html>`]),
    )
    const served = await site({ '/': `<html>${links}</html>`, ...pages })

    await visitRaw({ url: `${served.url}/` })

    expect(served.requests.length).toBeLessThanOrEqual(9)
  })

  it.each([
    '<meta http-equiv="refresh" content="600; url=/f">',
    '<meta http-equiv="refresh" content="0">',
    '<meta name="refresh" content="0; url=/f">',
    '<link rel="alternate" hreflang="de" href="/f">',
    '<link rel="stylesheet" title="RSS" href="/f">',
  ])('names none by %s', async (head) => {
    const { url } = await site({ '/': withHead(head) })

    expect(await visitRaw({ url: `${url}/` })).toMatchObject({ error: { code: 'notAFeed' } })
  })

  it('names none by a link about another document', async () => {
    const { url } = await site({
      '/': linking('</f>; rel=alternate; type="application/rss+xml"; anchor="/other"'),
    })

    expect(await visitRaw({ url: `${url}/` })).toMatchObject({ error: { code: 'notAFeed' } })
  })
})
