import { describe, expect, it, onTestFinished } from 'vitest'
import { answering, client, failure, listen, serve } from '../../test/collect/http-client.ts'
import { never } from '../../test/collect/loopback.ts'
import { openConnectProxy, openSocksProxy, type TestProxy } from '../../test/collect/proxies.ts'
import type { ProxyRoutes } from '../model/proxy.ts'

const PUBLIC = answering([
  { address: '2606:2800:220:1::1946', family: 6 },
  { address: '93.184.216.34', family: 4 },
])
const INTERNAL = answering([{ address: '169.254.169.254', family: 4 }])

async function opened(kind: string, ...options: Parameters<typeof openConnectProxy>): Promise<TestProxy> {
  const proxy = await (kind === 'http' ? openConnectProxy(...options) : openSocksProxy(...options))
  onTestFinished(() => proxy.close())
  return proxy
}

/** A client with one proxy for all requests, that may visit public addresses alone. */
function through(address: string, routes: ProxyRoutes = {}, lookup = PUBLIC) {
  return client({ proxy: { http: address, https: address, ...routes }, lookup, allowAddresses: [] })
}

async function page(): Promise<{ readonly url: string; readonly port: string }> {
  const { port } = new URL(await serve((request, response) => response.end(request.headers.host)))
  return { url: `http://paper.example:${port}/`, port }
}

describe.each(['http', 'socks5'])('a proxy by %s', (kind) => {
  it('gets the address of the server that was checked, and the server gets its name', async () => {
    const proxy = await opened(kind)
    const { url, port } = await page()

    const answer = await through(`${kind}://${proxy.host}`).get({ url, headers: {} }, never())

    expect(answer.body.toString()).toBe(`paper.example:${port}`)
    expect(proxy.targets).toEqual([`93.184.216.34:${port}`])
  })

  it('gets user and password', async () => {
    const proxy = await opened(kind, { accepts: 'ann:p@ss' })
    const { url } = await page()

    const answer = await through(`${kind}://ann:p%40ss@${proxy.host}`).get({ url, headers: {} }, never())

    expect(answer.status).toBe(200)
    expect(proxy.credentials).toEqual(['ann:p@ss'])
  })

  it('is not asked for an internal address, nor for a name that leads there', async () => {
    const proxy = await opened(kind)
    const http = through(`${kind}://${proxy.host}`, {}, INTERNAL)
    const addresses = [
      'http://paper.example/',
      'http://169.254.169.254/',
      'http://[::1]/',
      'https://10.0.0.1/',
    ]

    const codes = await Promise.all(addresses.map(async (url) => (await failure(http, url)).code))

    expect(new Set(codes)).toEqual(new Set(['blockedAddress']))
    expect(proxy.targets).toEqual([])
  })

  it('is not asked for what a redirect leads to inside', async () => {
    const proxy = await opened(kind)
    const site = await serve((_, response) => response.writeHead(302, { location: 'http://10.0.0.1/' }).end())
    const { port } = new URL(site)

    const { code } = await failure(through(`${kind}://${proxy.host}`), `http://paper.example:${port}/`)

    expect(code).toBe('blockedAddress')
    expect(proxy.targets).toEqual([`93.184.216.34:${port}`])
  })

  it('resolves names where the settings say so, but for those of its own machine and for addresses', async () => {
    const proxy = await opened(kind)
    const { url, port } = await page()
    const http = through(`${kind}://${proxy.host}`, { resolves: true }, INTERNAL)

    await http.get({ url, headers: {} }, never())
    const inside = [
      'http://localhost/',
      'http://a.localhost/',
      'http://127.0.0.1/',
      'http://169.254.169.254/',
    ]
    const codes = await Promise.all(inside.map(async (each) => (await failure(http, each)).code))

    expect(proxy.targets).toEqual([`paper.example:${port}`])
    expect(new Set(codes)).toEqual(new Set(['blockedAddress']))
  })

  it('carries TLS for the name of the server', async () => {
    const proxy = await opened(kind)
    let hello = Buffer.alloc(0)
    const server = await listen((socket) =>
      socket.once('data', (bytes) => {
        hello = bytes
        socket.destroy()
      }),
    )

    await failure(through(`${kind}://${proxy.host}`), `https://paper.example:${new URL(server).port}/`)

    expect(hello[0]).toBe(22)
    expect(hello.toString('latin1')).toContain('paper.example')
  })

  it.each([
    ['refuses', { refuses: true }],
    ['wants another password', { accepts: 'ann:other' }],
  ])('that %s is named as the cause, without its credentials', async (_, options) => {
    const proxy = await opened(kind, options)

    const { code, message, cause } = await failure(
      through(`${kind}://ann:canary@${proxy.host}`),
      'http://paper.example/',
    )

    expect(code).toBe('refused')
    expect(message).toMatch(/^the proxy did not connect: /)
    expect(JSON.stringify([message, { ...(cause as object) }])).not.toMatch(/canary|Y2FuYXJ5|127\.0\.0\.1/)
  })

  it('that is down is named as the cause', async () => {
    const proxy = await opened(kind)
    await proxy.close()

    const { message } = await failure(through(`${kind}://${proxy.host}`), 'http://paper.example/')

    expect(message).toBe('the proxy did not connect: ECONNREFUSED')
  })

  it('reads answers that are off the standard too', async () => {
    const proxy = await opened(kind)
    const server = await listen((socket) =>
      socket.once('data', () => socket.end('HTTP/1.1 200 OK\nContent-Length: 5\n\nhello')),
    )

    const url = `http://paper.example:${new URL(server).port}/`
    const answer = await through(`${kind}://${proxy.host}`).get({ url, headers: {} }, never())

    expect(answer.body.toString()).toBe('hello')
    expect(proxy.targets.length).toBe(2)
  })
})

describe('a host that NO_PROXY names', () => {
  it.each([
    ['paper.example', true],
    ['.example', true],
    ['*.example', true],
    ['*', true],
    ['PAPER.example', true],
    ['paper.example:PORT', true],
    ['paper.example:1', false],
    ['aper.example', false],
    ['other.example', false],
  ])('by %s is requested directly: %s', async (entry, isDirect) => {
    const proxy = await opened('http')
    const { url, port } = await page()
    const http = client({
      proxy: { http: `http://${proxy.host}`, direct: [entry.replace('PORT', port)] },
      lookup: answering([{ address: '127.0.0.1', family: 4 }]),
    })

    await http.get({ url, headers: {} }, never())

    expect(proxy.targets.length).toBe(isDirect ? 0 : 1)
  })
})

describe('an IPv6 address in NO_PROXY', () => {
  it.each([['::ffff:7f00:1'], ['::FFFF:7F00:1'], ['[::ffff:7f00:1]'], ['[::ffff:7f00:1]:PORT']])(
    'as %s is requested directly',
    async (entry) => {
      const proxy = await opened('http')
      const { port } = await page()
      const http = client({
        proxy: { http: `http://${proxy.host}`, direct: [entry.replace('PORT', port)] },
      })

      // A machine without IPv6 cannot connect, but must not ask the proxy either.
      await http.get({ url: `http://[::ffff:7f00:1]:${port}/`, headers: {} }, never()).catch(() => undefined)

      expect(proxy.targets).toEqual([])
    },
  )
})

describe('a block of addresses in NO_PROXY', () => {
  it.each([
    ['127.0.0.0/8', '127.0.0.1', true],
    ['::ffff:127.0.0.0/104', '127.0.0.1', true],
    ['127.0.0.0/8', '[::ffff:127.0.0.1]', true],
    ['10.0.0.0/8', '127.0.0.1', false],
    ['127.0.0.0/99', '127.0.0.1', false],
    ['127.0.0.0/8', 'paper.example', false],
  ])('as %s means that %s is requested directly: %s', async (entry, host, isDirect) => {
    const proxy = await opened('http')
    const { port } = await page()
    const http = client({
      proxy: { http: `http://${proxy.host}`, direct: [entry] },
      lookup: answering([{ address: '127.0.0.1', family: 4 }]),
    })

    await http.get({ url: `http://${host}:${port}/`, headers: {} }, never())

    expect(proxy.targets.length).toBe(isDirect ? 0 : 1)
  })
})
