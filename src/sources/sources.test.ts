import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { aSource } from '../../test/a-source.ts'
import { never } from '../../test/collect/loopback.ts'
import type { FetchResult } from '../model/entry.ts'
import type { SourceState } from '../model/source.ts'
import { type Collector, type CollectorOptions, createCollector } from './sources.ts'

const FEED =
  '<rss version="2.0"><channel><title>Paper</title><item><title>One</title><link>/1</link></item></channel></rss>'

const open: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const close of open.splice(0)) await close()
})

describe('visiting a feed', () => {
  it('brings its entries, its validators and the hash of its document', async () => {
    const url = await serve((_, response) =>
      response.setHeader('etag', '"a"').setHeader('last-modified', 'Tue, 05 Mar 2024 09:30:00 GMT').end(FEED),
    )

    const collected = await visit(url)

    expect(collected).toMatchObject({
      kind: 'entries',
      feed: { title: 'Paper' },
      entries: [{ title: 'One', url: `${url}/1` }],
      validators: { etag: '"a"', lastModified: 'Tue, 05 Mar 2024 09:30:00 GMT' },
      documentHash: expect.stringMatching(/^[\da-f]{64}$/),
      exchange: { status: 200 },
    })
  })

  it('asks on condition that it changed, by both validators', async () => {
    const asked: (string | undefined)[] = []
    const url = await serve((request, response) => {
      asked.push(request.headers['if-none-match'], request.headers['if-modified-since'])
      response.writeHead(304, { etag: '"a"' }).end()
    })

    const collected = await visit(url, { etag: '"a"', lastModified: 'Tue, 05 Mar 2024 09:30:00 GMT' })

    expect(asked).toEqual(['"a"', 'Tue, 05 Mar 2024 09:30:00 GMT'])
    expect(collected).toMatchObject({
      kind: 'unchanged',
      validators: { etag: '"a"', lastModified: 'Tue, 05 Mar 2024 09:30:00 GMT' },
      exchange: { status: 304 },
    })
  })

  it('finds a document unchanged by itself where the server does not say so', async () => {
    const url = await serve((_, response) => response.end(FEED))
    const first = await visit(url)
    const documentHash = first.kind === 'entries' ? first.documentHash : null

    const second = await visit(url, {}, documentHash)

    expect(second).toMatchObject({ kind: 'unchanged', exchange: { status: 200 } })
  })

  it('keeps no validator that could not be sent back', async () => {
    const url = await serve((_, response) => response.setHeader('etag', `"${'x'.repeat(2_000)}"`).end(FEED))

    expect(await visit(url)).toMatchObject({ validators: { etag: null, lastModified: null } })
  })

  it('keeps the newest of too many entries, in the order of the document', async () => {
    const items = [3, 9, 1, 7, 5].map(
      (day) => `<item><title>${day}</title><pubDate>0${day} Mar 2024 00:00:00 GMT</pubDate></item>`,
    )
    const url = await serve((_, response) => response.end(`<rss><channel>${items.join('')}</channel></rss>`))

    const collected = await visit(url, {}, null, { limit: 3 })

    expect(collected.kind === 'entries' && collected.entries.map(({ title }) => title)).toEqual([
      '9',
      '7',
      '5',
    ])
  })

  it.each([
    ['nothing', '', 'empty'],
    ['blanks', ' \n ', 'empty'],
    ['a page', '<!doctype html><html><body>Welcome</body></html>', 'notAFeed'],
    [
      'a page that tests for people',
      '<!doctype html><html><head><title>Just a moment...</title></head></html>',
      'botChallenge',
    ],
    ['another kind of XML', '<opml><body/></opml>', 'notAFeed'],
    ['words', 'under construction', 'notAFeed'],
    ['broken JSON', '{"items": [', 'notAFeed'],
  ])('tells %s from a feed', async (_, body, code) => {
    const url = await serve((_request, response) => response.end(body))

    expect(await visit(url)).toMatchObject({ kind: 'failed', error: { code }, exchange: { status: 200 } })
  })

  it('gives a source that is down as a value', async () => {
    const url = await serve((_, response) => response.writeHead(503, { 'retry-after': '60' }).end())

    expect(await visit(url)).toMatchObject({
      kind: 'failed',
      error: { code: 'http5xx', message: /HTTP 503/ },
      exchange: { status: 503, retryAfterMs: 60_000 },
    })
    expect(await visit('http://127.0.0.1:1/')).toMatchObject({
      kind: 'failed',
      error: { code: 'refused' },
      exchange: { status: null },
    })
    expect(await visit('nonsense')).toMatchObject({ kind: 'failed' })
  })

  it('throws only when the caller gives up', async () => {
    const url = await serve(() => undefined)
    const stop = new AbortController()
    const visited = collector().collect(aSource('paper', { url: url }), undefined, stop.signal)

    stop.abort(new Error('closing'))

    await expect(visited).rejects.toThrow('closing')
  })
})

describe('visiting many at once', () => {
  it('lets no hanging host delay the others', async () => {
    const hanging = await serve(() => undefined)
    const healthy = await serve((_, response) => response.end(FEED))
    const busy = collector({ perHost: 2 })
    const stop = new AbortController()
    let ended = 0
    const slow = Array.from({ length: 40 }, (_, i) =>
      busy
        .collect(aSource('paper', { url: `${hanging}/${i}` }), undefined, stop.signal)
        .finally(() => ended++),
    )

    // The limits count names of hosts, so another name for the same machine is another host.
    const quick = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        busy.collect(
          aSource('paper', { url: `${healthy.replace('127.0.0.1', '127.0.0.2')}/${i}` }),
          undefined,
          never(),
        ),
      ),
    )

    expect(quick.every(({ kind }) => kind === 'entries')).toBe(true)
    expect(ended).toBe(0)
    stop.abort(new Error('enough'))
    await Promise.allSettled(slow)
  })
})

async function visit(
  url: string,
  validators: { etag?: string; lastModified?: string } = {},
  documentHash: string | null = null,
  settings: { limit?: number } = {},
): Promise<FetchResult> {
  const state: SourceState = {
    sourceId: 'paper',
    validators: { etag: validators.etag ?? null, lastModified: validators.lastModified ?? null },
    documentHash,
    siteUrl: null,
    nextVisitAt: null,
    lastVisitAt: null,
    consecutiveErrors: 0,
  }
  return collector().collect(aSource('paper', { url: url, ...settings }), state, never())
}

function collector(options: CollectorOptions = {}): Collector {
  const made = createCollector({ allowAddresses: ['127.0.0.0/8'], timeoutMs: 60_000, ...options })
  open.push(() => made.close())
  return made
}

async function serve(handler: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  const server = createServer(handler)
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => sockets.add(socket))
  await new Promise<void>((resolve) => server.listen(0, resolve))
  open.push(
    () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  )
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
}
