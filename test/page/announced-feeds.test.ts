import { createHash } from 'node:crypto'
import { decodeHTML } from 'entities'
import { describe, expect, it } from 'vitest'
import { ask, askPage } from '../api/ask.ts'
import { NOW } from '../api/world.ts'
import { hasBrowser, keptBrowser } from '../browser.ts'
import { openService } from './open-service.ts'
import { alive } from './reader.ts'
import { serveWorld } from './world-service.ts'

const service = serveWorld(60)

interface Link {
  readonly type: string | undefined
  readonly title: string | undefined
  readonly href: string | undefined
}

async function headOf(address: string, language: string, base = service.base, cookie = '') {
  const { text } = await ask(base + address, {
    headers: { accept: 'text/html', 'accept-language': language, cookie },
  })
  const head = text.slice(0, text.indexOf('</head>'))
  const links = [...head.matchAll(/<link rel="alternate"([^>]*)>/g)].map(([, attributes = '']): Link => {
    const valueOf = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(attributes)?.[1]
    return {
      type: valueOf('type'),
      title: decodeHTML(valueOf('title') ?? ''),
      href: decodeHTML(valueOf('href') ?? ''),
    }
  })
  return { title: decodeHTML(/<title>([^<]*)/.exec(head)?.[1] ?? ''), links }
}

/** A reader that comes later misses nothing in the order of arrival. */
function linksTo(query: string, title: string): Link[] {
  const whole = query.startsWith('?q=') ? `${query}&match=all` : query
  const parameters = whole === '' ? '?sort=firstSeen' : `${whole}&sort=firstSeen`
  return [
    { type: 'application/rss+xml', title: `${title} (RSS)`, href: `/feed/rss${parameters}` },
    { type: 'application/atom+xml', title: `${title} (Atom)`, href: `/feed/atom${parameters}` },
    { type: 'application/feed+json', title: `${title} (JSON Feed)`, href: `/feed/json${parameters}` },
  ]
}

/** Of each view: its address, the query of its feeds, and its title in English and German. */
const VIEWS: readonly (readonly [address: string, query: string, english: string, german: string])[] = [
  [
    '/',
    '?distinct=story',
    'Digest: Every story once, from all your sources',
    'Digest: Jedes Thema einmal, aus allen deinen Quellen',
  ],
  [
    '/?category=science&window=week',
    '?category=science&distinct=story',
    'Science, this week · Digest',
    'Wissenschaft, diese Woche · Digest',
  ],
  ['/?date=2026-03-09', '?distinct=story', '9 Mar 2026 · Digest', '9. März 2026 · Digest'],
  ['/list', '', 'All news · Digest', 'Alle Artikel · Digest'],
  ['/list?category=science&sort=score', '?category=science', 'Science · Digest', 'Wissenschaft · Digest'],
  [
    '/list?category=-science&from=2026-03-01&to=2026-03-09',
    '?category=-science&from=2026-03-01&to=2026-03-09',
    'not Science, since 1 Mar 2026, until 9 Mar 2026 · Digest',
    'nicht Wissenschaft, seit 1. März 2026, bis 9. März 2026 · Digest',
  ],
  [
    '/list?source=alpha,beta&language=de',
    '?source=alpha,beta&language=de',
    'The alpha, The beta, German · Digest',
    'The alpha, The beta, Deutsch · Digest',
  ],
  [
    '/list?region=us&sinceDays=3&distinct=story',
    '?region=us&sinceDays=3&distinct=story',
    'United States, last 3 days · Digest',
    'Vereinigte Staaten, letzte 3 Tage · Digest',
  ],
  ['/search', '', 'Search · Digest', 'Suche · Digest'],
  ['/search?q=rivers&sort=hot', '?q=rivers', 'rivers: search · Digest', 'rivers: Suche · Digest'],
  [
    '/search?q=%22a%26b%22&category=science',
    '?q=%22a%26b%22&category=science',
    '"a&b", Science: search · Digest',
    '"a&b", Wissenschaft: Suche · Digest',
  ],
  ['/source?id=alpha', '?source=alpha', 'The alpha · Digest', 'The alpha · Digest'],
  ['/story?id=3', '?storyId=3', 'Rivers & <tides> of 8 · Digest', 'Rivers & <tides> of 8 · Digest'],
  ['/article?id=6', '?storyId=2', 'Rivers & <tides> of 6 · Digest', 'Rivers & <tides> of 6 · Digest'],
  ['/stats', '', 'Statistics · Digest', 'Statistik · Digest'],
  ['/docs', '', 'API · Digest', 'API · Digest'],
  ['/saved', '', 'Saved articles · Digest', 'Gespeicherte Artikel · Digest'],
  ['/source?id=none', '', 'Page not found · Digest', 'Seite nicht gefunden · Digest'],
]

describe('the head of a view', () => {
  it.each(VIEWS)('of %s announces its own feed and has its own title', async (address, query, en, de) => {
    const [english, german] = await Promise.all([headOf(address, 'en'), headOf(address, 'de')])

    expect([english.title, german.title]).toEqual([en, de])
    expect(english.links).toEqual(linksTo(query, en))
    expect(german.links).toEqual(linksTo(query, de))
  })

  it('of sources announces the feed of their health first', async () => {
    const [english, german] = await Promise.all(
      ['en', 'de'].map((language) => headOf('/sources?category=science&status=ok', language)),
    )

    const title = 'Sources, Healthy, Science · Digest'
    const health = { type: 'application/atom+xml', title: `${title} (Atom)`, href: '/feed/health' }
    expect(english).toEqual({ title, links: [health, ...linksTo('', title)] })
    expect(german?.title).toBe('Quellen, In Ordnung, Wissenschaft · Digest')
  })

  it.each([
    ['/list?category=science&language=en', '/api/items?category=science&language=en&sort=firstSeen'],
    ['/search?q=rivers&source=alpha', '/api/search?q=rivers&source=alpha&sort=firstSeen'],
    ['/search?q=rivers+rise', '/api/search?q=rivers+rise&match=all&sort=firstSeen'],
    ['/source?id=beta', '/api/items?source=beta&sort=firstSeen'],
    ['/story?id=3', '/api/items?storyId=3&sort=firstSeen'],
  ])('of %s announces feeds with the entries of the view', async (address, list) => {
    const { links } = await headOf(address, 'en')

    const items = await askPage(`${service.base}${list}&limit=50`)
    const feeds = await Promise.all(links.map(({ href }) => ask(service.base + href)))
    const urls = items.items.map(({ url }) => String(url))
    expect(urls.length).toBeGreaterThan(1)
    for (const { text } of feeds) {
      const found = text.match(/https:\/\/\w+\.example\/articles\/\d+/g) ?? []
      expect([...new Set(found)]).toEqual(urls)
    }
  })

  it('of a search announces feeds without articles that have only some of its words', async () => {
    const { links } = await headOf('/search?q=rivers+zeppelin', 'en')

    const found = await askPage(`${service.base}/api/search?q=rivers+zeppelin`)
    const feeds = await Promise.all(links.map(({ href }) => ask(service.base + href)))
    expect(found.total).toBeGreaterThan(1)
    for (const { status, text } of feeds) {
      expect(status).toBe(200)
      expect(text.includes('/articles/')).toBe(false)
    }
  })

  it.each([
    ['', '/'],
    ['distinct=story', '/'],
    ['category=science&distinct=story', '/list'],
    ['source=-beta,alpha&language=de&limit=3&sort=firstSeen', '/list'],
    ['tag=ferry&ids=1,2&seenFrom=2026-03-01&seenTo=2026-03-09&sinceHours=9&storyId=3', '/list'],
    ['region=us&sinceDays=3&minScore=10.5&from=2026-03-01&to=2026-03-09', '/list'],
    ['q=%22a%26b%22+c%2B%2B&match=all&category=science', '/search'],
  ])('is that of the page to which a feed of %j leads: it announces the same', async (query, path) => {
    const asked = new URLSearchParams(query)
    for (const name of ['limit', 'sort', 'match']) asked.delete(name)
    const { json } = await ask(`${service.base}/feed/json?${query}`)
    const home = String((json as { readonly home_page_url: unknown }).home_page_url)

    const { links } = await headOf('', 'en', home)

    const announced = new URL(links[2]?.href ?? '', home).searchParams
    for (const name of ['sort', 'match']) announced.delete(name)
    if (query === '') announced.delete('distinct')
    expect(new URL(home).pathname).toBe(path)
    expect(Object.fromEntries(announced)).toEqual(Object.fromEntries(asked))
  })

  it('has the path prefix and the key for feeds in its links', async () => {
    const apiKeys = [
      { name: 'me', hash: createHash('sha256').update('my own key').digest('hex'), scope: 'all' as const },
    ]
    const below = await openService({
      store: service.store,
      now: () => NOW,
      prefix: '/digest',
      config: { apiKeys },
    })

    const { links } = await headOf('/list?category=science', 'en', below.base, 'digest-key=my%20own%20key')

    expect(links.map(({ href }) => href)).toEqual(
      ['rss', 'atom', 'json'].map((kind) =>
        expect.stringMatching(
          new RegExp(`^/digest/feed/${kind}\\?category=science&sort=firstSeen&key=[\\w-]{32}$`),
        ),
      ),
    )
    await below.close()
  })

  it.runIf(hasBrowser('the head in a browser'))('follows its reader from view to view', async () => {
    const page = await (await keptBrowser()).newPage({ locale: 'en' })
    const head = async () => ({
      title: await page.title(),
      links: await page.locator('head link[rel=alternate]').evaluateAll((nodes) =>
        nodes.map((node) => ({
          type: node.getAttribute('type'),
          title: node.getAttribute('title'),
          href: node.getAttribute('href'),
        })),
      ),
    })
    await page.goto(`${service.base}/list?category=science`)
    await alive(page)
    const first = await head()
    await page.evaluate('window.sameDocument = true')

    await page.locator('a[href="/list"]').first().click()
    await page.waitForURL('**/list')

    const science = 'Science · Digest'
    const all = 'All news · Digest'
    expect(first).toEqual({ title: science, links: linksTo('?category=science', science) })
    await expect.poll(head).toEqual({ title: all, links: linksTo('', all) })
    expect(await page.evaluate('window.sameDocument')).toBe(true)
    await page.close()
  })
})
