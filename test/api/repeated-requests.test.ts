import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ask, askPage, type Reply } from './ask.ts'
import { serve, type Served } from './serve.ts'
import { openWorld, type World } from './world.ts'

let world: World
/** Answers repeated requests from what is kept. */
let served: Served
/** Counts requests, so that each goes the whole way. */
let counted: Served

beforeEach(async () => {
  world = await openWorld(60)
  served = await serve(world.store)
  counted = await serve(world.store, { rateLimit: { max: 100_000, perMs: 60_000 } })
})

afterEach(async () => {
  await served.close()
  await counted.close()
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

/** What differs between two answers by their nature, and between a service that counts and one that does not. */
const OWN_HEADERS = new Set(['date', 'x-request-id', 'ratelimit', 'ratelimit-policy'])

function comparable({ status, headers }: Reply) {
  return {
    status,
    headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !OWN_HEADERS.has(name))),
  }
}

describe('a request that comes again', () => {
  it.each(ADDRESSES)('%s is answered as the first time, and as by a service that counts', async (address) => {
    for (const request of REQUESTS) {
      const [first, second, third, other] = await inTurn(
        [served, served, served, counted],
        async ({ base }) => {
          const headers = { host: 'news.example', ...request.headers }
          return comparable(await ask(base + address, { ...request, headers }))
        },
      )

      expect(second, JSON.stringify(request)).toEqual(first)
      expect(third, JSON.stringify(request)).toEqual(first)
      expect(other, JSON.stringify(request)).toEqual(first)
    }
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

async function inTurn<T, R>(values: readonly T[], run: (value: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  for (const value of values) results.push(await run(value))
  return results
}
