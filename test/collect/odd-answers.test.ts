import type { ServerResponse } from 'node:http'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { FetchResult } from '../../src/model/entry.ts'
import { aSource, never, serve } from './loopback.ts'
import { collecting } from './visiting.ts'

const FEED =
  '<rss version="2.0"><channel><title>Tide tables</title><item><title>High water</title><link>/1</link></item></channel></rss>'

describe('a feed', () => {
  it('that is a packed file is unpacked, though no header says so', async () => {
    const site = await serve({
      '/feed.xml.gz': gzipSync(FEED),
      '/twice': (_, response) =>
        response.setHeader('content-encoding', 'gzip').end(gzipSync(gzipSync(Buffer.from(FEED)))),
      '/bomb': gzipSync(Buffer.alloc(30_000_000)),
    })

    expect(await titles(`${site.url}/feed.xml.gz`)).toEqual(['High water'])
    expect(await titles(`${site.url}/twice`)).toEqual(['High water'])
    expect(await visit({ url: `${site.url}/bomb` }, 1_000_000)).toMatchObject({ error: { code: 'tooLarge' } })
  })

  it.each(['none', 'utf-8', 'UTF-8', 'binary', 'br', 'deflate', 'gzip', 'aws-chunked', 'x-unknown'])(
    'is read where its server says that it is encoded as %s, and it is not',
    async (coding) => {
      const site = await serve({
        '/feed': (_, response) => response.setHeader('content-encoding', coding).end(FEED),
      })

      expect(await titles(`${site.url}/feed`)).toEqual(['High water'])
    },
  )

  it('that tells only of an error of RSS-Bridge fails, and is no news', async () => {
    const of = (title: string) => FEED.replace('High water', title)
    const site = await serve({
      '/error': of('Bridge returned error 403! (20784)'),
      '/word': of('Bridge returned to service'),
    })

    expect(await visit({ url: `${site.url}/error` })).toMatchObject({
      kind: 'failed',
      error: { code: 'http5xx', message: 'RSS-Bridge cannot make the feed: Bridge returned error 403!' },
    })
    expect(await titles(`${site.url}/word`)).toEqual(['Bridge returned to service'])
  })

  it('that is encoded as its server says is decoded', async () => {
    const site = await serve({
      '/feed': (_, response) =>
        response.setHeader('content-encoding', 'br').end(brotliCompressSync(Buffer.from(FEED))),
    })

    expect(await titles(`${site.url}/feed`)).toEqual(['High water'])
  })
})

describe('a feed whose transfer ends early', () => {
  const cutAt = (length: number) => (_: unknown, response: ServerResponse) => {
    response.writeHead(200, { 'content-length': FEED.length + 20, etag: '"1"' })
    response.write(FEED.slice(0, length), () => response.socket?.end())
  }

  it('is read if it is complete to its closing tag', async () => {
    const site = await serve({ '/feed': cutAt(FEED.length) })

    expect(await titles(`${site.url}/feed`)).toEqual(['High water'])
  })

  it('fails as truncated if it is not', async () => {
    const site = await serve({ '/feed': cutAt(FEED.length - 20) })

    expect(await visit({ url: `${site.url}/feed` })).toMatchObject({
      kind: 'failed',
      error: { code: 'truncated', message: expect.stringMatching(/ended its answer early/) },
    })
  })
})

it('cookies that a feed sets on its way go with the feed that its page names', async () => {
  const page = '<html><head><link rel="alternate" type="application/rss+xml" href="/named"></head></html>'
  const site = await serve({
    '/page': (_, response) => response.setHeader('set-cookie', 'seen=1; Path=/').end(page),
    '/named': (request, response) =>
      request.headers.cookie === 'seen=1' ? response.end(FEED) : response.writeHead(403).end(),
  })

  expect(await titles(`${site.url}/page`)).toEqual(['High water'])
  expect(await visit({ url: `${site.url}/named` })).toMatchObject({ error: { code: 'http4xx' } })
})

describe('a page that asks for proof that a person is there', () => {
  const CHALLENGE = '<html><head><title>Just a moment...</title></head><body>Checking</body></html>'
  const PATHS = { items: 'article' }

  it.each([
    ['feed', undefined],
    ['json', { items: 'items', title: 'title' }],
    ['sitemap', undefined],
    ['page', PATHS],
  ] as const)('is told where a %s should be', async (type, paths) => {
    const site = await serve({ '/': CHALLENGE, '/x': CHALLENGE })

    const collected = await visit({ type, url: `${site.url}/x`, ...(paths === undefined ? {} : { paths }) })

    expect(collected).toMatchObject({ kind: 'failed', error: { code: 'botChallenge' } })
  })

  it('may be an empty answer whose headers say so', async () => {
    const site = await serve({
      '/': (_, response) => response.writeHead(202, { 'x-amzn-waf-action': 'challenge' }).end(),
    })

    expect(await visit({ url: `${site.url}/` })).toMatchObject({ error: { code: 'botChallenge' } })
  })

  it('is not every page that loads the scripts of one', async () => {
    const script = '<SCRIPT src="/cdn-cgi/challenge-platform/scripts/jsd/main.js">'
    const article = `<article><h2><a href="/1">Ferry runs again</a></h2><p>${'The harbour is open. '.repeat(40)}</p></article>`
    const site = await serve({
      '/list': `<html><head>${script}</SCRIPT></head><body>${article}</body></html>`,
      '/bare': `<html><body><div id="px-captcha"></div>${script}${'var a = 1; '.repeat(200)}</SCRIPT></body></html>`,
      '/open': `<html><body>${'<script>'.repeat(50_000)} px-captcha</body></html>`,
    })
    const page = (path: string): Promise<FetchResult> =>
      visit({ type: 'page', url: `${site.url}${path}`, paths: PATHS })

    expect(await page('/list')).toMatchObject({ kind: 'entries', entries: [{ title: 'Ferry runs again' }] })
    expect(await page('/bare')).toMatchObject({ error: { code: 'botChallenge' } })
    expect((await page('/open')).kind).toBe('failed')
  })
})

function visit(source: Parameters<typeof aSource>[0], maxBytes = 10_000_000): Promise<FetchResult> {
  const collector = collecting({ maxBytes })
  return collector.collect(aSource(source), undefined, never())
}

async function titles(url: string): Promise<string[]> {
  const collected = await visit({ url })
  return collected.kind === 'entries'
    ? collected.entries.map(({ title }) => title)
    : [JSON.stringify(collected)]
}
