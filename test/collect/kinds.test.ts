import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import type { Collector, CollectorOptions } from '../../src/collect/collect.ts'
import type { Collected, Entry } from '../../src/domain/entry.ts'
import { aSource, never, openCollector, type Pages, serve, stateAfter } from './loopback.ts'

const open: { close(): Promise<void> }[] = []

afterEach(async () => {
  for (const one of open.splice(0)) await one.close()
})

describe('Hacker News', () => {
  const STORIES: Pages = {
    '/v0/topstories.json': '[3, 1, 2, 4, 5]',
    '/v0/item/1.json':
      '{"id":1,"type":"story","title":"Show: a &lt;tool&gt;","url":"https://tool.example/","by":"ann","time":1709631000,"score":120,"descendants":45}',
    '/v0/item/2.json':
      '{"id":2,"type":"story","title":"Ask: how?","text":"<p>Why</p>","by":"bob","time":1709631060,"score":7,"descendants":0}',
    '/v0/item/3.json': '{"id":3,"type":"job","title":"Hiring","url":"javascript:alert(1)","time":1709631120}',
    '/v0/item/4.json': '{"id":4,"deleted":true}',
    '/v0/item/5.json': 'null',
  }

  it('gives its stories in the order of the list, with points and comments', async () => {
    const site = await serve(STORIES)

    const { entries } = await visit({ type: 'hacker-news', url: `${site.url}/v0/topstories.json` })

    expect(entries).toMatchObject([
      {
        title: 'Hiring',
        url: 'https://news.ycombinator.com/item?id=3',
        engagement: { points: null, comments: null },
      },
      {
        guid: 'https://news.ycombinator.com/item?id=1',
        title: 'Show: a &lt;tool&gt;',
        url: 'https://tool.example/',
        author: 'ann',
        publishedAt: 1_709_631_000_000,
        commentsUrl: 'https://news.ycombinator.com/item?id=1',
        engagement: { points: 120, comments: 45 },
      },
      { title: 'Ask: how?', url: 'https://news.ycombinator.com/item?id=2', summaryHtml: '<p>Why</p>' },
    ])
  })

  it('asks for no more stories than it should', async () => {
    const site = await serve(STORIES)

    const { entries } = await visit({ type: 'hacker-news', url: `${site.url}/v0/topstories.json`, limit: 2 })

    expect(entries.map(({ title }) => title)).toEqual(['Hiring', 'Show: a &lt;tool&gt;'])
    expect(site.asked).toHaveLength(3)
  })

  it('is unchanged while nobody votes, and changed when somebody does', async () => {
    let score = 1
    const site = await serve({
      '/v0/topstories.json': '[1]',
      '/v0/item/1.json': (_, response) => response.end(`{"id":1,"title":"A","score":${score}}`),
    })
    const source = aSource({ type: 'hacker-news', url: `${site.url}/v0/topstories.json` })
    const collector = collecting()
    const first = await collector.collect(source, undefined, never())

    const second = await collector.collect(source, stateAfter(first), never())
    score = 2
    const third = await collector.collect(source, stateAfter(first), never())

    expect([first.kind, second.kind, third.kind]).toEqual(['entries', 'unchanged', 'entries'])
  })

  it('fails where no story of its list can be had, and not where the list is empty', async () => {
    const site = await serve({
      '/v0/topstories.json': '[1, 2]',
      '/v0/item/1.json': (_, response) => response.writeHead(503).end(),
      '/v0/item/2.json': 'null',
      '/v0/askstories.json': '[]',
    })

    const down = await visitRaw({ type: 'hacker-news', url: `${site.url}/v0/topstories.json` })
    const empty = await visit({ type: 'hacker-news', url: `${site.url}/v0/askstories.json` })

    expect(down).toMatchObject({ kind: 'failed', error: { code: 'http5xx' } })
    expect(empty.entries).toEqual([])
  })

  it('misses a story that cannot be had, and fails where the list is none', async () => {
    const site = await serve({
      '/v0/topstories.json': '[1, 2]',
      '/v0/item/2.json': STORIES['/v0/item/2.json'] ?? '',
      '/v0/x.json': '{}',
    })

    const { entries } = await visit({ type: 'hacker-news', url: `${site.url}/v0/topstories.json` })
    const failed = await visitRaw({ type: 'hacker-news', url: `${site.url}/v0/x.json` })

    expect(entries.map(({ title }) => title)).toEqual(['Ask: how?'])
    expect(failed).toMatchObject({ kind: 'failed', error: { code: 'parse' } })
  })

  it('ends with the deadline of the visit, however many requests it takes', async () => {
    const site = await serve({
      '/v0/topstories.json': JSON.stringify(Array.from({ length: 60 }, (_, i) => i + 1)),
      ...Object.fromEntries(
        Array.from({ length: 60 }, (_, i) => [`/v0/item/${i + 1}.json`, () => undefined] as const),
      ),
    })

    const failed = await visitRaw(
      { type: 'hacker-news', url: `${site.url}/v0/topstories.json` },
      { timeoutMs: 300 },
    )

    expect(failed).toMatchObject({ kind: 'failed', error: { code: 'timeout' } })
  })

  it('asks for the young stories of earlier visits too, as many as the list gives, each once', async () => {
    const site = await serve({
      '/v0/topstories.json': '[1, 2]',
      ...Object.fromEntries(
        [1, 2, 3, 4, 5].map((id) => [`/v0/item/${id}.json`, `{"id":${id},"title":"Story ${id}"}`]),
      ),
    })
    const discussions = async () =>
      ['item?id=2', 'item?id=4', 'item?id=4', 'newest', 'item?id=3', 'item?id=5'].map(
        (path) => `https://news.ycombinator.com/${path}`,
      )

    const { entries } = await visit(
      { type: 'hacker-news', url: `${site.url}/v0/topstories.json`, limit: 2 },
      { discussions },
    )

    expect(entries.map(({ title }) => title)).toEqual(['Story 1', 'Story 2', 'Story 4', 'Story 3'])
  })
})

describe('Reddit', () => {
  const LISTING = JSON.stringify({
    data: {
      children: [
        { data: { name: 't3_a', title: 'Pinned', permalink: '/r/sea/1', stickied: true } },
        {
          data: {
            name: 't3_b',
            title: 'Waves < tides',
            url: 'https://waves.example/',
            permalink: '/r/sea/comments/b/waves/',
            author: 'cy',
            score: 99,
            num_comments: 12,
            created_utc: 1_709_631_000,
            link_flair_text: 'Science',
            subreddit_name_prefixed: 'r/sea',
          },
        },
        {
          data: {
            name: 't3_c',
            title: 'A question',
            url: 'https://x.example/',
            is_self: true,
            permalink: '/r/sea/comments/c/',
            selftext_html: '<p>Hm</p>',
          },
        },
      ],
    },
  })
  const FEED = `<feed xmlns="http://www.w3.org/2005/Atom"><entry><id>t3_b</id><title>Waves</title><link href="https://www.reddit.com/r/sea/comments/b/"/>
    <content type="html">&lt;a href="https://waves.example/?a=1&amp;amp;b=2"&gt;[link]&lt;/a&gt; &lt;a href="https://www.reddit.com/r/sea/comments/b/"&gt;[comments]&lt;/a&gt;</content></entry></feed>`

  it('gives the posts of a listing, with points and comments, without what is pinned', async () => {
    const site = await serve({ '/r/sea/top.json': LISTING })

    const { entries } = await visit({ type: 'reddit', url: `${site.url}/r/sea/top?t=day` })

    expect(site.asked).toEqual(['/r/sea/top.json?t=day&raw_json=1'])
    expect(entries).toMatchObject([
      {
        guid: 't3_b',
        title: 'Waves &lt; tides',
        url: 'https://waves.example/',
        commentsUrl: `${site.url}/r/sea/comments/b/waves/`,
        engagement: { points: 99, comments: 12 },
        tags: ['Science'],
        publishedAt: 1_709_631_000_000,
      },
      { guid: 't3_c', url: `${site.url}/r/sea/comments/c/`, summaryHtml: '<p>Hm</p>' },
    ])
  })

  it('leaves out what was removed, and tells of a repeated post what it is about', async () => {
    const at = { permalink: '/r/sea/comments/x/' }
    const posts = [
      { ...at, name: 't3_d', title: '[ Removed by moderator ]', removed_by_category: 'moderator' },
      {
        ...at,
        name: 't3_e',
        title: 'Seen elsewhere',
        author: '[deleted]',
        removed_by_category: null,
        url: '/r/tides/comments/y/',
        crosspost_parent_list: [{ url: 'https://waves.example/seen', is_self: false }],
      },
      { ...at, name: 't3_f', title: 'Asked elsewhere', crosspost_parent_list: [{ is_self: true }] },
    ]
    const site = await serve({
      '/r/sea.json': JSON.stringify({ data: { children: posts.map((data) => ({ data })) } }),
    })

    const { entries } = await visit({ type: 'reddit', url: `${site.url}/r/sea` })

    expect(entries).toMatchObject([
      { title: 'Seen elsewhere', url: 'https://waves.example/seen', author: undefined },
      { title: 'Asked elsewhere', url: `${site.url}/r/sea/comments/x/` },
    ])
  })

  it('reads the feed where the listing is refused, and follows it out', async () => {
    const site = await serve({
      '/r/sea.json': (_, response) => response.writeHead(403).end(),
      '/r/sea.rss': FEED,
    })

    const { entries } = await visit({ type: 'reddit', url: `${site.url}/r/sea/` })

    expect(entries).toMatchObject([
      { url: 'https://waves.example/?a=1&b=2', commentsUrl: 'https://www.reddit.com/r/sea/comments/b/' },
    ])
  })

  it('asks in one more request for the young posts of earlier visits, and does without where it is refused', async () => {
    const young = JSON.stringify({
      data: {
        children: [{ data: { name: 't3_9z', title: 'Before', permalink: '/r/sea/comments/9z/before/' } }],
      },
    })
    const site = await serve({ '/r/sea.json': LISTING, '/api/info.json': young })
    const refusing = await serve({ '/r/sea.json': LISTING })
    const discussions = async () =>
      ['b/waves/', '9z/before/', '8y'].map((end) => `${site.url}/r/sea/comments/${end}`)

    const { entries } = await visit({ type: 'reddit', url: `${site.url}/r/sea` }, { discussions })
    const refused = await visit({ type: 'reddit', url: `${refusing.url}/r/sea` }, { discussions })

    expect(site.asked).toEqual(['/r/sea.json?raw_json=1', '/api/info.json?raw_json=1&id=t3_9z,t3_8y'])
    expect(entries.map(({ title }) => title)).toEqual(['Waves &lt; tides', 'A question', 'Before'])
    expect(refused.entries).toHaveLength(2)
  })

  it('is not asked twice where it does not exist', async () => {
    const site = await serve({})

    expect(await visitRaw({ type: 'reddit', url: `${site.url}/r/nowhere` })).toMatchObject({
      kind: 'failed',
      error: { code: 'http4xx' },
    })
    expect(site.asked).toHaveLength(1)
  })
})

describe('a sitemap', () => {
  const NEWS = `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:n="http://www.google.com/schemas/sitemap-news/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">
    <url><loc>https://paper.example/ferry</loc><lastmod>2024-03-05T10:00:00Z</lastmod><image:image><image:loc>https://paper.example/ferry.jpg</image:loc></image:image>
    <n:news><n:publication><n:name>The Paper</n:name><n:language>en</n:language></n:publication><n:publication_date>2024-03-05T09:30:00Z</n:publication_date><n:title>Ferry &amp; tram</n:title><n:keywords>City, Sea</n:keywords></n:news></url></urlset>`
  const page = (name: string, day: string): string =>
    `<urlset><url><loc>https://paper.example/2024/${name}-12345.html</loc><lastmod>2024-03-${day}</lastmod></url></urlset>`

  it('of Google News tells titles, times and topics', async () => {
    const site = await serve({ '/news.xml': NEWS })

    const collected = await visit({ type: 'sitemap', url: `${site.url}/news.xml` })

    expect(collected.feed).toMatchObject({ title: 'The Paper', language: 'en' })
    expect(collected.entries).toMatchObject([
      {
        url: 'https://paper.example/ferry',
        title: 'Ferry &amp; tram',
        publishedAt: Date.UTC(2024, 2, 5, 9, 30),
        updatedAt: Date.UTC(2024, 2, 5, 10),
        tags: ['City', 'Sea'],
        imageUrl: 'https://paper.example/ferry.jpg',
        language: 'en',
      },
    ])
  })

  it('that is plain gives titles by its addresses', async () => {
    const site = await serve({ '/sitemap.xml': page('ferry-and-tram-share-a-ticket', '05') })

    const { entries } = await visit({ type: 'sitemap', url: `${site.url}/sitemap.xml` })

    expect(entries).toMatchObject([
      { title: 'Ferry and tram share a ticket', publishedAt: Date.UTC(2024, 2, 5) },
    ])
  })

  it('may be packed, or a list of addresses', async () => {
    const site = await serve({
      '/sitemap.xml.gz': gzipSync(page('a-b-c', '01')),
      '/urls.txt': 'https://a.example/x\nnot one\nhttps://b.example/y\n',
    })

    const packed = await visit({ type: 'sitemap', url: `${site.url}/sitemap.xml.gz` })
    const list = await visit({ type: 'sitemap', url: `${site.url}/urls.txt` })

    expect(packed.entries).toHaveLength(1)
    expect(list.entries.map(({ url }) => url)).toEqual(['https://a.example/x', 'https://b.example/y'])
  })

  it('that is a packed bomb is refused', async () => {
    const site = await serve({ '/sitemap.xml.gz': gzipSync(Buffer.alloc(30_000_000)) })

    expect(
      await visitRaw({ type: 'sitemap', url: `${site.url}/sitemap.xml.gz` }, { maxBytes: 1_000_000 }),
    ).toMatchObject({
      kind: 'failed',
      error: { code: 'tooLarge' },
    })
  })

  it('of sitemaps leads to those that changed last, news first, and misses those that are gone', async () => {
    const names = ['old', 'older', 'newest', 'gone', 'news', 'new', 'ancient']
    const days: Readonly<Record<string, string>> = {
      old: '03',
      older: '02',
      newest: '09',
      gone: '08',
      news: '01',
      new: '07',
      ancient: '01',
    }
    const site = await serve({
      '/index.xml': (_, response) =>
        response.end(
          `<sitemapindex>${names.map((name) => `<sitemap><loc>/${name}.xml</loc><lastmod>2024-03-${days[name]}</lastmod></sitemap>`).join('')}</sitemapindex>`,
        ),
      ...Object.fromEntries(
        names
          .filter((name) => name !== 'gone')
          .map((name) => [`/${name}.xml`, page(`from-${name}`, days[name] ?? '')]),
      ),
    })

    const { entries } = await visit({ type: 'sitemap', url: `${site.url}/index.xml` })

    expect(entries.map(({ title }) => title)).toEqual(['From news', 'From newest', 'From new', 'From old'])
  })

  it('of sitemaps may lead to another one of sitemaps, and fails where none of them can be had', async () => {
    const index = (path: string): string =>
      `<sitemapindex><sitemap><loc>${path}</loc></sitemap></sitemapindex>`
    const site = await serve({
      '/index.xml': index('/inner.xml'),
      '/inner.xml': index('/pages.xml.gz'),
      '/pages.xml.gz': gzipSync(page('deep-down-there', '05')),
      '/dead.xml': index('/gone.xml'),
      '/empty.xml': '<sitemapindex></sitemapindex>',
    })

    const deep = await visit({ type: 'sitemap', url: `${site.url}/index.xml` })
    const dead = await visitRaw({ type: 'sitemap', url: `${site.url}/dead.xml` })
    const empty = await visit({ type: 'sitemap', url: `${site.url}/empty.xml` })

    expect(deep.entries.map(({ title }) => title)).toEqual(['Deep down there'])
    expect(dead).toMatchObject({ kind: 'failed', error: { code: 'empty' } })
    expect(empty.entries).toEqual([])
  })

  it('names the front page of its site, which is no article', async () => {
    const site = await serve({
      '/sitemap.xml':
        '<urlset><url><loc>https://paper.example/</loc></url><url><loc>https://paper.example/ferry-runs-again</loc></url></urlset>',
    })

    const { entries } = await visit({ type: 'sitemap', url: `${site.url}/sitemap.xml` })

    expect(entries.map(({ url }) => url)).toEqual(['https://paper.example/ferry-runs-again'])
  })

  it('is left alone where robots.txt says so', async () => {
    const site = await serve({
      '/robots.txt': 'User-agent: content-digest\nDisallow: /private',
      '/private/s.xml': page('a-b', '01'),
      '/s.xml': page('a-b', '01'),
    })

    expect(await visitRaw({ type: 'sitemap', url: `${site.url}/private/s.xml` })).toMatchObject({
      kind: 'failed',
      error: { code: 'refused' },
    })
    expect(await visitRaw({ type: 'sitemap', url: `${site.url}/s.xml` })).toMatchObject({ kind: 'entries' })
    expect(site.asked).not.toContain('/private/s.xml')
  })
})

describe('a page without a feed', () => {
  const PAGE = `<!doctype html><html lang="da"><head><title>Havnen</title><base href="/nyt/"><link rel="icon" href="/i.png"></head><body>
    <article class="card"><h2><a href="faerge">Færge &amp; tog</a></h2><time datetime="2024-03-05T09:30:00Z">i dag</time><p class="lead">En <b>billet</b></p><img src="f.jpg"><span class="by">Ida</span><i class="votes">1.234 stemmer</i></article>
    <article class="card"><h2><a href="https://ude.example/">Ude</a></h2><time>4 March 2024</time></article>
    <article class="ad">Reklame</article></body></html>`

  it('is read by selectors, and by good guesses where there are none', async () => {
    const site = await serve({ '/': PAGE })

    const collected = await visit({
      type: 'page',
      url: `${site.url}/`,
      paths: { items: 'article.card', author: '.by', points: '.votes' },
    })

    expect(collected.feed).toMatchObject({ title: 'Havnen', language: 'da', iconUrl: `${site.url}/i.png` })
    expect(collected.entries).toMatchObject([
      {
        title: 'Færge &amp; tog',
        url: `${site.url}/nyt/faerge`,
        summaryHtml: 'En <b>billet</b>',
        publishedAt: Date.UTC(2024, 2, 5, 9, 30),
        imageUrl: `${site.url}/nyt/f.jpg`,
        author: 'Ida',
        engagement: { points: 1_234, comments: null },
      },
      { title: 'Ude', url: 'https://ude.example/', publishedAt: Date.UTC(2024, 2, 4) },
    ])
  })

  it('may load its images late, and stand its headlines in any heading', async () => {
    const site = await serve({
      '/': `<div class="n"><a href="/topic">Sea</a><h4><a href="/1">Ferry runs</a></h4><img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" data-src="/ferry.jpg"></div>`,
    })

    const { entries } = await visit({ type: 'page', url: `${site.url}/`, paths: { items: '.n' } })

    expect(entries).toMatchObject([
      { title: 'Ferry runs', url: `${site.url}/1`, imageUrl: `${site.url}/ferry.jpg` },
    ])
  })

  it('may say how long ago its entries came, and count in thousands', async () => {
    const entry = (title: string, when: string, votes: string): string =>
      `<li><a href="/${title}">${title}</a> <time>${when}</time> <b>${votes}</b></li>`
    const site = await serve({
      '/': `<ul>${entry('a', 'vor 3 Stunden', '1.2k points')}${entry('b', '2 days ago', '3,456')}${entry('c', '5. März 2024, 14.30 Uhr', '2M')}</ul>`,
    })
    const now = Date.UTC(2024, 2, 7, 12)

    const collected = await visitRaw(
      { type: 'page', url: `${site.url}/`, paths: { items: 'li', points: 'b' } },
      { now: () => now },
    )

    expect(collected).toMatchObject({
      entries: [
        { publishedAt: Date.UTC(2024, 2, 7, 9), engagement: { points: 1_200 } },
        { publishedAt: Date.UTC(2024, 2, 5, 12), engagement: { points: 3_456 } },
        { publishedAt: Date.UTC(2024, 2, 5, 14, 30), engagement: { points: 2_000_000 } },
      ],
    })
  })

  it('takes attributes, and several selectors in their order', async () => {
    const site = await serve({
      '/': '<li data-id="7"><b>T</b><a class="x" href="/1">n</a><a href="/2">m</a></li>',
    })

    const { entries } = await visit({
      type: 'page',
      url: `${site.url}/`,
      paths: { items: 'li', id: '@data-id', title: 'h9, b', url: '.y@href, a:not(.x)@href' },
    })

    expect(entries).toMatchObject([{ guid: '7', title: 'T', url: `${site.url}/2` }])
  })

  it.each([
    ['nothing that matches', '<p>x</p>', 'article', 'empty'],
    ['a selector that is none', '<p>x</p>', 'p[', 'parse'],
    ['elements that nest too deep', '<div>'.repeat(100_000), 'div', 'parse'],
    ['a test for people', '<title>Just a moment...</title>', 'div', 'botChallenge'],
  ])('with %s is told so', async (_, html, items, code) => {
    const site = await serve({ '/': html })

    expect(await visitRaw({ type: 'page', url: `${site.url}/`, paths: { items } })).toMatchObject({
      kind: 'failed',
      error: { code },
    })
  })

  it('is left alone where robots.txt says so, or cannot be had', async () => {
    const forbidding = await serve({ '/robots.txt': 'User-agent: *\nDisallow: /', '/': PAGE })
    const broken = await serve({ '/robots.txt': (_, response) => response.writeHead(500).end(), '/': PAGE })

    for (const site of [forbidding, broken]) {
      expect(
        await visitRaw({ type: 'page', url: `${site.url}/`, paths: { items: 'article' } }),
      ).toMatchObject({ error: { code: 'refused' } })
      expect(site.asked).toEqual(['/robots.txt'])
    }
  })
})

describe('a JSON endpoint', () => {
  const BODY = JSON.stringify({
    data: {
      posts: [
        {
          id: 7,
          headline: 'A < b',
          links: { self: '/7' },
          at: 1_709_631_000,
          body: 'one\ntwo',
          who: [{ n: 'Ann' }, { n: 'Bob' }],
          votes: '12',
          replies: 3,
          tags: ['x', 2024],
        },
        {
          id: 8,
          headline: 'Second',
          links: { self: 'https://b.example/8' },
          at: '2024-03-05',
          body: '<p>html</p>',
        },
        { id: 9, other: true },
      ],
    },
  })

  it('is read by paths', async () => {
    const site = await serve({ '/api': BODY })

    const { entries } = await visit({
      type: 'json',
      url: `${site.url}/api`,
      paths: {
        items: '$.data.posts[*]',
        id: 'id',
        title: 'headline',
        url: "links['self']",
        publishedAt: 'at',
        summary: 'body',
        author: 'who[*].n',
        points: 'votes',
        comments: 'replies',
        tags: 'tags',
      },
    })

    expect(entries).toMatchObject([
      {
        guid: '7',
        title: 'A &lt; b',
        url: `${site.url}/7`,
        publishedAt: 1_709_631_000_000,
        summaryHtml: 'one<br>\ntwo',
        author: 'Ann, Bob',
        engagement: { points: 12, comments: 3 },
        tags: ['x', '2024'],
      },
      {
        guid: '8',
        url: 'https://b.example/8',
        summaryHtml: '<p>html</p>',
        publishedAt: Date.UTC(2024, 2, 5),
      },
    ])
  })

  it.each([
    ['no JSON', '<html>', 'items', 'parse'],
    ['nothing at the path', '{"b":[]}', 'a[*]', 'empty'],
    ['a path that is none', '{}', 'a[', 'parse'],
    ['entries without title and url', '{"a":[{"b":1}]}', 'a', 'empty'],
  ])('with %s is told so', async (_, body, items, code) => {
    const site = await serve({ '/api': body })

    expect(
      await visitRaw({ type: 'json', url: `${site.url}/api`, paths: { items, title: 't' } }),
    ).toMatchObject({ kind: 'failed', error: { code } })
  })

  it('may have nothing at the moment', async () => {
    const site = await serve({ '/': '{"data":{"posts":[]},"sections":[]}' })
    const at = (items: string): Promise<Collected> =>
      visitRaw({ type: 'json', url: `${site.url}/`, paths: { items, title: 'headline' } })

    expect(await at('data.posts')).toMatchObject({ kind: 'entries', entries: [] })
    expect(await at('sections[*].posts')).toMatchObject({ kind: 'entries', entries: [] })
    expect(await at('data.items')).toMatchObject({ kind: 'failed', error: { code: 'empty' } })
  })

  it('gets the headers of its source, which go nowhere else', async () => {
    const seen: (string | undefined)[] = []
    const other = await serve({
      '/': (request, response) =>
        response.end(`{"a":[{"t":"${(seen.push(request.headers['x-key'] as string | undefined), 'x')}"}]}`),
    })
    const site = await serve({
      '/api': (request, response) => {
        seen.push(request.headers['x-key'] as string | undefined)
        response.writeHead(302, { location: `${other.url}/` }).end()
      },
    })

    await visit({
      type: 'json',
      url: `${site.url}/api`,
      headers: { 'x-key': 's3cret' },
      paths: { items: 'a', title: 't' },
    })

    expect(seen).toEqual(['s3cret', undefined])
  })
})

describe('a document that did not change', () => {
  const PAGE = '<article><h2>Ferry</h2><h3>Tram</h3><a href="/f">read</a></article>'

  it('is read again where the source says anew how to read it', async () => {
    const site = await serve({
      '/news': (request, response) => {
        if (request.headers['if-none-match'] === '"1"') response.writeHead(304).end()
        else response.writeHead(200, { etag: '"1"' }).end(PAGE)
      },
    })
    const source = aSource({ type: 'page', url: `${site.url}/news`, paths: { items: 'article' } })
    const collector = collecting()
    const first = await collector.collect(source, undefined, never())

    const same = await collector.collect(source, stateAfter(first), never())
    const anew = await collector.collect(
      { ...source, paths: { items: 'article', title: 'h3' } },
      stateAfter(first),
      never(),
    )

    expect(same.kind).toBe('unchanged')
    expect(anew).toMatchObject({ kind: 'entries', entries: [{ title: 'Tram' }] })
  })
})

describe('a bound on entries', () => {
  it('of a source keeps the newest', async () => {
    const entry = (title: string, day: string): string =>
      `<item><title>${title}</title><pubDate>${day} Mar 2024 09:00:00 GMT</pubDate></item>`
    const site = await serve({
      '/feed': `<rss><channel>${entry('Old', '01')}${entry('New', '03')}${entry('Mid', '02')}</channel></rss>`,
    })

    const { entries } = await visit({ url: `${site.url}/feed`, limit: 2 })

    expect(entries.map(({ title }) => title)).toEqual(['New', 'Mid'])
  })

  it('is asked of Reddit', async () => {
    const site = await serve({ '/r/sea.json': '{"data":{"children":[]}}' })

    await visitRaw({ type: 'reddit', url: `${site.url}/r/sea`, limit: 80 })

    expect(site.asked[0]).toBe('/r/sea.json?raw_json=1&limit=80')
  })
})

describe('a feed that has become a page', () => {
  const FEED =
    '<rss><channel><title>Found</title><item><title>One</title><link>/1</link></item></channel></rss>'

  it('is looked for where the page says', async () => {
    const site = await serve({
      '/': '<html><head><link rel="alternate" type="application/rss+xml" href="/comments/feed" title="Comments"><link rel="alternate" type="application/rss+xml" href="/feed"></head></html>',
      '/feed': (_, response) => response.setHeader('etag', '"f"').end(FEED),
    })
    const source = aSource({ url: `${site.url}/` })
    const collector = collecting()

    const found = await collector.collect(source, undefined, never())
    const again = await collector.collect(source, stateAfter(found), never())

    expect(found).toMatchObject({
      kind: 'entries',
      exchange: { foundFeedUrl: `${site.url}/feed` },
      validators: { etag: null },
    })
    expect(again).toMatchObject({ kind: 'unchanged' })
  })

  it('is no feed where the page leads to another page', async () => {
    const html = '<html><head><link rel="alternate" type="application/rss+xml" href="/feed"></head></html>'
    const site = await serve({ '/': html, '/feed': html })

    expect(await visitRaw({ url: `${site.url}/` })).toMatchObject({
      kind: 'failed',
      error: { code: 'notAFeed' },
    })
    expect(site.asked).toEqual(['/', '/feed'])
  })
})

function collecting(options: CollectorOptions = {}): Collector {
  const collector = openCollector(options)
  open.push(collector)
  return collector
}

function visitRaw(source: Parameters<typeof aSource>[0], options: CollectorOptions = {}): Promise<Collected> {
  return collecting(options).collect(aSource(source), undefined, never())
}

async function visit(
  source: Parameters<typeof aSource>[0],
  options: CollectorOptions = {},
): Promise<Extract<Collected, { kind: 'entries' }> & { entries: readonly Entry[] }> {
  const collected = await visitRaw(source, options)
  if (collected.kind !== 'entries') throw new Error(`no entries: ${JSON.stringify(collected)}`)
  return collected
}
