import type { ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { type EntryPaths, NO_VALIDATORS, type SourceType } from '../../../src/model/source.ts'
import { locationAfter } from '../../../src/pipeline/source-location.ts'
import { aSource, never, serve, stateAfter } from '../loopback.ts'
import { collecting, visit, visitRaw } from '../visiting.ts'

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

describe('a feed that ends before its end', () => {
  const whole = `<rss><channel>${'<item><title>A storm over the coast</title></item>'.repeat(50)}</channel></rss>`

  it.each<[string, (response: ServerResponse) => void]>([
    ['as it is', (response) => response.end(whole.slice(0, -400))],
    [
      'packed',
      (response) => response.setHeader('content-encoding', 'gzip').end(gzipSync(whole).subarray(0, -20)),
    ],
  ])('is asked for whole the next time: %s', async (_, cut) => {
    let visits = 0
    const site = await serve({
      '/feed': ({ headers }, response) => {
        response.setHeader('etag', '"1"')
        visits++
        if (headers['if-none-match'] === '"1"') response.writeHead(304).end()
        else if (visits < 3) cut(response)
        else response.end(whole)
      },
    })
    const source = aSource({ url: `${site.url}/feed` })
    const collector = collecting()

    const first = await collector.collect(source, undefined, never())
    const same = await collector.collect(source, stateAfter(first), never())

    expect(first).toMatchObject({ kind: 'entries', validators: NO_VALIDATORS })
    expect(same).toMatchObject({ kind: 'unchanged', validators: { etag: '"1"' } })
    const again = await collector.collect(source, stateAfter(first), never())
    expect(again).toMatchObject({ kind: 'entries', validators: { etag: '"1"' } })
  })
})

it.each<[SourceType, string]>([
  ['feed', '<rss version="2.0"><channel><title>Paper</title>'],
  ['feed', '<rss version="2.0"><channel><title>Paper</title><item><title>Half'],
  ['feed', '<feed xmlns="http://www.w3.org/2005/Atom"><title>Paper</title><entry>'],
  ['sitemap', '<urlset><url><loc>https://paper.example/ha'],
])('a %s that ends before its first entry fails: %s', async (type, document) => {
  const site = await serve({ '/feed': document })

  expect(await visitRaw({ type, url: `${site.url}/feed` })).toMatchObject({
    kind: 'failed',
    error: { code: 'truncated' },
  })
})

describe('a token in the address of a source', () => {
  const SECRET = 'hunter2'

  it.each<[SourceType, string, EntryPaths?]>([
    ['feed', '<rss><channel><item><title>A</title><link>#a</link></item></channel></rss>'],
    [
      'feed',
      '<feed xmlns="http://www.w3.org/2005/Atom"><link href=""/><entry><title>A</title><link href="#a"/><content type="html">&lt;img src=""&gt;</content></entry></feed>',
    ],
    ['feed', '{"version":"https://jsonfeed.org/version/1.1","items":[{"id":"1","title":"A","url":"#a"}]}'],
    ['page', '<x><a href="#a">A</a></x><x><a href="">B</a></x>', { items: 'x', title: 'a', url: 'a@href' }],
    ['json', '{"items":[{"title":"A","url":"#a"}]}', { items: 'items[*]', title: 'title', url: 'url' }],
    ['sitemap', '<urlset><url><loc>#a</loc></url></urlset>'],
  ])('is in no address that a %s gives', async (type, document, paths) => {
    const site = await serve({ '/private': document })

    const url = `${site.url}/private?token=${SECRET}&lang=en`
    const { feed, entries } = await visit({ type, url, ...(paths === undefined ? {} : { paths }) })

    expect(site.requests).toContain(`/private?token=${SECRET}&lang=en`)
    expect(JSON.stringify([feed, entries])).not.toContain(SECRET)
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

    expect(site.requests[0]).toBe('/r/sea.json?raw_json=1&limit=80')
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
    const location = locationAfter(undefined, source, found, 0, 0)
    const again = await collector.collect(source, { ...stateAfter(found), location }, never())

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
    expect(site.requests).toEqual(['/', '/feed'])
  })
})
