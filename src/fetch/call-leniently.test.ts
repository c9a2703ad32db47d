import type { LookupFunction, Socket } from 'node:net'
import { buildConnector } from 'undici'
import { describe, expect, it } from 'vitest'
import { client, failure, listen } from '../../test/collect/http-client.ts'
import { never } from '../../test/collect/loopback.ts'
import { callLeniently } from './call-leniently.ts'

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
      'a length said twice',
      'HTTP/1.1 200 OK\r\nContent-Length: 5\r\nX-A: b\r\ncontent-length:5 \r\n\r\nhello',
    ],
    ['a status line in lower case', 'http/1.1 200 ok\r\nContent-Length: 5\r\n\r\nhello'],
    ['a blank before a colon', 'HTTP/1.1 200 OK\r\nX-Odd : v\r\nContent-Length : 5\r\n\r\nhello'],
    ['a line without a colon', 'HTTP/1.1 200 OK\r\nno header\r\n folded\r\nContent-Length: 5\r\n\r\nhello'],
    ['a line without a name', 'HTTP/1.1 200 OK\r\n: v\r\nContent-Length: 5\r\n\r\nhello'],
    ['a name of two words', 'HTTP/1.1 200 OK\r\nX Odd: v\r\nContent-Length: 5\r\n\r\nhello'],
    ['a name with other signs', 'HTTP/1.1 200 OK\r\nX-(Odd): v\r\nContent-Length: 5\r\n\r\nhello'],
    ['a folded first line', 'HTTP/1.1 200 OK\r\n X-Odd: v\r\nContent-Length: 5\r\n\r\nhello'],
    ['no blank after the status', 'HTTP/1.1 200OK\r\nContent-Length: 5\r\n\r\nhello'],
    ['two blanks before the status', 'HTTP/1.1  200  OK\r\nContent-Length: 5\r\n\r\nhello'],
    ['a tab before the status', 'HTTP/1.1\t200 OK\r\nContent-Length: 5\r\n\r\nhello'],
    ['a version without its second part', 'HTTP/1 200 OK\r\nContent-Length: 5\r\n\r\nhello'],
    ['a version that is spoken otherwise', 'HTTP/2.0 200 OK\r\nContent-Length: 5\r\n\r\nhello'],
    ['a blank line first', '\r\n HTTP/1.1 200OK\r\nContent-Length: 5\r\n\r\nhello'],
    ['a last line without a colon', 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\nover\r\n\r\nhello'],
    ['a length without a number', 'HTTP/1.1 200 OK\r\nContent-Length: \r\n\r\nhello'],
    ['a length that is no number', 'HTTP/1.1 200 OK\r\nContent-Length: 0x5\r\n\r\nhello'],
    ['a 100 first', 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello'],
    ['both, with bare line feeds', 'http/1.0 200\nContent-Length: 5\nContent-Length: 5\n\nhello'],
    [
      'cookies of twenty kilobytes',
      `HTTP/1.1 200 OK\r\n${'Set-Cookie: a=b'.padEnd(1_000, 'c').concat('\r\n').repeat(20)}Content-Length: 5\r\n\r\nhello`,
    ],
  ])('is read all the same: %s', async (_, bytes) => {
    const url = await listen((socket) => socket.once('data', () => socket.end(bytes)))

    const answer = await client().get({ url, headers: {} }, never())

    expect(answer.body.toString()).toBe('hello')
  })

  it('leaves no connection open, also where its server does', async () => {
    const url = await listen((socket) => {
      socket.allowHalfOpen = true
      socket.once('data', () => socket.write('HTTP/1.1 200 OK\nContent-Length: 5\n\nhello'))
    })
    const connect = buildConnector({})
    const sockets: Socket[] = []
    const noting: typeof connect = (options, callback) =>
      connect(options, (...[error, socket]) => {
        if (error !== null) return callback(error, null)
        sockets.push(socket)
        callback(null, socket)
      })

    const request = { url: new URL(url), headers: {} }
    const { response } = callLeniently(noting, request, 1_000, () => ({ bytes: 100, beyond: 'refused' }))

    expect((await response).body.toString()).toBe('hello')
    await new Promise(setImmediate)
    expect(sockets.map(({ destroyed }) => destroyed)).toEqual([true])
  })

  it('counts for its own request alone, whatever follows it on a connection that stays open', async () => {
    const requests: string[] = []
    const url = await listen((socket) =>
      socket.on('data', (request: Buffer) => {
        requests.push(/GET (\S+)/.exec(request.toString())?.[1] ?? '')
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
    expect(requests).toEqual(['/a', '/a', '/b', '/b'])
  })

  it('still fails where it is no answer, and where it stops short', async () => {
    const garbage = await listen((socket) => socket.once('data', () => socket.end('220 ftp ready\r\n\r\n')))
    const short = await listen((socket) =>
      socket.once('data', () => socket.end('HTTP/1.1 200 OK\nContent-Length: 50\n\nhello')),
    )

    const twoLengths = await listen((socket) =>
      socket.once('data', () =>
        socket.end('HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 4\r\n\r\nhello'),
      ),
    )

    for (const url of [garbage, twoLengths])
      expect(await failure(client(), url)).toMatchObject({ code: 'refused' })
    expect(await failure(client(), short)).toMatchObject({ code: 'truncated' })
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
