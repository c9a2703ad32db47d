import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { MINUTE_MS } from '../../src/model/time.ts'
import { ask, type PageJson } from './ask.ts'
import { serve, type Served } from './serve.ts'
import { openWorld, type World } from './world.ts'

let world: World
let served: Served

beforeEach(async () => {
  world = await openWorld(60)
  served = await serve(world.store)
})

afterEach(async () => {
  await served.close()
  await world.close()
})

const ADDRESSES = [
  '/api/items',
  '/api/items?limit=1',
  '/api/items?sinceHours=24',
  '/api/search?q=rivers',
  '/api/suggest?q=riv',
  '/api/trending',
  '/api/sources',
  '/api/article?id=2',
  '/api/story?id=2',
  '/api/stats',
  '/api/stats?include=activity',
  '/api/categories',
  '/feed/rss',
  '/feed/atom',
  '/feed/json',
  '/feed/health',
  '/api-docs.json',
]

describe('an answer’s tag', () => {
  it.each(ADDRESSES)('%s has a strong one, and 304 for whoever has it', async (address) => {
    const first = await ask(served.base + address)
    const etag = first.headers['etag'] ?? ''

    const again = await ask(served.base + address, { headers: { 'if-none-match': `W/"x", ${etag}` } })

    expect(etag).toMatch(/^"[\w-]+"$/)
    expect(again.status).toBe(304)
    expect(again.bytes.length).toBe(0)
    expect(again.headers).toMatchObject({ etag, vary: 'Accept-Encoding' })
    expect(again.headers['cache-control']).toBe(first.headers['cache-control'])
  })

  it('is one answer’s own', async () => {
    const tags = await Promise.all(
      ADDRESSES.map(async (address) => (await ask(served.base + address)).headers['etag']),
    )

    expect(new Set(tags).size).toBe(ADDRESSES.length)
  })

  it('does not match another', async () => {
    const reply = await ask(`${served.base}/api/items`, { headers: { 'if-none-match': '"something-else"' } })

    expect(reply.status).toBe(200)
  })

  it('stays while the collection changes elsewhere, and so does the time', async () => {
    const [mine, other] = ['/api/items?source=alpha&to=2026-03-09', '/api/items']
    const before = [await ask(served.base + mine), await ask(served.base + other)]

    await world.add()

    const after = [await ask(served.base + mine), await ask(served.base + other)]
    expect(after[0]?.headers['etag']).toBe(before[0]?.headers['etag'])
    expect(after[0]?.text).toBe(before[0]?.text)
    expect(after[1]?.headers['etag']).not.toBe(before[1]?.headers['etag'])
  })

  it('changes with what was added, and the new answer has it', async () => {
    const before = await ask(`${served.base}/api/items?limit=1`)
    const item = await world.add()

    const after = await ask(`${served.base}/api/items?limit=1`, {
      headers: { 'if-none-match': before.headers['etag'] ?? '' },
    })

    expect(after.status).toBe(200)
    expect(after.json).toMatchObject({ items: [{ id: item.id }] })
  })

  it.each(['/feed/json?limit=2', '/feed/json?limit=2&q=rivers'])(
    '%s has the same one at another node, a minute later',
    async (address) => {
      const baseUrl = 'https://news.example.org'
      const node = await serve(world.store, { baseUrl })
      const later = await serve(world.store, { baseUrl })
      later.now += MINUTE_MS

      const one = await ask(node.base + address)
      const other = await ask(later.base + address)

      await Promise.all([node.close(), later.close()])

      expect(one.text).toContain('cursor=')
      expect(other.headers['etag']).toBe(one.headers['etag'])
    },
  )

  it('is the same for the same question in other words', async () => {
    const one = await ask(`${served.base}/api/items?source=beta,alpha&limit=50`)
    const other = await ask(`${served.base}/api/items?source=alpha&source=beta&sort=newest`)

    expect(one.headers['etag']).toBe(other.headers['etag'])
  })
})

describe('an answer’s time', () => {
  it('is that of the state it tells, and 304 for whoever has it', async () => {
    const first = await ask(`${served.base}/api/items`)
    const modified = first.headers['last-modified'] ?? ''

    const again = await ask(`${served.base}/api/items`, { headers: { 'if-modified-since': modified } })
    const older = await ask(`${served.base}/api/items`, {
      headers: { 'if-modified-since': 'Tue, 10 Mar 2026 11:00:00 GMT' },
    })

    expect(modified).toBe('Tue, 10 Mar 2026 11:59:30 GMT')
    expect((first.json as PageJson).asOf).toBe('2026-03-10T11:59:30.500Z')
    expect([again.status, older.status]).toEqual([304, 200])
  })

  it('counts for nothing beside a tag that does not match', async () => {
    const reply = await ask(`${served.base}/api/items`, {
      headers: { 'if-none-match': '"other"', 'if-modified-since': 'Tue, 10 Mar 2099 11:59:30 GMT' },
    })

    expect(reply.status).toBe(200)
  })

  it('is not compared with what is no date of HTTP', async () => {
    for (const since of ['9999', '2099-01-01', 'tomorrow']) {
      const reply = await ask(`${served.base}/api/items`, { headers: { 'if-modified-since': since } })

      expect(reply.status).toBe(200)
    }
  })

  it('is not told within its own second, in which more may change', async () => {
    served.now = Date.parse('2026-03-10T11:59:30.900Z')

    const reply = await ask(`${served.base}/api/items`)

    expect(reply.headers['last-modified']).toBeUndefined()
  })

  it('is not told where time alone changes the answer', async () => {
    const reply = await ask(`${served.base}/api/items?sinceHours=5`)

    expect(reply.headers['last-modified']).toBeUndefined()
  })
})

describe('a window that ends now', () => {
  it('moves with the clock, though nothing was collected', async () => {
    const before = (await ask(`${served.base}/api/items?sinceHours=10`)).json as PageJson
    served.now += 2 * 3_600_000

    const after = (await ask(`${served.base}/api/items?sinceHours=10`)).json as PageJson

    expect(after.total).toBeLessThan(before.total)
    expect(after.total).toBeGreaterThan(0)
  })
})

describe('compression', () => {
  it.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ])('as %s gives the same bytes under a tag of its own', async (encoding, decompress) => {
    const plain = await ask(`${served.base}/api/items`)
    const packed = await ask(`${served.base}/api/items`, { headers: { 'accept-encoding': encoding } })

    expect(packed.headers).toMatchObject({ 'content-encoding': encoding, vary: 'Accept-Encoding' })
    expect(decompress(packed.bytes)).toEqual(plain.bytes)
    expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 2)
    expect(packed.headers['etag']).not.toBe(plain.headers['etag'])
    expect(packed.headers['content-length']).toBe(String(packed.bytes.length))
  })

  it.each([
    ['gzip, deflate, br', 'br'],
    ['gzip, deflate', 'gzip'],
    ['br;q=0.5, gzip', 'gzip'],
    ['br;q=0, gzip;q=0', undefined],
    ['*', 'br'],
    ['identity', undefined],
    ['compress', undefined],
    ['gzip;q=0, *', 'br'],
    ['deflate, identity;q=0', undefined],
    ['', undefined],
    [';;;q=x,,', undefined],
  ])('answers Accept-Encoding: %s with %s', async (accepted, encoding) => {
    const reply = await ask(`${served.base}/api/items`, { headers: { 'accept-encoding': accepted } })

    expect(reply.headers['content-encoding']).toBe(encoding)
  })

  it('leaves small answers as they are', async () => {
    const reply = await ask(`${served.base}/api/items?source=nobody`, {
      headers: { 'accept-encoding': 'br, gzip' },
    })

    expect(reply.headers['content-encoding']).toBeUndefined()
  })

  it('is known by its own tag only', async () => {
    const plain = await ask(`${served.base}/api/items`)
    const known = { 'accept-encoding': 'gzip', 'if-none-match': plain.headers['etag'] ?? '' }
    const packed = await ask(`${served.base}/api/items`, { headers: known })

    const again = await ask(`${served.base}/api/items`, {
      headers: { ...known, 'if-none-match': packed.headers['etag'] ?? '' },
    })

    expect([packed.status, again.status]).toEqual([200, 304])
  })
})

describe('every answer', () => {
  it.each([...ADDRESSES, '/api/health', '/nothing', '/api/items?limit=0'])(
    '%s says how long it keeps, and runs nothing in a browser',
    async (address) => {
      const { headers } = await ask(served.base + address)

      expect(headers['cache-control']).toMatch(/^(public, max-age=\d+|no-store)$/)
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'referrer-policy': 'no-referrer',
        'access-control-allow-origin': '*',
      })
      expect(headers['x-request-id']).toMatch(/^[\w-]{36}$/)
    },
  )
})
