import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { Discovery } from '../../src/sources/discover/discover.ts'
import { never, serve } from './loopback.ts'
import { collecting } from './visiting.ts'

const RSS = `<rss><channel><title>News</title><link>https://paper.example/</link><language>en</language>
  <item><title>One &amp;amp; two</title><pubDate>Tue, 05 Mar 2024 09:30:00 GMT</pubDate></item><item><title>Three</title></item></channel></rss>`
const ATOM =
  '<feed xmlns="http://www.w3.org/2005/Atom"><title>Sport</title><entry><title>Goal</title></entry></feed>'

describe('finding the feeds of a site', () => {
  it('tells of all that its page names what each would bring', async () => {
    const site = await serve({
      '/': '<link rel="alternate" type="application/rss+xml" href="/rss"><link rel="alternate" type="application/atom+xml" href="/sport.atom"><link rel="alternate" type="application/rss+xml" href="/gone">',
      '/rss': RSS,
      '/sport.atom': ATOM,
    })

    const { feeds, error } = await discover(`${site.url}/`)

    expect(error).toBeUndefined()
    expect(feeds).toEqual([
      {
        url: `${site.url}/rss`,
        title: 'News',
        siteUrl: 'https://paper.example/',
        entryCount: 2,
        newestAt: Date.UTC(2024, 2, 5, 9, 30),
        titles: ['One & two', 'Three'],
      },
      expect.objectContaining({
        url: `${site.url}/sport.atom`,
        title: 'Sport',
        newestAt: undefined,
      }),
    ])
  })

  it('finds one that is a packed file', async () => {
    const site = await serve({ '/feed.xml.gz': gzipSync(RSS) })

    const { feeds } = await discover(`${site.url}/feed.xml.gz`)

    expect(feeds).toMatchObject([{ title: 'News', entryCount: 2 }])
  })

  it('tells that the site checks for robots, where it shows nothing else', async () => {
    const check = '<meta http-equiv="refresh" content="0;/.well-known/sgcaptcha/?r=%2F&y=ipc:1">'
    const site = await serve({ '/': check, '/blog/': check, '/blog/feed': RSS })

    expect(await discover(`${site.url}/`)).toMatchObject({ feeds: [], error: { code: 'botChallenge' } })
    expect(await discover(`${site.url}/blog/`)).toMatchObject({
      feeds: [{ title: 'News' }],
      error: undefined,
    })
  })

  it('tells of empty ones last', async () => {
    const site = await serve({
      '/': '<link rel="alternate" type="application/rss+xml" href="/empty"><link rel="alternate" type="application/rss+xml" href="/rss">',
      '/empty': '<rss><channel><title>Soon</title></channel></rss>',
      '/rss': RSS,
    })

    const { feeds } = await discover(`${site.url}/`)

    expect(feeds.map(({ title }) => title)).toEqual(['News', 'Soon'])
  })

  it('tries where feeds stand on sites that do not say so', async () => {
    const site = await serve({
      '/about': '<html><body>Hi</body></html>',
      '/feed': RSS,
      '/atom.xml': ATOM,
      '/rss': RSS,
    })

    const { feeds } = await discover(`${site.url}/about`)

    // The same feed under two addresses counts once.
    expect(feeds.map(({ url }) => url)).toEqual([`${site.url}/feed`, `${site.url}/atom.xml`])
  })

  it.each<[string, string, string]>([
    ['a blog in a folder', '/blog/', '/blog/index.xml'],
    ['an article of one', '/blog/2024/03/a-pier', '/blog/feed'],
    ['a project in a folder', '/~jo/tides', '/~jo/atom.xml'],
    ['a page beside the feed', '/about.html', '/feed.xml'],
    ['a blog of Wix', '/blog', '/blog-feed.xml'],
    ['a blog of Eleventy', '/', '/feed/feed.xml'],
    ['a forum of Discourse', '/c/boats/5', '/latest.rss'],
    ['a community of Lemmy', '/c/boats@sea.example', '/feeds/c/boats@sea.example.xml?sort=New'],
    ['a user of Lemmy', '/u/ida', '/feeds/u/ida.xml?sort=New'],
    ['a channel of PeerTube', '/c/harbor_tv/videos', '/feeds/videos.xml?videoChannelName=harbor_tv'],
    ['an account of PeerTube', '/a/ida/video-channels', '/feeds/videos.xml?accountName=ida'],
    ['a site of PeerTube', '/', '/feeds/videos.xml'],
  ])('tries where they stand for %s', async (_, page, feed) => {
    const site = await serve({ [page]: '<html><body>Hi</body></html>', [feed]: RSS })

    const { feeds } = await discover(`${site.url}${page}`)

    expect(feeds.map(({ url }) => url)).toEqual([`${site.url}${feed}`])
  })

  it.each([403, 404, 503])('tries them where the page itself is refused by %i', async (status) => {
    const site = await serve({ '/': (_, response) => response.writeHead(status).end(), '/rss.xml': RSS })

    expect(await discover(`${site.url}/`)).toMatchObject({
      feeds: [{ url: `${site.url}/rss.xml` }],
      error: undefined,
    })
  })

  it('tries them at the site itself where a wall stands before it', async () => {
    const wall = await serve({ '/consent': '<html><body>Cookies?</body></html>' })
    const site = await serve({
      '/': (_, response) => response.writeHead(302, { location: `${wall.url}/consent` }).end(),
      '/rss.xml': RSS,
    })

    const { feeds } = await discover(`${site.url}/`)

    expect(feeds.map(({ url }) => url)).toEqual([`${site.url}/rss.xml`])
  })

  it('takes the address of a feed for what it is, where it moved for good', async () => {
    const site = await serve({
      '/old': (_, response) => response.writeHead(301, { location: '/rss' }).end(),
      '/rss': RSS,
    })

    expect((await discover(`${site.url}/rss`)).feeds.map(({ url }) => url)).toEqual([`${site.url}/rss`])
    expect((await discover(`${site.url}/old`)).feeds.map(({ url }) => url)).toEqual([`${site.url}/rss`])
  })

  it('finds none where there is none, and says what is wrong with an address', async () => {
    const site = await serve({ '/': '<html></html>' })

    expect(await discover(`${site.url}/`)).toEqual({ feeds: [], error: undefined, sitemaps: [] })
    expect(await discover(`${site.url}/gone`)).toMatchObject({ feeds: [], error: { code: 'http4xx' } })
    expect(await discover('nonsense')).toMatchObject({ feeds: [], error: { code: 'http4xx' } })
  })

  it('goes nowhere that a page of the outside must not lead to', async () => {
    const inside = await serve({ '/rss': RSS })
    const port = new URL(inside.url).port
    const ways = [
      'http://localhost',
      'http://127.0.0.3',
      'http://[::1]',
      'http://0',
      'http://[::ffff:127.0.0.3]',
      'http://169.254.169.254',
    ]
    const links = ways.map(
      (way) => `<link rel="alternate" type="application/rss+xml" href="${way}:${port}/rss">`,
    )
    const site = await serve({ '/': links.join('') })
    const collector = collecting({ allowAddresses: ['127.0.0.1/32'] })

    const { feeds } = await collector.discover(`${site.url}/`, never())

    // `localhost` leads to 127.0.0.1 alone on some systems, which is permitted here.
    expect(feeds.filter(({ url }) => !url.startsWith('http://localhost'))).toEqual([])
    expect(inside.requests.length).toBeLessThanOrEqual(1)
  })
})

async function discover(address: string): Promise<Discovery> {
  const collector = collecting()
  return collector.discover(address, never())
}
