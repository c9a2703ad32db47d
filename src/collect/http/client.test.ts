import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createTcpServer, type LookupFunction, type Socket } from 'node:net'
import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { createHttpClient, type HttpClient, type HttpClientOptions } from './client.ts'
import { HttpFailure } from './failure.ts'
import { never } from '../../../test/collect/loopback.ts'

type Handler = (request: IncomingMessage, response: ServerResponse) => void

const open: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const close of open.splice(0)) await close()
})

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

  it('refuses codings on top of each other, and unknown ones', async () => {
    const url = await serve((request, response) =>
      response
        .setHeader('content-encoding', request.url === '/two' ? 'gzip, gzip' : 'zstd')
        .end(gzipSync('x')),
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

describe('redirects', () => {
  it('are followed, and tell where permanent ones lead', async () => {
    const url = await serve((request, response) => {
      const next: Record<string, [number, string]> = {
        '/a': [301, '/b'],
        '/b': [308, 'c'],
        '/c': [302, '/d'],
      }
      const [status, location] = next[request.url ?? ''] ?? [200, '']
      response.writeHead(status, location === '' ? {} : { location }).end('there')
    })

    const answer = await client().get({ url: `${url}/a`, headers: {} }, never())

    expect(answer.exchange).toMatchObject({ finalUrl: `${url}/d`, permanentUrl: `${url}/c` })
  })

  it('are followed five times, and no further', async () => {
    const url = await serve((request, response) => {
      const hop = Number(request.url?.slice(1))
      response.writeHead(hop === 0 ? 200 : 302, { location: `/${hop - 1}` }).end()
    })

    const five = await client().get({ url: `${url}/5`, headers: {} }, never())
    const six = await failure(client(), `${url}/6`)

    expect(five.status).toBe(200)
    expect(six).toMatchObject({ code: 'http4xx', message: /more than 5 redirects/ })
  })

  it('in a circle end', async () => {
    const url = await serve((_, response) => response.writeHead(301, { location: '/' }).end())

    expect(await failure(client(), url)).toMatchObject({ code: 'http4xx' })
  })

  it.each(['file:///etc/passwd', 'ftp://files.example/', 'javascript:alert(1)', 'gopher://127.0.0.1/'])(
    'to %s are not followed',
    async (location) => {
      const url = await serve((_, response) => response.writeHead(302, { location }).end())

      expect(await failure(client(), url)).toMatchObject({ code: 'blockedAddress' })
    },
  )

  it('take credentials to the same origin only', async () => {
    const seen: (string | undefined)[] = []
    const other = await serve((request, response) => {
      seen.push(request.headers.authorization)
      response.end()
    })
    const url = await serve((request, response) => {
      seen.push(request.headers.authorization)
      response.writeHead(302, { location: request.url === '/a' ? '/b' : other }).end()
    })

    const answer = await client().get(
      { url: url.replace('://', '://jo:p%40ss@') + '/a', headers: {} },
      never(),
    )

    const basic = `Basic ${Buffer.from('jo:p@ss').toString('base64')}`
    expect(seen).toEqual([basic, basic, undefined])
    expect(answer.exchange.finalUrl).not.toContain('p%40ss')
  })

  it('do not bring credentials of their own', async () => {
    const other = await serve((request, response) => response.end(request.headers.authorization ?? 'none'))
    const url = await serve((_, response) =>
      response.writeHead(302, { location: other.replace('://', '://a:b@') }).end(),
    )

    const answer = await client().get({ url, headers: {} }, never())

    expect(answer.body.toString()).toBe('none')
  })
})

describe('the address guard at work', () => {
  it.each([
    'http://127.0.0.1',
    'http://2130706433',
    'http://0x7f.1',
    'http://0177.0.0.1',
    'http://127.1',
    'http://0',
    'http://１２７.0.0.1',
    'http://127.0.0.1.',
    'http://localhost',
    'http://localhost.',
    'http://LOCALHOST',
    'http://[::1]',
    'http://[::ffff:127.0.0.1]',
    'http://[::ffff:7f00:1]',
    'http://[0:0:0:0:0:0:0:1]',
    'http://user:password@127.0.0.1',
  ])('keeps %s from being connected', async (host) => {
    let connections = 0
    const url = await serve((_, response) => response.end(String(connections++)))

    const failed = await failure(client({ allowAddresses: [] }), `${host}:${new URL(url).port}/`)

    expect(['blockedAddress', 'dns']).toContain(failed.code) // not every system knows `localhost.`
    expect(connections).toBe(0)
  })

  it.each(['http://127.0.0.2', 'http://[::1]', 'http://0', 'http://169.254.169.254', 'http://2130706434'])(
    'keeps a redirect to %s from being connected',
    async (target) => {
      const paths: (string | undefined)[] = []
      const url = await serve((request, response) => {
        paths.push(request.url)
        const location = `${target}:${new URL(url).port}/inside`
        response.writeHead(302, { location }).end()
      })

      const failed = await failure(client({ allowAddresses: ['127.0.0.1/32'] }), url)

      expect(failed.code).toBe('blockedAddress')
      expect(paths).toEqual(['/'])
    },
  )

  it('refuses a name if any of its addresses is not public', async () => {
    const lookup = answering([
      { address: '93.184.216.34', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ])

    const failed = await failure(client({ allowAddresses: [], lookup }), 'http://news.example/')

    expect(failed).toMatchObject({ code: 'blockedAddress', message: /127\.0\.0\.1/ })
  })

  it('is not fooled by a name that changes its address', async () => {
    let connections = 0
    const url = await serve((_, response) => response.end(String(connections++)))
    let lookups = 0
    const stop = new AbortController()
    const lookup: LookupFunction = (_, options, callback) => {
      lookups++
      const address = lookups === 1 ? '203.0.114.1' : '127.0.0.1'
      if (options.all === true) callback(null, [{ address, family: 4 }])
      else callback(null, address, 4)
      stop.abort(new Error('nobody is there'))
    }
    const http = client({ allowAddresses: [], lookup })
    const rebound = `http://rebind.example:${new URL(url).port}/`

    await expect(http.get({ url: rebound, headers: {} }, stop.signal)).rejects.toThrow('nobody is there')
    const second = await failure(http, rebound)

    expect(second.code).toBe('blockedAddress')
    expect(connections).toBe(0)
  })
})

describe('hostile and broken servers', () => {
  it('end with the deadline, however slowly they drip', async () => {
    const url = await serve((_, response) => {
      const timer = setInterval(() => response.write('.'), 20)
      response.on('close', () => clearInterval(timer))
    })

    // Without a deadline there would be no end.
    const failed = await failure(client({ timeoutMs: 300 }), url)

    expect(failed).toMatchObject({ code: 'timeout', message: /0\.3 s/ })
  })

  it('end with the deadline where they never answer', async () => {
    const url = await serve(() => undefined)

    expect(await failure(client({ timeoutMs: 200 }), url)).toMatchObject({ code: 'timeout' })
  })

  it('are cut off after so many bytes', async () => {
    let sent = 0
    const url = await serve((_, response) => {
      const more = (): void => {
        sent += 65_536
        if (response.write(Buffer.alloc(65_536))) setImmediate(more)
        else response.once('drain', more)
      }
      response.on('error', () => undefined)
      more()
    })

    const failed = await failure(client({ maxBytes: 1_000_000 }), url)

    expect(failed.code).toBe('tooLarge')
    expect(sent).toBeLessThan(20_000_000)
  })

  it.each([
    ['gzip', gzipSync],
    ['br', quickBrotli],
    ['deflate', deflateSync],
  ] as const)('cannot inflate %s beyond the limit', async (coding, compress) => {
    const bomb = compress(Buffer.alloc(50_000_000))
    const url = await serve((_, response) => response.setHeader('content-encoding', coding).end(bomb))

    const failed = await failure(client({ maxBytes: 1_000_000 }), url)

    expect(failed).toMatchObject({ code: 'tooLarge', message: /decompressed/ })
  })

  it('cannot send endless headers', async () => {
    const url = await serve((_, response) => response.setHeader('x-long', 'x'.repeat(100_000)).end())

    expect(await failure(client(), url)).toMatchObject({ code: 'tooLarge' })
  })

  it('that announce too much are not read at all', async () => {
    const url = await serve((_, response) => {
      response.setHeader('content-length', '2000000')
      response.flushHeaders()
    })

    expect(await failure(client({ maxBytes: 1_000_000 }), url)).toMatchObject({ code: 'tooLarge' })
  })

  it('are named for what they do', async () => {
    const silent = await listen((socket) => socket.destroy())
    const noise = await listen((socket) => socket.end('what is this'))
    const cut = await serve((_, response) => {
      response.setHeader('content-length', '100')
      response.write('short')
      setTimeout(() => response.destroy(), 20)
    })

    expect(await failure(client(), silent)).toMatchObject({ code: 'refused' })
    expect(await failure(client(), noise)).toMatchObject({ code: 'refused', message: /HTTP/ })
    expect(await failure(client(), cut)).toMatchObject({ code: 'refused' })
    expect(await failure(client(), 'http://127.0.0.1:1/')).toMatchObject({
      code: 'refused',
      message: /refused/,
    })
    expect(await failure(client(), silent.replace('http:', 'https:'))).toMatchObject({
      code: expect.stringMatching(/tls|refused/),
    })
    expect(await failure(client(), 'not an address')).toMatchObject({ code: 'http4xx' })
    expect(await failure(client(), 'file:///etc/passwd')).toMatchObject({ code: 'blockedAddress' })
  })

  it('speak plain HTTP where TLS was asked for', async () => {
    const url = await serve((_, response) => response.end())

    expect(await failure(client(), url.replace('http:', 'https:'))).toMatchObject({ code: 'tls' })
  })

  it('whose name is not found are told from those that refuse', async () => {
    const lookup: LookupFunction = (_, __, callback) =>
      callback(Object.assign(new Error('no'), { code: 'ENOTFOUND' }), [])

    expect(await failure(client({ lookup }), 'http://gone.example/')).toMatchObject({ code: 'dns' })
  })

  it.each([
    [404, {}, 'http4xx'],
    [410, {}, 'http4xx'],
    [429, { 'retry-after': '120' }, 'rateLimited'],
    [500, {}, 'http5xx'],
    [503, { 'retry-after': '5' }, 'http5xx'],
    [403, { 'cf-mitigated': 'challenge' }, 'botChallenge'],
  ] as const)('that answer %i are told so', async (status, headers, code) => {
    const url = await serve((_, response) => response.writeHead(status, headers).end('sorry'))

    const failed = await failure(client(), url)

    expect(failed.code).toBe(code)
    expect(failed.exchange.status).toBe(status)
    expect(failed.exchange.retryAfterMs).toBe(
      'retry-after' in headers ? Number(headers['retry-after']) * 1_000 : undefined,
    )
  })

  it('that ask whether a person is there are recognised by their page', async () => {
    const page = '<html><head><title>Just a moment...</title></head></html>'
    const url = await serve((_, response) =>
      response.writeHead(503, { 'content-encoding': 'gzip' }).end(gzipSync(page)),
    )

    expect(await failure(client(), url)).toMatchObject({ code: 'botChallenge' })
  })

  it('are what their status says where their page only loads the scripts of a check', async () => {
    const page =
      '<title>Not found</title><script src="/cdn-cgi/challenge-platform/scripts/jsd/main.js"></script>'
    const url = await serve((request, response) =>
      response.writeHead(Number(request.url?.slice(1)), { 'content-type': 'text/html' }).end(page),
    )

    expect(await failure(client(), `${url}/404`)).toMatchObject({ code: 'http4xx' })
    expect(await failure(client(), `${url}/500`)).toMatchObject({ code: 'http5xx' })
    expect(await failure(client(), `${url}/403`)).toMatchObject({ code: 'botChallenge' })
  })

  it('never make a message repeat a secret', async () => {
    const url = await serve((_, response) => response.writeHead(401).end())
    const secret = url.replace('://', '://jo:hunter2@') + '/feed?token=hunter3'

    const failed = await failure(client(), secret)

    expect(failed.message).not.toMatch(/hunter/)
  })
})

describe('giving up', () => {
  it("throws the caller's reason", async () => {
    const url = await serve(() => undefined)
    const stop = new AbortController()
    const reason = new Error('shutting down')

    const asked = client().get({ url, headers: {} }, stop.signal)
    stop.abort(reason)

    await expect(asked).rejects.toBe(reason)
    await expect(client().get({ url, headers: {} }, stop.signal)).rejects.toBe(reason)
  })
})

/** Brotli's best compression takes ten seconds for a bomb. */
function quickBrotli(bytes: Buffer): Buffer {
  return brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })
}

function client(options: Partial<HttpClientOptions> = {}): HttpClient {
  const http = createHttpClient({
    userAgent: 'test',
    allowAddresses: ['127.0.0.0/8'],
    timeoutMs: 60_000,
    maxBytes: 1_000_000,
    now: () => 0,
    ...options,
  })
  open.push(() => http.close())
  return http
}

async function failure(http: HttpClient, url: string): Promise<HttpFailure> {
  const outcome: unknown = await http.get({ url, headers: {} }, never()).catch((cause: unknown) => cause)
  if (outcome instanceof HttpFailure) return outcome
  throw new Error(`no failure but ${String(outcome)}`, { cause: outcome })
}

async function serve(handler: Handler): Promise<string> {
  return address(createServer(handler))
}

describe('an answer that is off the standard', () => {
  it.each([
    ['a folded header', 'HTTP/1.1 200 OK\r\nX-Policy: a;\r\n b\r\nContent-Length: 5\r\n\r\nhello'],
    ['bare line feeds', 'HTTP/1.1 200 OK\nContent-Length: 5\n\nhello'],
    ['a control character in a value', 'HTTP/1.1 200 OK\r\nX-A: a\u0001b\r\nContent-Length: 5\r\n\r\nhello'],
    [
      'a length beside chunks',
      'HTTP/1.1 200 OK\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n',
    ],
    [
      'cookies of twenty kilobytes',
      `HTTP/1.1 200 OK\r\n${'Set-Cookie: a=b'.padEnd(1_000, 'c').concat('\r\n').repeat(20)}Content-Length: 5\r\n\r\nhello`,
    ],
  ])('is read all the same: %s', async (_, bytes) => {
    const url = await listen((socket) => socket.once('data', () => socket.end(bytes)))

    const answer = await client().get({ url, headers: {} }, never())

    expect(answer.body.toString()).toBe('hello')
  })

  it('counts for its own request alone, whatever follows it on a connection that stays open', async () => {
    const asked: string[] = []
    const url = await listen((socket) =>
      socket.on('data', (request: Buffer) => {
        asked.push(/GET (\S+)/.exec(request.toString())?.[1] ?? '')
        socket.write(`HTTP/1.1 200 OK\nContent-Length: 5\n\nhello`)
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil')
      }),
    )
    const one = client()

    const bodies = [
      await one.get({ url: `${url}/a`, headers: {} }, never()),
      await one.get({ url: `${url}/b`, headers: {} }, never()),
    ].map(({ body }) => body.toString())

    expect(bodies).toEqual(['hello', 'hello'])
    expect(asked).toEqual(['/a', '/a', '/b', '/b'])
  })

  it('still fails where it is no answer, and where it stops short', async () => {
    const garbage = await listen((socket) => socket.once('data', () => socket.end('220 ftp ready\r\n\r\n')))
    const short = await listen((socket) =>
      socket.once('data', () => socket.end('HTTP/1.1 200 OK\nContent-Length: 50\n\nhello')),
    )

    for (const url of [garbage, short])
      await expect(client().get({ url, headers: {} }, never())).rejects.toMatchObject({ code: 'refused' })
  })

  it('is asked for where the guard permits it, whatever its name leads to by then', async () => {
    const url = await listen((socket) =>
      socket.once('data', () => socket.end('HTTP/1.1 200 OK\nContent-Length: 5\n\nhello')),
    )
    let lookups = 0
    const lookup: LookupFunction = (_, options, callback) => {
      const address = lookups++ === 0 ? '127.0.0.1' : '127.0.0.9'
      if (options.all === true) callback(null, [{ address, family: 4 }])
      else callback(null, address, 4)
    }
    const http = client({ allowAddresses: ['127.0.0.1/32'], lookup })

    const failed = await failure(http, `http://rebind.example:${new URL(url).port}/`)

    expect(failed).toMatchObject({ code: 'blockedAddress' })
    expect(lookups).toBe(2)
  })

  it('has the bound and the deadline of any other', async () => {
    const long = await listen((socket) =>
      socket.once('data', () => socket.end(`HTTP/1.1 200 OK\n\n${'a'.repeat(2_000)}`)),
    )
    const endless = await listen((socket) => socket.once('data', () => socket.write('HTTP/1.1 200 OK\n\na')))

    expect(await failure(client({ maxBytes: 1_000 }), long)).toMatchObject({ code: 'tooLarge' })
    expect(await failure(client({ timeoutMs: 300 }), endless)).toMatchObject({ code: 'timeout' })
  })

  it('follows redirects, and goes nowhere that is not public', async () => {
    const url = await listen((socket) =>
      socket.once('data', () =>
        socket.end('HTTP/1.1 302 Found\nLocation: http://127.0.0.9:1/\nContent-Length: 0\n\n'),
      ),
    )

    const failure = client({ allowAddresses: ['127.0.0.1/32'] }).get({ url, headers: {} }, never())

    await expect(failure).rejects.toMatchObject({ code: 'blockedAddress' })
  })
})

async function listen(onSocket: (socket: Socket) => void): Promise<string> {
  return address(createTcpServer(onSocket))
}

async function address(server: Server | ReturnType<typeof createTcpServer>): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => sockets.add(socket))
  open.push(
    () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  )
  const at = server.address()
  return `http://127.0.0.1:${typeof at === 'object' ? at?.port : 0}`
}

function answering(addresses: readonly { address: string; family: number }[]): LookupFunction {
  return (_, __, callback) => callback(null, [...addresses])
}
