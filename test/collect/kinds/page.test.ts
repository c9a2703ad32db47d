import { describe, expect, it } from 'vitest'
import { serve } from '../loopback.ts'
import { visit, visitRaw } from '../visiting.ts'

describe('a page without a feed', () => {
  const PAGE = `<!doctype html><html lang="da"><head><title>Havnen</title><base href="/nyt/"><link rel="icon" href="/i.png"></head><body>
    <article class="card"><h2><a href="faerge">Færge &#38; tog</a></h2><time datetime="2024-03-05T09:30:00Z">i dag</time><p class="lead">En <b>billet</b></p><img src="f.jpg"><span class="by">Ida</span><i class="votes">1.234 stemmer</i></article>
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
        title: 'Færge &#38; tog',
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

  it.each([
    ['li', 'h2', '<li><h3>A</h3><a class="l" href="/1">Read</a></li>', 'h2'],
    ['li', 'h2', '<li><h2>A</h2><a class="m" href="/1">Read</a></li>', 'a.l@href'],
    ['li', 'h2', '<li id="one"><h2>A</h2></li>', undefined],
    ['li a', 'a', '<li><a href="/1">A</a></li>', undefined],
    ['h2', 'h2', '<h2><a class="l" href="/1">A</a></h2>', undefined],
  ])('fails where a selector matches nothing in all of %s: %s in %s', async (items, title, item, idle) => {
    const site = await serve({ '/': item.repeat(3), '/few': item })
    const paths = { items, title, url: 'a.l@href', id: '@id' }
    const [all, few] = await Promise.all(
      ['/', '/few'].map((at) => visitRaw({ type: 'page', url: `${site.url}${at}`, paths })),
    )

    expect(few).toMatchObject({ kind: 'entries' })
    expect(all).toMatchObject(
      idle === undefined
        ? { kind: 'entries' }
        : { error: { code: 'empty', message: `nothing stands at '${idle}' in what matches '${items}'` } },
    )
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

  it('may have more words beside its dates, and images in place of titles', async () => {
    const entry = (title: string, when: string): string =>
      `<li><a href="/${title}">${title}</a> <time>${when}</time></li>`
    const site = await serve({
      '/': `<ul>${entry('a', 'Mar 5, 2024 • 5 min read')}${entry('b', 'Posted on March 4, 2024 by Ann')}${entry('c', '2 days ago | Ann')}
        <li><a href="/d" title="d"><img src="/d.png" alt=""></a></li><li><a href="/e"><img src="/e.png" alt="e"></a></li></ul>`,
    })
    const now = Date.UTC(2024, 2, 7, 12)

    const collected = await visitRaw(
      { type: 'page', url: `${site.url}/`, paths: { items: 'li' } },
      { now: () => now },
    )

    expect(collected).toMatchObject({
      entries: [
        { title: 'a', publishedAt: Date.UTC(2024, 2, 5) },
        { title: 'b', publishedAt: Date.UTC(2024, 2, 4) },
        { title: 'c', publishedAt: Date.UTC(2024, 2, 5, 12) },
        { title: 'd' },
        { title: 'e' },
      ],
    })
  })

  it('has dates beside its links, in brackets and in elements that say so', async () => {
    const rows = [
      '2024-03-05 <a href="/a">a</a>',
      '<a href="/b">b</a> (4 March 2024)',
      '<a href="/c">c</a><span class="post-date">【发布时间:2024-03-03 10:20】</span>',
      '<a href="/d">d</a><em class="date">[03-02]</em>',
      '<a href="/e">e</a> March 2024 in numbers',
      '<a href="/f">f</a><i class="candidate">born 1 March 1970</i>',
      '<a href="/g">g</a><b class="date-line">News</b><b class="date-line">29 February 2024</b>',
    ]
    const site = await serve({ '/': `<ul>${rows.map((row) => `<li>${row}</li>`).join('')}</ul>` })
    const now = Date.UTC(2024, 2, 7, 12)

    const collected = await visitRaw(
      { type: 'page', url: `${site.url}/`, paths: { items: 'li' } },
      { now: () => now },
    )

    expect(collected).toMatchObject({
      entries: [
        { title: 'a', publishedAt: Date.UTC(2024, 2, 5) },
        { title: 'b', publishedAt: Date.UTC(2024, 2, 4) },
        { title: 'c', publishedAt: Date.UTC(2024, 2, 3, 10, 20) },
        { title: 'd', publishedAt: Date.UTC(2024, 2, 2) },
        { title: 'e', publishedAt: undefined },
        { title: 'f', publishedAt: undefined },
        { title: 'g', publishedAt: Date.UTC(2024, 1, 29) },
      ],
    })
  })

  it('states titles that it cuts, and has heads of tables and buttons that are no entries', async () => {
    const site = await serve({
      '/': `<table><tr><th>Date</th><th>Notice</th></tr>
        <tr><td><a href="/1" title="Water is off on Monday">Water is o…</a></td></tr>
        <tr><td><a href="/2" title="A new window">Wait...</a></td></tr>
        <tr><td><h3>Not linked</h3></td></tr><tr><td>More</td></tr></table>`,
    })

    const { entries } = await visit({ type: 'page', url: `${site.url}/`, paths: { items: 'tr' } })

    expect(entries.map(({ title }) => title)).toEqual(['Water is off on Monday', 'Wait...', 'Not linked'])
  })

  it('has pictures in sets, and icons that are none', async () => {
    const site = await serve({
      '/': `<li><a href="/1"><img src="/pdf.png" width="16" height="16"><img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" data-srcset="/s.jpg 400w, /l.jpg 800w">Ferry</a></li>`,
    })

    const { entries } = await visit({ type: 'page', url: `${site.url}/`, paths: { items: 'li' } })

    expect(entries).toMatchObject([{ imageUrl: `${site.url}/l.jpg` }])
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
      expect(site.requests).toEqual(['/robots.txt'])
    }
  })
})
