import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { ProblemBody } from '../../src/api/schemas/problem.ts'
import { DigestError } from '../../src/model/errors.ts'
import type { ReadStore } from '../../src/store/read-store.ts'
import type { SearchSource } from '../../src/store/search-source.ts'
import { apiOf } from './api-of.ts'
import { ask } from './ask.ts'
import { serve } from './serve.ts'
import { openWorld } from './world.ts'

const PATHS = [
  '/api/health',
  '/api/items',
  '/api/search?q=rivers',
  '/api/suggest?q=riv',
  '/api/trending',
  '/api/sources',
  '/api/article?id=1',
  '/api/story?id=1',
  '/api/stats',
  '/api/categories',
  '/feed/rss',
  '/feed/atom',
  '/feed/json',
  '/feed/health',
  '/sources.opml',
  '/livez',
  '/readyz',
  '/api-docs.json',
]

/** What supervisors ask: new each time, and true while the store fails. */
const WATCHED = ['/api/health', '/livez', '/readyz']

const api = apiOf(openWorld)

describe('methods', () => {
  it.each(PATHS)('%s can only be read', async (path) => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND']) {
      const reply = await ask(api.base + path, { method })

      expect({ method, status: reply.status }).toEqual({ method, status: 405 })
      expect(reply.headers['allow']).toBe('GET, HEAD, OPTIONS')
      expect(ProblemBody.parse(reply.json).code).toBe('methodNotAllowed')
    }
  })

  it('refuses a body before reading it, whatever it is', async () => {
    for (const type of ['application/json', 'application/xml', 'no type']) {
      const reply = await ask(`${api.base}/api/items`, {
        method: 'POST',
        headers: { 'content-type': type },
        body: '{"broken',
      })

      expect(reply.status).toBe(405)
    }
  })

  it.each(PATHS)('%s answers HEAD as GET, without the body', async (path) => {
    const get = await ask(api.base + path)
    const head = await ask(api.base + path, { method: 'HEAD' })

    expect(head.status).toBe(200)
    expect(head.bytes.length).toBe(0)
    expect(head.headers['content-type']).toBe(get.headers['content-type'])
  })

  it.each(PATHS.filter((path) => !WATCHED.includes(path)))(
    '%s tells by HEAD the size and tag of what GET gives',
    async (path) => {
      const get = await ask(api.base + path)
      const head = await ask(api.base + path, { method: 'HEAD' })

      expect(head.headers['content-length']).toBe(String(get.bytes.length))
      expect(head.headers['etag']).toBe(get.headers['etag'])
    },
  )

  it.each(PATHS)('%s answers OPTIONS', async (path) => {
    const reply = await ask(api.base + path, { method: 'OPTIONS' })

    expect(reply.status).toBe(204)
    expect(reply.headers['allow']).toBe('GET, HEAD, OPTIONS')
  })
})

describe('paths', () => {
  it.each([
    '/nothing',
    '/api',
    '/api/',
    '/api/items/5',
    '/API/items',
    '/feed',
    '/feed/rss.xml',
    '/..%2f..%2fetc/passwd',
    '/api//items',
    '/%00',
  ])('%s is not there, for any method', async (path) => {
    for (const method of ['GET', 'HEAD', 'POST', 'OPTIONS', 'TRACE']) {
      const reply = await ask(api.base + path, { method })

      expect({ method, status: reply.status }).toEqual({ method, status: 404 })
    }
  })

  it.each([
    ['/api/items/', '/api/items'],
    ['/api/items/?limit=1&source=alpha,beta', '/api/items?limit=1&source=alpha,beta'],
    ['/feed/rss///', '/feed/rss'],
    ['/readyz/', '/readyz'],
    ['/digest/morning/', '/digest/morning'],
    ['/digest/morning/?x=1', '/digest/morning?x=1'],
  ])('%s leads to the path without its slash', async (path, expected) => {
    const reply = await ask(api.base + path)

    expect([reply.status, reply.headers['location']]).toEqual([308, api.base + expected])
    expect((await ask(api.base + path, { method: 'POST' })).status).toBe(404)
  })

  it.each([
    ['/feed/rss/?key=secret', 'did you mean /feed/rss? '],
    ['/api/item', 'did you mean /api/items? '],
    ['/api/items/1', 'did you mean /api/items? '],
    ['/api/v1/items', 'did you mean /api/items? '],
    ['/API/Items', 'did you mean /api/items? '],
    ['/api/healt', 'did you mean /api/health? '],
    ['/rss', 'did you mean /feed/rss? '],
    ['/feed/rss.xml', 'did you mean /feed/rss? '],
    ['/feed', 'did you mean /feed/rss or /feed/atom or /feed/json or /feed/health? '],
    ['/feed.xml', 'did you mean /feed/rss or /feed/atom or /feed/json or /feed/health? '],
    ['/health', ''],
    ['/nothing/', ''],
    ['/api/posts', 'did you mean /api/items? '],
    ['/v1/entries', 'did you mean /api/items? '],
    ['/v2/top-headlines', 'did you mean /api/trending or /api/items?distinct=story? '],
    ['/api/feeds', 'did you mean /api/sources? '],
    ['/subscriptions.opml', 'did you mean /sources.opml? '],
    ['/openapi.json', 'did you mean /api-docs.json? '],
    ['/api/', ''],
    ['/x', ''],
  ])('%s is answered with the paths that are near: %s', async (path, hint) => {
    const reply = await ask(api.base + path)

    expect(reply.json).toMatchObject({
      status: 404,
      detail: `Nothing is at ${path.split('?')[0]}; ${hint}/api-docs.json lists what there is.`,
    })
    expect(JSON.stringify(reply)).not.toContain('secret')
  })

  it('says in the body that nothing is there', async () => {
    const reply = await ask(`${api.base}/nothing?x=1`)

    expect(ProblemBody.parse(reply.json)).toMatchObject({
      code: 'notFound',
      instance: '/nothing?x=1',
      errors: [],
    })
  })

  it.each([
    '/api/%zz',
    '/%',
    '/api/items?source=%zz',
    '/api/items?%ff=1',
    '/api/items?source=%c3%28',
    '/feed/rss?x=%e0',
  ])('%s is malformed', async (path) => {
    const reply = await raw(api.base, `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)

    expect(reply).toMatch(/^HTTP\/1.1 400 /)
    expect(reply).toContain('application/problem+json')
    expect(reply.toLowerCase()).toMatch(/^access-control-allow-origin: \*\r$/m)
    expect(reply.toLowerCase()).toMatch(/^x-request-id: [0-9a-f-]{36}\r$/m)
  })

  it('tells by HEAD that nothing changed, without the length of nothing', async () => {
    const { headers } = await ask(`${api.base}/api/items`)
    const reply = await raw(
      api.base,
      `HEAD /api/items HTTP/1.1\r\nHost: x\r\nConnection: close\r\nIf-None-Match: ${headers['etag']}\r\n\r\n`,
    )

    expect(reply).toMatch(/^HTTP\/1.1 304 /)
    expect(reply.toLowerCase()).not.toContain('content-length: 0')
    expect(reply.toLowerCase()).toMatch(new RegExp(`^content-length: ${headers['content-length']}\r$`, 'm'))
  })

  it.each(['/api/items?limit=1', '/api/items/', '/digest/api/items', '/digest/api/items/'])(
    'answers to %s with scheme and host as without',
    async (address) => {
      const served = await serve(api.world.store, { baseUrl: 'https://news.example/digest' })
      const lines = 'HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'

      const short = await raw(served.base, `GET ${address} ${lines}`)
      const long = await raw(served.base, `GET http://news.example${address} ${lines}`)
      await served.close()

      const varying = /^(?:x-request-id|date): .*/gim
      expect(short).toMatch(/^HTTP\/1.1 (?:200|308) /)
      expect(long.replaceAll(varying, '')).toBe(short.replaceAll(varying, ''))
    },
  )

  it('answers to HTTP/1.1 without a host with a problem, and to HTTP/1.0 as with one', async () => {
    const newer = await raw(api.base, 'GET /livez HTTP/1.1\r\nConnection: close\r\n\r\n')
    const older = await raw(api.base, 'GET /livez HTTP/1.0\r\n\r\n')

    expect(newer).toMatch(/^HTTP\/1.1 400 [^]*"code":"requestInvalid"/)
    expect(newer).toContain('access-control-allow-origin: *')
    expect(older).toMatch(/^HTTP\/1.1 200 [^]*"status":"ok"/)
  })

  it('answers what is no HTTP with a problem', async () => {
    const reply = await raw(api.base, 'HELLO\r\n\r\n')

    expect(reply).toMatch(/^HTTP\/1.1 400 Bad Request\r\n/)
    expect(reply).toContain('"code":"requestInvalid"')
    expect(reply).toMatch(/^X-Request-Id: /m)
    expect(reply).toContain('access-control-allow-origin: *')
  })

  it.each([
    ['/api/search?q=東京', 'percent-encode'],
    ['/api/search?q=café', 'percent-encode'],
    ['/feed/rss?q=Привет', 'percent-encode'],
    ['/api/items?source=alpha beta', 'blanks'],
  ])('says of %s why it cannot be read', async (path, cause) => {
    const reply = await raw(api.base, `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)

    expect(reply).toMatch(/^HTTP\/1.1 400 Bad Request\r\n/)
    expect(reply).toContain(cause)
  })

  it('refuses an address that is too long', async () => {
    const reply = await raw(
      api.base,
      `GET /api/items?source=${'a'.repeat(40_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
    )

    expect(reply).toMatch(/^HTTP\/1.1 431 /)
  })

  it('survives a query of thousands of parameters', async () => {
    const query = Array.from({ length: 3000 }, (_, at) => `a${at % 10}`).join('&')

    const reply = await ask(`${api.base}/api/items?${query}`)

    expect(reply.json).toMatchObject({ status: 400, code: 'parameterUnknown' })
  })

  it('tells no more than 20 faults, so that a short request has no long answer', async () => {
    const query = Array.from({ length: 1000 }, (_, at) => `a${at}`).join('&')

    const reply = await ask(`${api.base}/api/items?${query}`)

    expect(ProblemBody.parse(reply.json).errors).toHaveLength(20)
    expect(ProblemBody.parse(reply.json).detail).toContain('and 980 more')
    expect(reply.text.length).toBeLessThan(20_000)
  })

  it('cuts the connection of a client that goes on talking after it was refused', async () => {
    const socket = connect({
      port: Number(new URL(api.base).port),
      host: '127.0.0.1',
      allowHalfOpen: true,
    })
    socket.on('error', () => undefined)
    const talking = setInterval(() => socket.write('still here\r\n'), 20)

    socket.write('HELLO\r\n\r\n')
    const cut = await new Promise((resolve) => socket.once('close', () => resolve(true)).resume())

    clearInterval(talking)
    expect(cut).toBe(true)
  })

  it('takes names of 100 characters and no longer', async () => {
    const longest = await ask(`${api.base}/api/items?source=-${'a'.repeat(100)}`)
    const longer = await ask(`${api.base}/api/items?source=${'a'.repeat(101)}`)

    expect([longest.status, longer.status]).toEqual([200, 400])
  })
})

describe('a store that fails', () => {
  it.each(PATHS.filter((path) => path !== '/api-docs.json' && !WATCHED.includes(path)))(
    'makes %s unavailable for a while, and tells nothing of why',
    async (path) => {
      const broken = await serve(
        failing(api.world.store, new DigestError('storeFailed', 'disk I/O error in /var/secret.db')),
      )

      const reply = await ask(broken.base + path)

      expect(reply.json).toMatchObject({ status: 503, code: 'unavailable' })
      expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
      expect(reply.text).not.toMatch(/secret|disk/)
      expect(broken.log.join()).toContain('disk I/O error')
      await broken.close()
    },
  )

  it('makes health say down, with 503', async () => {
    const broken = await serve(failing(api.world.store, new DigestError('storeFailed', 'gone')))

    const reply = await ask(`${broken.base}/api/health`)

    expect(reply.status).toBe(503)
    expect(reply.json).toMatchObject({
      status: 'down',
      itemCount: null,
      checks: { store: { status: 'down' } },
    })
    await broken.close()
  })

  it('serves again as soon as the store does', async () => {
    const store = failing(api.world.store, new DigestError('storeFailed', 'gone'))
    const healing = await serve(store)
    const before = await ask(`${healing.base}/api/items`)

    store.heal()

    const after = await ask(`${healing.base}/api/items`)
    expect([before.status, after.status]).toEqual([503, 200])
    await healing.close()
  })

  it('turns a bug into 500, logs it under the id it answers with, and hides it', async () => {
    const broken = await serve(
      failing(api.world.store, new TypeError('x is not a function at /home/me/secret.ts')),
    )

    const reply = await ask(`${broken.base}/api/items`)

    const problem = ProblemBody.parse(reply.json)
    expect(problem).toMatchObject({ status: 500, code: 'internal' })
    expect(reply.text).not.toContain('secret')
    expect(broken.log.join()).toContain(problem.requestId)
    expect(reply.headers['x-request-id']).toBe(problem.requestId)
    await broken.close()
  })
})

/** The same store, each of whose reads fails until it heals. */
function failing(store: ReadStore, error: Error): ReadStore & { heal(): void } {
  let broken = true
  const alive = new Set(['version', 'lastChange', 'lastChangeOf', 'onChange', 'close'])
  const proxy = new Proxy(store, {
    get(target, name) {
      if (name === 'heal') return () => (broken = false)
      const value: unknown = Reflect.get(target, name)
      if (name === 'searchSource' && broken)
        return Object.assign(Object.create(target.searchSource) as SearchSource, {
          reading: () => Promise.reject(error),
          version: () => target.searchSource.version(),
        })
      if (typeof value !== 'function') return value
      if (!broken || alive.has(String(name))) return value.bind(target)
      return () => Promise.reject(error)
    },
  })
  return proxy as ReadStore & { heal(): void }
}

/** What a server says to bytes that no client library would send. */
async function raw(base: string, bytes: string): Promise<string> {
  const { port } = new URL(base)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(bytes))
    let answer = ''
    socket.setEncoding('utf8')
    socket.on('data', (chunk: string) => (answer += chunk))
    socket.on('end', () => resolve(answer))
    socket.on('error', reject)
  })
}
