import { describe, expect, it } from 'vitest'
import { sourceSettings } from '../sources/source-settings.ts'
import { toSource } from '../sources/sources.ts'
import { planImport } from './import-plan.ts'
import { type OutlineFeed, readOutlines } from './reader.ts'

const aFeed = (over: Partial<OutlineFeed>): OutlineFeed => ({
  name: 'A',
  url: 'https://a.example/',
  category: undefined,
  language: undefined,
  id: undefined,
  region: undefined,
  weight: undefined,
  ...over,
})
const known = (id: string, url: string) =>
  toSource(sourceSettings.parse({ id, url }), { everyMs: 1, content: 'feed' }, undefined)

describe('planImport', () => {
  it('knows a short form by what it stands for', () => {
    const plan = planImport(
      [aFeed({ name: 'Top', url: 'hn:top' }), aFeed({ name: 'Best', url: 'hn:best' })],
      [known('mine', 'https://hacker-news.firebaseio.com/v0/topstories.json')],
    )

    expect(plan.known).toEqual([{ name: 'Top', id: 'mine' }])
    expect(plan.added).toEqual([{ id: 'best', name: 'Best', url: 'hn:best' }])
  })

  it('knows a feed by its address, however it is spelled, within the list too', () => {
    const plan = planImport(
      [
        aFeed({ name: 'Known', url: 'http://www.k.example/feed/' }),
        aFeed({ name: 'New', url: 'https://n.example/' }),
        aFeed({ name: 'New again', url: 'http://n.example' }),
      ],
      [known('k', 'https://k.example/feed')],
    )

    expect(plan.added).toEqual([{ id: 'new', name: 'New', url: 'https://n.example/' }])
    expect(plan.known).toEqual([
      { name: 'Known', id: 'k' },
      { name: 'New again', id: 'new' },
    ])
  })

  it('takes the first folder that a feed is in', () => {
    const { added } = planImport(
      [undefined, 'Sea', 'Land'].map((category) => aFeed({ category })),
      [],
    )

    expect(added).toEqual([{ id: 'a', name: 'A', url: 'https://a.example/', category: 'Sea' }])
  })

  it('gives each source an id of its own', () => {
    const { added } = planImport(
      [
        aFeed({ name: 'K', url: 'https://1.example/' }),
        aFeed({ name: 'k!', url: 'https://2.example/' }),
        aFeed({ name: '名前', url: 'https://www.kanji.example/' }),
        aFeed({ name: 'x'.repeat(300), url: 'https://3.example/' }),
        aFeed({ name: 'Y', id: 'Given Id', url: 'https://4.example/' }),
      ],
      [known('k', 'https://k.example/feed')],
    )

    expect(added.map(({ id }) => id)).toEqual(['k-2', 'k-3', 'kanji-example', 'x'.repeat(64), 'given-id'])
    expect(added[3]?.name).toHaveLength(200)
  })

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'ftp://a.example/',
    'gopher://a.example/',
    '//a.example/feed',
    '/feed.xml',
    'a.example/feed',
    'http://',
    'https://[::1',
    'http://a b.example/',
    `https://a.example/${'x'.repeat(5_000)}`,
  ])('refuses %.40s and says why', (url) => {
    const plan = planImport([aFeed({ name: 'Bad', url })], [])

    expect(plan.added).toEqual([])
    expect(plan.refused).toHaveLength(1)
    expect(plan.refused[0]).toMatchObject({
      name: 'Bad',
      reason: expect.stringMatching(
        /^url (?:must be an address that begins with http:|has (?:no valid host|a space))/,
      ),
    })
  })

  it('leaves out what a list says wrongly beside the address', () => {
    const { added } = planImport(
      [aFeed({ language: 'English (US)', region: 'U S', weight: '99', category: 'general' })],
      [],
    )

    expect(added).toEqual([{ id: 'a', name: 'A', url: 'https://a.example/' }])
  })

  it('refuses a feed without an address by its name', () => {
    const { feeds } = readOutlines(`<opml><body>
      <outline text="Folder" type="rss"><outline text="Lost" type="rss" xmlUrl=""/><outline text="Note"/></outline>
    </body></opml>`)

    const { refused } = planImport(feeds, [])

    expect(refused.map(({ name }) => name)).toEqual(['Lost'])
    expect(refused[0]?.reason).toContain('url')
  })

  it("takes FreshRSS's muted feeds and paths into JSON, and says what to do with its XPath", () => {
    const { feeds } = readOutlines(`<opml><body>
      <outline text="Muted" type="rss" xmlUrl="https://m.example/" frss:ttl="-3600"/>
      <outline text="Hourly" type="rss" xmlUrl="https://h.example/" frss:ttl="3600"/>
      <outline text="Quakes" type="JSON+DotNotation" xmlUrl="https://q.example/" frss:jsonItem="data.items"
        frss:jsonItemTitle="meta.title" frss:jsonItemUri="meta[&quot;a&amp;b&quot;]" frss:jsonItemCategories=""/>
      <outline text="No paths" type="JSON+DotNotation" xmlUrl="https://n.example/"/>
      <outline text="Page" type="HTML+XPath" xmlUrl="https://p.example/" frss:xPathItem="//article"/>
      <outline text="Script" type="HTML+XPath+JSON+DotNotation" xmlUrl="https://s.example/" frss:jsonItem="items"/>
      <outline text="JSON" type="JSONFeed" xmlUrl="https://j.example/"/>
    </body></opml>`)

    const { added, refused } = planImport(feeds, [])

    expect(added).toEqual([
      { id: 'muted', name: 'Muted', url: 'https://m.example/', enabled: false },
      { id: 'hourly', name: 'Hourly', url: 'https://h.example/' },
      {
        id: 'quakes',
        name: 'Quakes',
        url: 'https://q.example/',
        type: 'json',
        paths: { items: 'data.items', title: 'meta.title', url: 'meta["a&b"]' },
      },
      { id: 'json', name: 'JSON', url: 'https://j.example/' },
    ])
    expect(refused.map(({ name, reason }) => [name, /paths/.test(reason)])).toEqual([
      ['No paths', true],
      ['Page', true],
      ['Script', true],
    ])
  })

  it("takes FreshRSS's selectors of the full text, and names its settings that it does not read", () => {
    const { feeds } = readOutlines(`<opml><body>
      <outline text="Full" type="rss" xmlUrl="https://f.example/" frss:cssFullContent="main &gt; .text"
        frss:cssContentFilter=".share" frss:priority="main"/>
      <outline text="Wrong" type="rss" xmlUrl="https://w.example/" frss:cssFullContent="main >> [" frss:ttl="60"/>
      <outline text="Own" type="rss" xmlUrl="https://o.example/" frss:filtersActionRead="intitle:ads"
        frss:CURLOPT_COOKIE="a=b" frss:CURLOPT_USERAGENT="x"/>
    </body></opml>`)

    const { added, incomplete } = planImport(feeds, [])

    expect(added).toEqual([
      {
        id: 'full',
        name: 'Full',
        url: 'https://f.example/',
        content: 'full',
        fullText: { content: 'main > .text', remove: '.share' },
      },
      { id: 'wrong', name: 'Wrong', url: 'https://w.example/', content: 'full' },
      { id: 'own', name: 'Own', url: 'https://o.example/' },
    ])
    expect(incomplete.map(({ id, reason }) => [id, reason.split(':')[0]])).toEqual([
      ['own', 'its filters are not imported'],
      ['own', 'its settings of requests are not imported'],
    ])
  })

  it('leaves it to a feed without a name to name itself', () => {
    const { added } = planImport([aFeed({ name: '', url: 'https://www.news.example/rss' })], [])

    expect(added).toEqual([{ id: 'news-example', url: 'https://www.news.example/rss' }])
  })
})
