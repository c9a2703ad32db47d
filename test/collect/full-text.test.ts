import type { IncomingMessage, ServerResponse } from 'node:http'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { Source } from '../../src/model/source.ts'
import type { PageReading } from '../../src/sources/article/article-page.ts'
import { createExtractor, type Extractor } from '../../src/sources/article/extractor.ts'
import type { Collector } from '../../src/sources/sources.ts'
import { sanitize } from '../../src/text/html/sanitize.ts'
import { aSource, never, openCollector, serve } from './loopback.ts'
import { collecting } from './visiting.ts'

const PARAGRAPH =
  'The ferry between Morrenstadt and the outer islands will run every hour from Monday, the harbor office said, after a winter in which storms kept it in port for nineteen days.'
const ARTICLE = `<!doctype html><html><head><title>Ferry runs hourly - The Tide</title>
<meta property="og:title" content="Ferry runs hourly"><meta property="og:image" content="/ferry.jpg">
<meta name="description" content="More crossings to the islands."><meta name="author" content="Ada Quill">
<meta property="article:published_time" content="2024-03-05T09:30:00Z"></head>
<body><nav><a href="/">Home</a><a href="/sport">Sport</a></nav>
<article><h1>Ferry runs hourly</h1>${`<p>${PARAGRAPH}</p>`.repeat(5)}<p>See the <a href="timetable">timetable</a>.</p>
<p><img src="/pier.jpg" alt="The pier"></p><aside class="newsletter">Subscribe to our newsletter</aside></article>
<footer>All rights reserved by The Tide and its owners</footer></body></html>`

let collector: Collector

beforeAll(() => {
  // One for all: so is its thread, as in the service.
  collector = openCollector()
})

afterAll(() => collector.close())

describe("reading an article's own page", () => {
  it('finds the article among what is around it, its addresses absolute', async () => {
    const site = await serve({ '/news/ferry': html(ARTICLE) })

    const page = pageOf(await read(`${site.url}/news/ferry`))

    expect(page).toMatchObject({
      title: 'Ferry runs hourly',
      description: 'More crossings to the islands.',
      author: 'Ada Quill',
      imageUrl: `${site.url}/ferry.jpg`,
      publishedAt: Date.UTC(2024, 2, 5, 9, 30),
    })
    expect(page.contentHtml).toContain(PARAGRAPH)
    expect(page.contentHtml).toContain(`href="${site.url}/news/timetable"`)
    expect(page.contentHtml).toContain(`src="${site.url}/pier.jpg"`)
    expect(page.contentHtml).not.toMatch(/Sport|All rights reserved/)
  })

  it.each([
    ['<picture><source data-srcset="/a-400.webp 400w, /a.webp 800w"><img class="lazy"></picture>', '/a.webp'],
    ['<img srcset="a.jpg 800w, a-400.jpg 400w">', '/news/a.jpg'],
    ['<p><img src="/placeholder.png" data-lazy-src="/a.jpg"></p>', '/a.jpg'],
    ['<img src="/a-lqip.jpg" class="lazyload" data-src="/a.jpg">', '/a.jpg'],
    ['<img class="lazy" src="/blank.gif"><noscript><img src="/a.jpg"></noscript>', '/a.jpg'],
    ['<noscript><img src="/a.jpg"></noscript>', '/a.jpg'],
    ['<amp-img src="/a.jpg" width="600" height="300"></amp-img>', '/a.jpg'],
    [
      '<div><iframe src="https://tube.example/videos/embed/9c9de5e8-0a1e"></iframe></div>',
      'https://tube.example/videos/watch/9c9de5e8-0a1e',
    ],
    [
      '<iframe src="https://www.youtube.com/embed/AbCdEfGhIjK"></iframe>',
      'https://www.youtube.com/watch?v=AbCdEfGhIjK',
    ],
  ])('keeps images that wait for scripts, and videos as links: %s', async (markup, address) => {
    const text = `<p>${PARAGRAPH}</p>`.repeat(3)
    const article = `<html><body><nav>Home</nav><article>${text}${markup}${text}</article></body></html>`
    const site = await serve({ '/news/ferry': html(article) })

    const page = pageOf(await read(`${site.url}/news/ferry`))

    const shown = sanitize(page.contentHtml ?? '', 'https://elsewhere.example/').html
    expect(shown).toContain(`="${new URL(address, site.url).href}"`)
    expect(shown.match(/<(?:img|a) /g)).toHaveLength(address.includes('youtube') ? 2 : 1)
  })

  it.each([
    [
      'a player in an element of its own',
      '<div class="player"><video src="/a.mp4"></video></div>',
      'src="/a.mp4"',
    ],
    ['sound beside no text', '<p><audio><source src="/a.mp3"></audio></p>', 'src="/a.mp3"'],
    [
      'what is embedded under a title',
      '<div><iframe src="https://charts.example/1" title="Fares"></iframe></div>',
      'href="https://charts.example/1"',
    ],
    [
      'a player of old pages',
      '<object><param name="movie" value="https://youtube.com/v/AbCdEfGhIjK"></object>',
      'watch?v=AbCdEfGhIjK',
    ],
    [
      'code of another site',
      '<script src="https://gist.github.com/a/1.js"></script>',
      'https://gist.github.com/a/1',
    ],
    ['a formula', '<p>So <math><msup><mi>c</mi><mn>2</mn></msup></math>.</p>', 'So c^2.'],
    [
      'a paragraph that is a link',
      `<div class="wrapper"><p><a href="https://b.example/">${PARAGRAPH}</a></p></div>`,
      'href="https://b.example/"',
    ],
  ])('keeps %s', async (_, markup, kept) => {
    const text = `<p>${PARAGRAPH}</p>`.repeat(3)
    const article = `<html><body><nav>Home</nav><article>${text}${markup}${text}</article></body></html>`
    const site = await serve({ '/news/ferry': html(article) })

    const page = pageOf(await read(`${site.url}/news/ferry`))

    const shown = sanitize(page.contentHtml ?? '', 'https://elsewhere.example/').html
    expect(shown.replaceAll(site.url, '')).toContain(kept)
    expect(shown.split(PARAGRAPH)).toHaveLength(markup.includes(PARAGRAPH) ? 8 : 7)
  })

  it('keeps the lead that stands apart from the text, and not who wrote it', async () => {
    const by =
      '<p class="bio">Ada Quill has written about ferries and harbours since she was a child there.</p>'
    const lead =
      'More crossings to the <a href="/isles">outer islands</a> are promised, after a winter of storms.'
    const head = `<header><h1>Ferry</h1>${by}<p>${lead}</p></header>`
    const text = `<div class="body">${`<p>${PARAGRAPH}</p>`.repeat(6)}</div>`
    const site = await serve({
      '/apart': html(`<html><body><article>${head}${text}</article></body></html>`),
      '/within': html(`<html><body><article><p class="lead">${lead}</p>${text}</article></body></html>`),
    })

    for (const path of ['/apart', '/within']) {
      const page = pageOf(await read(site.url + path))
      const { text: shown } = sanitize(page.contentHtml ?? '', site.url)
      expect(shown).toMatch(/^More crossings to the outer islands are promised, after a winter of storms\.\n/)
      expect(shown.split('More crossings')).toHaveLength(2)
      expect(shown).not.toContain('Ada')
    }
  })

  it.each([
    [
      'hidden until a script shows it',
      `<div style="visibility: hidden"><p>${PARAGRAPH}</p><p>${PARAGRAPH}</p></div>`,
    ],
    ['short', '<article><h1>Ferry</h1><p>It runs.</p></article>'],
    ['a picture', '<main><h1>Ferry</h1><nav>Home</nav><img src="/a.jpg"></main>'],
    ['a list', `<article><ol>${`<li>${PARAGRAPH}</li>`.repeat(6)}</ol></article>`],
  ])('finds an article that is %s, and not what is around it', async (_, markup) => {
    const around = '<footer><p>All rights reserved by The Tide</p></footer>'
    const site = await serve({ '/ferry': html(`<html><body>${markup}${around}</body></html>`) })

    const page = pageOf(await read(`${site.url}/ferry`))

    const { text, html: shown } = sanitize(page.contentHtml ?? '', site.url)
    expect(`${text} ${shown}`).toMatch(/every hour|It runs|a\.jpg/)
    expect(text).not.toMatch(/rights|Home|^Ferry$/)
  })

  it('takes the last line of the page for no article', async () => {
    const page =
      '<div id="comic"><img src="/a.png"></div><footer><p>© 2026 The Tide. All rights reserved.</p></footer>'
    const site = await serve({ '/comic': html(`<html><body>${page}</body></html>`) })

    expect(pageOf(await read(`${site.url}/comic`)).contentHtml).toBeUndefined()
  })

  it('takes what the selectors of the source choose, without what they leave out', async () => {
    const site = await serve({
      '/ferry': html('<div class="story"><p>Short.</p><p class="ad">Buy!</p></div><div>Other</div>'),
    })

    const page = pageOf(
      await read(`${site.url}/ferry`, { fullText: { content: '.story', remove: '.ad, .newsletter' } }),
    )

    expect(page.contentHtml).toBe('<p>Short.</p>')
  })

  it('finds the article itself where the selectors match nothing', async () => {
    const site = await serve({ '/ferry': html(ARTICLE) })

    const page = pageOf(await read(`${site.url}/ferry`, { fullText: { content: '.renamed' } }))

    expect(page.contentHtml).toContain(PARAGRAPH)
  })

  it('reads metadata alone where the text is not wanted, from JSON-LD as well', async () => {
    const data = {
      '@graph': [
        { '@type': 'WebSite', name: 'The Tide' },
        {
          '@type': 'NewsArticle',
          headline: 'Ferry runs hourly',
          author: [{ name: 'Ada Quill' }, { name: 'Ben Inkwell' }],
          image: { url: '/ferry.jpg' },
          datePublished: '2024-03-05T09:30:00Z',
        },
      ],
    }
    const site = await serve({
      '/ferry': html(
        `<html><head><script type="application/ld+json">${JSON.stringify(data)}</script></head>`,
      ),
    })

    const page = pageOf(await read(`${site.url}/ferry`, { content: 'preview' }))

    expect(page).toEqual({
      title: 'Ferry runs hourly',
      contentHtml: undefined,
      description: undefined,
      author: 'Ada Quill, Ben Inkwell',
      imageUrl: `${site.url}/ferry.jpg`,
      publishedAt: Date.UTC(2024, 2, 5, 9, 30),
    })
  })

  it('does not ask for what robots.txt forbids', async () => {
    const site = await serve({
      '/robots.txt': 'User-agent: *\nDisallow: /private/',
      '/private/ferry': html(ARTICLE),
    })

    const reading = await read(`${site.url}/private/ferry`)

    expect(reading).toMatchObject({ kind: 'failed', error: { code: 'refused' } })
    expect(site.requests).toEqual(['/robots.txt'])
  })

  it('takes no file for a page, and says which failures may pass', async () => {
    const site = await serve({
      '/paper.pdf': (_, response) => response.setHeader('content-type', 'application/pdf').end('%PDF-1.7'),
      '/down': (_, response) => response.writeHead(503).end(),
      '/large': html(`<p>${'x'.repeat(4_100_000)}</p>`),
    })

    expect(await read(`${site.url}/paper.pdf`)).toMatchObject({ error: { code: 'parse' }, lasting: true })
    expect(await read(`${site.url}/gone`)).toMatchObject({ error: { code: 'http4xx' }, lasting: true })
    expect(await read(`${site.url}/large`)).toMatchObject({ error: { code: 'tooLarge' }, lasting: true })
    expect(await read(`${site.url}/down`)).toMatchObject({ error: { code: 'http5xx' }, lasting: false })
  })

  it('goes nowhere inside, however an article points there', async () => {
    const inside = await serve({ '/secret': html(ARTICLE) })
    const { port } = new URL(inside.url)
    const site = await serve({
      '/ferry': (_, response) =>
        response.writeHead(302, { location: `http://127.0.0.2:${port}/secret` }).end(),
    })
    const guarded = collecting({ allowAddresses: ['127.0.0.1/32'] })

    const reading = await guarded.readArticle(`${site.url}/ferry`, FULL, never())

    expect(reading).toMatchObject({ kind: 'failed', error: { code: 'blockedAddress' }, lasting: true })
    expect(inside.requests).toEqual([])
  })

  it.each([
    ['bytes without sense', Buffer.from(Array.from({ length: 5_000 }, (_, i) => (i * 7_919) % 256))],
    ['nothing', ''],
    ['tags that never end', '<p '.repeat(10_000)],
    ['quotes that never end', `<a href="${'<b>'.repeat(5_000)}`],
    ['a frame set', '<frameset><frame src=/x></frameset>'],
    ['broken JSON-LD', '<script type="application/ld+json">{"@type": "Article",}</script><p>x</p>'],
    ['attributes beyond count', `<p ${Array.from({ length: 20_000 }, (_, i) => `a${i}=1`).join(' ')}>x</p>`],
  ])('outlives %s', async (_, body) => {
    const site = await serve({ '/page': html(body), '/ferry': html(ARTICLE) })

    const reading = await read(`${site.url}/page`)

    expect(['read', 'failed']).toContain(reading.kind)
    expect(pageOf(await read(`${site.url}/ferry`)).contentHtml).toContain(PARAGRAPH)
  })

  it('does not take apart what nests too deep', async () => {
    const site = await serve({
      '/deep': html(`${'<div>'.repeat(2_000)}x`),
      '/deeper': html(`${'<b>'.repeat(200_000)}x`),
    })

    for (const path of ['/deep', '/deeper']) {
      expect(await read(site.url + path)).toMatchObject({
        kind: 'failed',
        lasting: true,
        error: { code: 'parse', message: expect.stringContaining('nest deeper than 256') },
      })
    }
  })
})

describe('the thread that reads pages', () => {
  it('is ended when a page takes too long, and the next page gets a new one', async () => {
    const extractor = openExtractor({ timeoutMs: 2_000, memoryMb: 512 })

    const slow = await extractor.extract(task(slowPage()))
    const next = await extractor.extract(task('<article><p>Short.</p></article>', 'article'))

    expect(slow).toMatchObject({ kind: 'failed', message: expect.stringContaining('took longer') })
    expect(next).toMatchObject({ kind: 'read', page: { contentHtml: '<p>Short.</p>' } })
  })

  it('is ended when a page takes too much memory, and the next page gets a new one', async () => {
    const extractor = openExtractor({ memoryMb: 40, timeoutMs: 60_000 })

    const large = await extractor.extract(task(`<body>${'<p><b>x</b></p>'.repeat(400_000)}`))
    const next = await extractor.extract(task('<article><p>Short.</p></article>', 'article'))

    expect(large).toMatchObject({ kind: 'failed', message: 'it took more than 40 MB to read' })
    expect(next).toMatchObject({ kind: 'read', page: { contentHtml: '<p>Short.</p>' } })
  })

  it('reads in the order of asking, and fails what still waits when it is closed', async () => {
    const extractor = openExtractor()
    const readings = ['one', 'two'].map((word) => extractor.extract(task(`<main>${word}</main>`, 'main')))
    const words = (await Promise.all(readings)).map(
      (reading) => reading.kind === 'read' && reading.page.contentHtml,
    )

    const late = extractor.extract(task(slowPage()))
    await extractor.close()

    expect(words).toEqual(['one', 'two'])
    expect(await late).toMatchObject({ kind: 'failed' })
  })
})

const FULL = aSource({ url: 'http://127.0.0.1/feed', content: 'full' })

function read(url: string, changes: Partial<Source> = {}): Promise<PageReading> {
  return collector.readArticle(url, { ...FULL, ...changes }, never())
}

function pageOf(reading: PageReading) {
  if (reading.kind !== 'read') throw new Error(reading.error.message)
  return reading.page
}

function html(body: string | Buffer) {
  return (_: IncomingMessage, response: ServerResponse): void => {
    response.setHeader('content-type', 'text/html; charset=utf-8').end(body)
  }
}

function openExtractor(options = {}): Extractor {
  const extractor = createExtractor(options)
  onTestFinished(() => extractor.close())
  return extractor
}

function task(page: string, content?: string) {
  return { html: page, url: 'https://tide.example/ferry', request: { text: true, selectors: { content } } }
}

/** Takes seconds on any machine: every link is counted against every paragraph around it. */
function slowPage(): string {
  return `<body>${`<div><p>${'A sentence, with words. <a href=/x>x</a> '.repeat(60)}</p></div>`.repeat(2_500)}`
}
