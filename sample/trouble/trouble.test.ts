import { request, type IncomingMessage } from 'node:http'
import { gunzipSync } from 'node:zlib'
import { parseFeed } from 'feedsmith'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TROUBLE_ENTRIES } from './trouble-feed.ts'
import { startTroubleServer, type Trouble, type TroubleServer } from './trouble.ts'

let server: TroubleServer

beforeAll(async () => {
  server = await startTroubleServer()
})
afterAll(() => server.close())

describe('the trouble server', () => {
  it('serves a healthy feed as `ok`', async () => {
    const { text } = await get(server.urlOf('ok'))

    expect(parseFeed(text).feed).toHaveProperty('items.length', TROUBLE_ENTRIES)
  })

  it.each([
    ['status-403', 403],
    ['status-404', 404],
    ['status-410', 410],
    ['status-429', 429],
    ['status-500', 500],
    ['status-503', 503],
    ['bot-challenge', 403],
    ['false-304', 304],
    ['redirect-loop', 302],
    ['redirect-private', 302],
    ['moved', 301],
  ] as const)('answers %s with %i', async (trouble, status) => {
    expect((await get(server.urlOf(trouble))).status).toBe(status)
  })

  it('sends Retry-After in seconds and as a date', async () => {
    const seconds = await get(server.urlOf('status-429'))
    const date = await get(server.urlOf('status-503'))

    expect(seconds.headers['retry-after']).toBe('120')
    expect(Date.parse(date.headers['retry-after'] ?? '')).toBeGreaterThan(Date.now())
  })

  it('recovers after some failures, separately for each address', async () => {
    const url = `${server.urlOf('flaky', 'a.xml')}?fails=1`

    const statuses = [await get(url), await get(url), await get(`${server.urlOf('flaky', 'b.xml')}?fails=1`)]

    expect(statuses.map(({ status }) => status)).toEqual([502, 200, 502])
    expect(server.visits.get('/flaky/a.xml')).toBe(2)
  })

  it('breaks documents: malformed, truncated, in another charset, no feed at all, nothing', async () => {
    const text = async (trouble: Trouble) => (await get(server.urlOf(trouble))).text

    expect(await text('malformed')).toContain('& <b>bare')
    expect(await text('truncated')).not.toContain('</rss>')
    expect(await text('wrong-charset')).toContain('\ufffd')
    expect(await text('html')).toContain('<!doctype html>')
    expect(await text('html-with-feed')).toContain('rel="alternate"')
    expect(await text('empty')).toBe('')
  })

  it('keeps redirecting without end', async () => {
    let url = server.urlOf('redirect-loop')
    for (let hop = 0; hop < 4; hop += 1) url = new URL((await get(url)).headers.location ?? '', url).href

    expect(url).toBe(server.urlOf('redirect-loop'))
  })

  it('sends a bomb that is small on the wire', async () => {
    const { body, headers } = await get(server.urlOf('gzip-bomb'))

    expect(headers['content-encoding']).toBe('gzip')
    expect(body.length).toBeLessThan(200_000)
    expect(gunzipSync(body).length).toBe(100 * 1_048_576)
  })

  it('applies both of the encodings that it declares', async () => {
    const { body, headers } = await get(server.urlOf('chained-encodings'))

    expect(headers['content-encoding']).toBe('gzip, gzip')
    expect(gunzipSync(gunzipSync(body)).toString()).toContain('<rss')
  })

  it('never ends an endless body', async () => {
    const response = await open(server.urlOf('endless-body'))
    let bytes = 0

    for await (const chunk of response) {
      bytes += (chunk as Buffer).length
      if (bytes > 20_000_000) break
    }

    expect(bytes).toBeGreaterThan(20_000_000)
  })

  it.each(['reset', 'length-too-long'] as const)('breaks off in the middle: %s', async (trouble) => {
    await expect(get(server.urlOf(trouble))).rejects.toMatchObject({ code: 'ECONNRESET' })
  })

  it('declares fewer bytes than it sends', async () => {
    const { body, headers } = await get(server.urlOf('length-too-short'))

    expect(String(body.length)).toBe(headers['content-length'])
  })

  it('sends headers that are too large for clients', async () => {
    await expect(get(server.urlOf('huge-headers'))).rejects.toMatchObject({ code: 'HPE_HEADER_OVERFLOW' })
  })

  it('drips, and stops if the client disconnects', async () => {
    const response = await open(`${server.urlOf('drip')}?ms=1`)
    const chunks: Buffer[] = []

    for await (const chunk of response) {
      chunks.push(chunk as Buffer)
      if (chunks.length === 5) break
    }

    expect(Buffer.concat(chunks).toString().startsWith('<?xml')).toBe(true)
  })

  it('hangs before the head or within the body until the client gives up', async () => {
    const head = get(server.urlOf('hang'), 50)
    const body = bodyOf(await open(server.urlOf('hang-body')), 50)

    await expect(head).rejects.toThrow('had enough')
    await expect(body).rejects.toThrow('had enough')
  })

  it('is slow for as long as asked', async () => {
    const order: string[] = []
    const answered = (ms: number) =>
      get(`${server.urlOf('slow', `${ms}.xml`)}?ms=${ms}`).then(() => order.push(`after ${ms} ms`))

    const slower = answered(1_000)
    await answered(1)
    await slower

    expect(order).toEqual(['after 1 ms', 'after 1000 ms'])
  })
})

interface Answer {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
  readonly text: string
}

async function get(url: string, patienceMs = 60_000): Promise<Answer> {
  const response = await open(url, patienceMs)
  const body = await bodyOf(response, patienceMs)
  return { status: response.statusCode ?? 0, headers: response.headers, body, text: body.toString() }
}

function open(url: string, patienceMs = 60_000): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const sent = request(url, (response) => {
      clearTimeout(timer)
      resolve(response)
    })
    const timer = setTimeout(() => sent.destroy(new Error('had enough')), patienceMs)
    sent.on('error', reject)
    sent.on('close', () => clearTimeout(timer))
    sent.end()
  })
}

async function bodyOf(response: IncomingMessage, patienceMs: number): Promise<Buffer> {
  const timer = setTimeout(() => response.destroy(new Error('had enough')), patienceMs)
  const chunks: Buffer[] = []
  try {
    for await (const chunk of response) chunks.push(chunk as Buffer)
  } finally {
    clearTimeout(timer)
  }
  return Buffer.concat(chunks)
}
