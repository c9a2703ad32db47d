import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { client, failure, serve } from '../../test/collect/http-client.ts'
import { never } from '../../test/collect/loopback.ts'

describe('asking for a document', () => {
  it('brings body, headers and how it went', async () => {
    const url = await serve((_, response) => response.setHeader('x-a', 'b').end('hello'))

    const answer = await client().get({ url, headers: {} }, never())

    expect(answer.body.toString()).toBe('hello')
    expect(answer.headers.get('x-a')).toBe('b')
    expect(answer.exchange).toMatchObject({
      status: 200,
      finalUrl: `${url}/`,
      bytes: 5,
      retryAfterMs: undefined,
    })
  })

  it('says truthfully who asks', async () => {
    const url = await serve((request, response) => response.end(request.headers['user-agent']))

    const answer = await client({ userAgent: 'digest/1 (+https://ops.example)' }).get(
      { url, headers: {} },
      never(),
    )

    expect(answer.body.toString()).toBe('digest/1 (+https://ops.example)')
  })

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
    ['br', brotliCompressSync],
    ['identity', (bytes: Buffer) => bytes],
    ['GZIP', gzipSync],
  ] as const)('undoes %s', async (coding, compress) => {
    const url = await serve((_, response) =>
      response.setHeader('content-encoding', coding).end(compress(Buffer.from('hello'.repeat(1_000)))),
    )

    const answer = await client().get({ url, headers: {} }, never())

    expect(answer.body.toString()).toBe('hello'.repeat(1_000))
  })

  it('reads what is called gzip and is not, and gzip that lacks its end', async () => {
    const whole = gzipSync(Buffer.from('hello'.repeat(1_000)))
    const url = await serve((request, response) => {
      response.setHeader('content-encoding', 'gzip')
      response.end(request.url === '/plain' ? 'plain' : whole.subarray(0, whole.length - 8))
    })

    const [plain, cut] = await Promise.all(
      ['/plain', '/cut'].map((path) => client().get({ url: url + path, headers: {} }, never())),
    )

    expect(plain?.body.toString()).toBe('plain')
    expect(cut?.body.toString()).toBe('hello'.repeat(1_000))
  })

  it('reads gzip that something follows which is none, or whose checksum is wrong, and refuses what is broken', async () => {
    const whole = gzipSync(Buffer.from('hello'.repeat(1_000)))
    // A header with every part that it may have.
    const full = Buffer.concat([
      Buffer.from([0x1f, 0x8b, 8, 4 | 8 | 16 | 2, 0, 0, 0, 0, 0, 3, 3, 0, 1, 2, 3]),
      Buffer.from('name\0comment\0ab'),
      whole.subarray(10),
    ])
    const bodies: Record<string, Buffer> = {
      '/junk': Buffer.concat([whole, Buffer.from('<!-- cached -->')]),
      '/full': Buffer.concat([full, Buffer.from('\n')]),
      '/sum': Buffer.concat([whole.subarray(0, -8), Buffer.alloc(8, 1)]),
      '/broken': Buffer.concat([whole.subarray(0, 10), Buffer.alloc(500, 0xff)]),
    }
    const url = await serve((request, response) =>
      response.setHeader('content-encoding', 'gzip').end(bodies[request.url ?? '']),
    )

    for (const path of ['/junk', '/full', '/sum']) {
      const answer = await client().get({ url: url + path, headers: {} }, never())
      expect(answer.body.toString()).toBe('hello'.repeat(1_000))
    }
    expect(await failure(client(), `${url}/broken`)).toMatchObject({ code: 'parse' })
  })

  it.each(['gzip, gzip', 'deflate', 'br', 'zstd'])('reads gzip that is called %s', async (coding) => {
    const url = await serve((_, response) =>
      response.setHeader('content-encoding', coding).end(gzipSync('hello')),
    )

    const answer = await client().get({ url, headers: {} }, never())

    expect(answer.body.toString()).toBe('hello')
  })

  it('refuses codings on top of each other, and unknown ones', async () => {
    const url = await serve((request, response) =>
      response
        .setHeader('content-encoding', request.url === '/two' ? 'gzip, br' : 'zstd')
        .end(brotliCompressSync('x')),
    )

    expect(await failure(client(), `${url}/two`)).toMatchObject({
      code: 'parse',
      message: /encoded 2 times over/,
    })
    expect(await failure(client(), `${url}/zstd`)).toMatchObject({ code: 'parse' })
  })

  it('gives 304 without a body', async () => {
    const url = await serve((request, response) => {
      response.statusCode = request.headers['if-none-match'] === '"1"' ? 304 : 200
      response.setHeader('etag', '"1"').end()
    })

    const answer = await client().get({ url, headers: { 'if-none-match': '"1"' } }, never())

    expect(answer).toMatchObject({ status: 304, body: Buffer.alloc(0) })
  })
})

describe('giving up', () => {
  it("throws the caller's reason", async () => {
    const url = await serve(() => undefined)
    const stop = new AbortController()
    const reason = new Error('shutting down')

    const pending = client().get({ url, headers: {} }, stop.signal)
    stop.abort(reason)

    await expect(pending).rejects.toBe(reason)
    await expect(client().get({ url, headers: {} }, stop.signal)).rejects.toBe(reason)
  })
})
