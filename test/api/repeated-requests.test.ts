import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ApiKey, ApiKeyScope } from '../../src/model/api-key.ts'
import { ask, askPage, type Reply } from './ask.ts'
import { serve, type Served } from './serve.ts'
import { openWorld, type World } from './world.ts'

const READER_KEY = 'a-key-for-everything'
const FEEDS_KEY = 'a-key-for-feeds-only'
/** Requests of one client, more than the other tests make. */
const LIMIT = 60

let world: World
let served: Served
/** As people run it: with keys, a limit and a trusted proxy. */
let guarded: Served

beforeEach(async () => {
  world = await openWorld(60)
  served = await serve(world.store)
  guarded = await serve(world.store, {
    apiKeys: [aKey('reader', READER_KEY, 'all'), aKey('feeds', FEEDS_KEY, 'feeds')],
    rateLimit: { max: LIMIT, perMs: 60_000 },
    trustProxy: ['127.0.0.1'],
  })
})

afterEach(async () => {
  await served.close()
  await guarded.close()
  await world.close()
})

const ADDRESSES = [
  '/api/items',
  '/api/items?limit=5&source=alpha',
  '/api/items?sinceHours=24',
  '/api/search?q=rivers',
  '/api/suggest?q=riv',
  '/api/trending',
  '/api/sources',
  '/api/article?id=2',
  '/api/stats',
  '/api/categories',
  '/feed/rss',
  '/feed/json?limit=2',
  '/sources.opml',
  '/api-docs.json',
  '/api/items?limit=0',
  '/api/article?id=999999',
  '/nothing/here',
]

const REQUESTS = [
  { method: 'GET' },
  { method: 'HEAD' },
  { method: 'POST' },
  { method: 'OPTIONS' },
  { method: 'GET', headers: { 'accept-encoding': 'gzip' } },
  { method: 'HEAD', headers: { 'accept-encoding': 'br' } },
  { method: 'GET', headers: { 'if-none-match': '*' } },
  { method: 'HEAD', headers: { 'if-none-match': '*', 'accept-encoding': 'gzip' } },
  { method: 'GET', headers: { origin: 'https://reader.example' } },
]

/** What differs between two answers by their nature. */
const OWN_HEADERS = new Set(['date', 'x-request-id', 'ratelimit'])

function comparable({ status, headers }: Reply) {
  return {
    status,
    headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !OWN_HEADERS.has(name))),
  }
}

describe('a request that comes again', () => {
  it.each(ADDRESSES)('%s is answered as the first time', async (address) => {
    for (const request of REQUESTS) {
      for (const { base } of [served, guarded]) {
        const headers = { host: 'news.example', authorization: `Bearer ${READER_KEY}`, ...request.headers }
        const [first, second, third] = await inTurn([1, 2, 3], async () =>
          comparable(await ask(base + address, { ...request, headers })),
        )

        expect(second, JSON.stringify(request)).toEqual(first)
        expect(third, JSON.stringify(request)).toEqual(first)
      }
    }
  })

  it('needs a key as the first one did, in the header or in the address of a feed', async () => {
    const withKey = (key: string) => ({ headers: { authorization: `Bearer ${key}` } })
    for (const _ of [1, 2, 3]) {
      const replies = [
        await ask(`${guarded.base}/api/items`, withKey(READER_KEY)),
        await ask(`${guarded.base}/api/items`),
        await ask(`${guarded.base}/api/items`, withKey('another-key')),
        await ask(`${guarded.base}/api/items`, withKey(FEEDS_KEY)),
        await ask(`${guarded.base}/feed/rss`, withKey(FEEDS_KEY)),
        await ask(`${guarded.base}/feed/rss`),
        await ask(`${guarded.base}/feed/rss?key=${FEEDS_KEY}`),
        await ask(`${guarded.base}/feed/rss?key=another-key`),
      ]

      expect(replies.map(({ status }) => status)).toEqual([200, 401, 401, 401, 200, 401, 200, 401])
    }
  })

  it('counts for the limit of its client, whom a trusted proxy names', async () => {
    const asClient = (client: string) => ({
      headers: { authorization: 'Bearer another-key', 'x-forwarded-for': client },
    })
    const statuses = await inTurn(
      Array.from({ length: LIMIT + 1 }, () => '192.0.2.1'),
      async (client) => (await ask(`${guarded.base}/api/items`, asClient(client))).status,
    )

    expect(statuses.at(-2)).toBe(401)
    expect(statuses.at(-1)).toBe(429)
    expect((await ask(`${guarded.base}/api/items`, asClient('192.0.2.2'))).status).toBe(401)
  })

  it('counts for the limit of its key', async () => {
    const headers = { authorization: `Bearer ${READER_KEY}` }
    const statuses = await inTurn(
      Array.from({ length: LIMIT + 1 }, () => '/api/items?limit=1'),
      async (path) => (await ask(guarded.base + path, { headers })).status,
    )

    expect(statuses.slice(-2)).toEqual([200, 429])
  })

  it('has an id of its own', async () => {
    const ids = await inTurn([served, served, served], async ({ base }) => {
      const { headers } = await ask(`${base}/api/items`)
      return headers['x-request-id']
    })

    expect(new Set(ids).size).toBe(3)
  })

  it('is answered anew when the collection changed', async () => {
    const address = `${served.base}/api/items?limit=1`
    for (const _ of [1, 2, 3]) await askPage(address)

    const { id } = await world.add()

    expect((await askPage(address)).items[0]?.['id']).toBe(id)
  })

  it('is answered anew when its window has moved on', async () => {
    const address = `${served.base}/api/items?sinceHours=1`
    const [first] = await inTurn([1, 2, 3], () => askPage(address))

    served.now += 365 * 24 * 3_600_000

    expect(first?.total).toBeGreaterThan(0)
    expect((await askPage(address)).total).toBe(0)
  })

  it('links to the host that was asked', async () => {
    const hosts = ['one.example', 'two.example', 'one.example', 'two.example']

    const links = await inTurn(hosts, async (host) => {
      const reply = await ask(`${served.base}/feed/json?limit=2`, { headers: { host } })
      return { link: reply.headers['link'], text: reply.text }
    })

    for (const [at, host] of hosts.entries()) {
      expect(links[at]?.link).toContain(`http://${host}/feed/json`)
      expect(links[at]?.text).toContain(`http://${host}/`)
      expect(links[at]?.text).not.toContain(host === 'one.example' ? 'two.example' : 'one.example')
    }
  })
})

function aKey(name: string, key: string, scope: ApiKeyScope): ApiKey {
  return { name, hash: createHash('sha256').update(key).digest('hex'), scope, rateLimit: undefined }
}

async function inTurn<T, R>(values: readonly T[], run: (value: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  for (const value of values) results.push(await run(value))
  return results
}
