import type { LookupFunction, Socket } from 'node:net'
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { client, failure, listen, serve } from '../../test/collect/http-client.ts'
import { never } from '../../test/collect/loopback.ts'
import { describeFailure } from './failure.ts'
import { createNameLookup } from './name-lookup.ts'

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

  it('are named where they speak HTTP/2 alone', async () => {
    const noApplicationProtocol = Buffer.from([0x15, 3, 3, 0, 2, 2, 120])
    const url = await listen((socket) => {
      socket.on('error', () => undefined)
      socket.once('data', () => socket.end(noApplicationProtocol))
    })

    const failed = await failure(client(), url.replace('http:', 'https:'))

    expect(failed).toMatchObject({ code: 'tls', message: /the server speaks HTTP\/2 alone/ })
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

  it.each([
    ['first', ''],
    ['after an answer that is read leniently', 'http/1.1 200 ok\r\n\r\n'],
  ])('cannot send endless interim responses: %s', async (_, oddAnswer) => {
    let connections = 0
    const url = await listen((socket) => {
      connections += 1
      socket.on('error', () => undefined)
      socket.once('data', () => {
        if (connections === 1 && oddAnswer !== '') socket.end(oddAnswer)
        else sendHints(socket)
      })
    })

    const failed = await failure(client(), url)

    expect(failed).toMatchObject({ code: 'tooLarge', message: /more than 20 interim responses/ })
  })

  it('may send some interim responses', async () => {
    const url = await listen((socket) =>
      socket.once('data', () =>
        socket.end(`${HINTS.repeat(20)}HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello`),
      ),
    )

    const { body } = await client().get({ url, headers: {} }, never())

    expect(body.toString()).toBe('hello')
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

    const begun = await listen((socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Type: te'))
    const httpsOnly = await serve((_, response) =>
      response.writeHead(400).end('<title>400 The plain HTTP request was sent to HTTPS port</title>'),
    )
    const certified = await serve((_, response) =>
      response.writeHead(400).end('<title>400 No required SSL certificate was sent</title>'),
    )
    const denied = await serve((_, response) => response.writeHead(999).end())
    const closed = { code: 'refused', message: /closed the connection before it answered/ }

    expect(await failure(client(), silent)).toMatchObject(closed)
    expect(await failure(client(), begun)).toMatchObject(closed)
    expect(await failure(client(), httpsOnly)).toMatchObject({ code: 'http4xx', message: /https:\/\/ alone/ })
    expect(await failure(client(), certified)).toMatchObject({ message: /asks for a client certificate/ })
    expect(await failure(client(), denied)).toMatchObject({ code: 'http4xx', message: /HTTP 999/ })
    expect(await failure(client(), noise)).toMatchObject({ code: 'refused', message: /HTTP/ })
    expect(await failure(client(), cut)).toMatchObject({
      code: 'truncated',
      message: /ended its answer early/,
    })
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

  it.each([
    ['ENOTFOUND', 'the name gone.example could not be found (ENOTFOUND)'],
    ['EAI_AGAIN', 'the name server gave no answer about gone.example (EAI_AGAIN)'],
  ])('whose name has no address are told from those that refuse: %s', async (code, message) => {
    const lookup: LookupFunction = (_, __, callback) => callback(Object.assign(new Error('no'), { code }), [])

    expect(await failure(client({ lookup }), 'http://gone.example:8080/')).toEqual(
      expect.objectContaining({ code: 'dns', message }),
    )
  })

  it('whose name server is silent are told from those that do not answer', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const lookup = createNameLookup(() => undefined, ['127.0.0.1:9'])
    const failed = failure(client({ lookup }), 'http://paper.example/')

    await vi.advanceTimersByTimeAsync(15_000)

    expect(await failed).toMatchObject({
      code: 'dns',
      message: 'the name server gave no answer about paper.example (ETIMEOUT)',
    })
  })

  it('whose certificate names many hosts are told in a line', () => {
    const names = Array.from({ length: 300 }, (_, number) => `DNS:paper-${number}.example`).join(', ')
    const message = `Hostname/IP does not match certificate's altnames: Host: a.example. is not in the cert's altnames: ${names}`
    const cause = Object.assign(new Error(message), { code: 'ERR_TLS_CERT_ALTNAME_INVALID' })

    const text = describeFailure(cause, 'a.example').message

    expect(text).toContain('DNS:paper-3.example, …')
    expect(text).not.toContain('DNS:paper-4.example')
  })

  it.each(['INVALID_CA', 'INVALID_PURPOSE', 'PATH_LENGTH_EXCEEDED', 'ERROR_IN_CERT_NOT_AFTER_FIELD'])(
    'whose certificates have the error %s',
    (code) => {
      const cause = Object.assign(new Error('invalid certificate'), { code })

      expect(describeFailure(cause, 'paper.example').code).toBe('tls')
    },
  )

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

/** Brotli's best compression takes ten seconds for a bomb. */
function quickBrotli(bytes: Buffer): Buffer {
  return brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })
}

const HINTS = 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'

/** Until the connection ends. */
function sendHints(socket: Socket): void {
  if (socket.destroyed) return
  if (socket.write(HINTS.repeat(10))) setImmediate(() => sendHints(socket))
  else socket.once('drain', () => sendHints(socket))
}
