import { createHash } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { HttpConfig } from '../../src/api/deps.ts'
import type { ApiKey } from '../../src/model/api-key.ts'
import { eventually } from '../e2e/run-cli.ts'
import { ask } from './ask.ts'
import { serve, type Served } from './serve.ts'
import { openWorld, type World } from './world.ts'

let world: World
const running: Served[] = []

beforeAll(async () => {
  world = await openWorld(20)
})

afterEach(async () => {
  await Promise.all(running.splice(0).map((served) => served.close()))
})

afterAll(async () => {
  await world.close()
})

async function start(config: Partial<HttpConfig>): Promise<Served> {
  const served = await serve(world.store, config)
  running.push(served)
  return served
}

describe('API keys', () => {
  const KEYS = ['first-key', 'second-key']
  const apiKeys = [...KEYS, 'feeds-key'].map((key): ApiKey => ({
    name: key,
    hash: createHash('sha256').update(key).digest('hex'),
    scope: key === 'feeds-key' ? 'feeds' : 'all',
  }))

  it.each(['/api/items', '/api/article?id=1', '/api/stats', '/feed/rss', '/feed/atom', '/feed/json'])(
    'protect %s',
    async (address) => {
      const { base } = await start({ apiKeys })

      const none = await ask(base + address)
      const wrong = await ask(base + address, { headers: { authorization: 'Bearer third-key' } })
      const good = await Promise.all(
        KEYS.map((key) => ask(base + address, { headers: { authorization: `Bearer ${key}` } })),
      )

      expect(none.json).toMatchObject({ status: 401, code: 'unauthorized' })
      expect(none.headers['www-authenticate']).toMatch(/^Bearer /)
      expect(wrong.status).toBe(401)
      expect(good.map(({ status }) => status)).toEqual([200, 200])
      expect(good[0]?.headers['cache-control']).toMatch(/^private, /)
    },
  )

  it.each(['', 'Bearer', 'Bearer  ', 'first-key', `Bearer ${'x'.repeat(5000)}`, 'Bearer first-key x'])(
    'are not found in Authorization: %s',
    async (authorization) => {
      const { base } = await start({ apiKeys })

      const reply = await ask(`${base}/api/items`, { headers: { authorization } })

      expect(reply.status).toBe(401)
    },
  )

  it('are taken from Basic, as the password, as feed readers send them', async () => {
    const { base } = await start({ apiKeys })
    const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`
    const statusFor = async (text: string) =>
      (await ask(`${base}/api/items`, { headers: { authorization: basic(text) } })).status

    expect([await statusFor('me:first-key'), await statusFor('first-key:')]).toEqual([200, 200])
    expect([await statusFor('first-key:wrong'), await statusFor('me:')]).toEqual([401, 401])
    expect((await ask(`${base}/feed/rss`)).headers['www-authenticate']).toContain('Basic')
  })

  it.each(['/feed/rss', '/feed/atom', '/feed/json', '/feed/health', '/sources.opml'])(
    'may stand in the address of %s, and come back in no answer',
    async (address) => {
      const { base, log } = await start({ apiKeys })

      const good = await ask(`${base}${address}?limit=5&key=first-key`)
      const wrong = await ask(`${base}${address}?limit=5&key=wrong-key`)

      expect([good.status, wrong.status]).toEqual([200, 401])
      expect(good.text + JSON.stringify(good.headers)).not.toContain('first-key')
      expect(wrong.text + log.join()).not.toContain('wrong-key')
      expect(wrong.json).toMatchObject({ code: 'unauthorized', detail: expect.stringContaining('wrong') })
    },
  )

  it('count for nothing in other addresses, and are not repeated there', async () => {
    const { base } = await start({ apiKeys })

    const without = await ask(`${base}/api/items?key=first-key`)
    const authorization = 'Bearer first-key'
    const unknown = await ask(`${base}/api/items?key=second-key`, { headers: { authorization } })

    expect([without.status, unknown.status]).toEqual([401, 400])
    expect(without.text + unknown.text).not.toMatch(/first-key|second-key/)
  })

  it('open feeds only, where they are made for them', async () => {
    const { base } = await start({ apiKeys })
    const headers = { authorization: 'Bearer feeds-key' }

    const replies = await Promise.all(
      ['/feed/rss', '/sources.opml', '/api/items'].map((path) => ask(base + path, { headers })),
    )

    expect(replies.map(({ status }) => status)).toEqual([200, 200, 401])
    expect(replies[2]?.json).toMatchObject({ detail: 'This API key opens feeds only.' })
  })

  it('that are missing and that are wrong are told apart', async () => {
    const { base } = await start({ apiKeys })

    const none = await ask(`${base}/api/items`)
    const wrong = await ask(`${base}/api/items`, { headers: { authorization: 'Bearer nope' } })

    const details = [none, wrong].map(({ json }) => (json as { detail: string }).detail)
    expect(details).toEqual([expect.stringContaining('Give an API key'), expect.stringContaining('is wrong')])
  })

  it.each(['/api/health', '/livez', '/readyz', '/api-docs.json'])(
    'are not asked for by %s',
    async (address) => {
      const { base } = await start({ apiKeys })

      const reply = await ask(base + address)

      expect(reply.status).toBe(200)
    },
  )

  it('are not asked for by a browser’s question whether it may ask', async () => {
    const { base } = await start({ apiKeys })

    const reply = await ask(`${base}/api/items`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://app.example',
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'authorization',
      },
    })

    expect(reply.status).toBe(204)
    expect(reply.headers['access-control-allow-headers']).toBe('authorization')
  })

  it('cannot be got around by another spelling of the path', async () => {
    const { base } = await start({ apiKeys, baseUrl: 'https://news.example/digest' })

    const replies = await Promise.all(
      ['/digest/api/items', '/api/%69tems', '/%61pi/items', '//api/items', '/digest//api/items'].map((path) =>
        ask(base + path),
      ),
    )

    expect(replies.map(({ status }) => status).filter((status) => status === 200)).toEqual([])
  })
})

describe('the rate limit', () => {
  it('says what is left, then 429 and when to come back', async () => {
    const { base } = await start({ rateLimit: { max: 3, perMs: 60_000 } })

    const replies = []
    for (let n = 0; n < 4; n++) replies.push(await ask(`${base}/api/items`))

    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 429])
    expect(replies.map(({ headers }) => headers['ratelimit']?.split(';')[1])).toEqual([
      'r=2',
      'r=1',
      'r=0',
      'r=0',
    ])
    expect(replies[0]?.headers['ratelimit-policy']).toBe('"default";q=3;w=60')
    expect(replies[3]?.json).toMatchObject({ code: 'rateLimited' })
    expect(Number(replies[3]?.headers['retry-after'])).toBeGreaterThan(0)
    expect(replies[3]?.headers['access-control-allow-origin']).toBe('*')
  })

  it('ends in time though the clock is set back', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      const { base } = await start({ rateLimit: { max: 1, perMs: 1_000 } })
      const status = async () => (await ask(`${base}/api/items`)).status
      expect(await status()).toBe(200)
      vi.setSystemTime(Date.now() - 3_600_000)

      await eventually(status, (answered) => answered === 200, 20_000)
    } finally {
      vi.useRealTimers()
    }
  })

  it('leaves health alone', async () => {
    const { base } = await start({ rateLimit: { max: 1, perMs: 60_000 } })

    const replies = await Promise.all([1, 2, 3, 4].map(() => ask(`${base}/api/health`)))

    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  })

  it('counts whom a trusted proxy speaks for, and nobody else’s word', async () => {
    const trusting = await start({ rateLimit: { max: 1, perMs: 60_000 }, trustProxy: ['127.0.0.1/32'] })
    const plain = await start({ rateLimit: { max: 1, perMs: 60_000 } })

    const request = async ({ base }: Served) => {
      const first = await ask(`${base}/api/items`, { headers: { 'x-forwarded-for': '198.51.100.1' } })
      const second = await ask(`${base}/api/items`, { headers: { 'x-forwarded-for': '198.51.100.2' } })
      return [first.status, second.status]
    }

    expect(await request(trusting)).toEqual([200, 200])
    expect(await request(plain)).toEqual([200, 429])
  })

  it.each([
    ['addresses of one IPv6 network', '2001:db8:1:2::1', '2001:db8:1:2:ffff::9', 429],
    ['an IPv6 address in two writings', '2001:db8::1', '2001:0DB8:0:0:0:0:0:1', 429],
    ['IPv6 networks side by side', '2001:db8:1:2::1', '2001:db8:1:3::1', 200],
    ['IPv4 addresses side by side, written as IPv6', '::ffff:198.51.100.1', '::ffff:198.51.100.2', 200],
    ['an IPv4 address with two ports', '198.51.100.1:50001', '198.51.100.1:50002', 429],
    ['an IPv6 network with two ports', '[2001:db8::1]:50001', '[2001:db8::2]:50002', 429],
    ['an IPv4 address in two writings', '198.51.100.1', '::ffff:198.51.100.1', 429],
  ])('counts %s', async (_, first, second, status) => {
    const { base } = await start({ rateLimit: { max: 1, perMs: 60_000 }, trustProxy: ['127.0.0.1/32'] })
    const askFrom = (client: string) => ask(`${base}/api/items`, { headers: { 'x-forwarded-for': client } })

    expect((await askFrom(first)).status).toBe(200)
    expect((await askFrom(second)).status).toBe(status)
  })
})

describe('other sites’ scripts', () => {
  it('may read where their origin is listed', async () => {
    const { base } = await start({ corsOrigins: ['https://app.example'] })

    const listed = await ask(`${base}/api/items`, { headers: { origin: 'https://app.example' } })
    const other = await ask(`${base}/api/items`, { headers: { origin: 'https://evil.example' } })

    expect(listed.headers['access-control-allow-origin']).toBe('https://app.example')
    expect(listed.headers['vary']).toBe('Origin, Accept-Encoding')
    expect(other.headers['access-control-allow-origin']).toBeUndefined()
  })

  it('may not where none is; OPTIONS still tells the methods', async () => {
    const { base } = await start({ corsOrigins: [] })

    const get = await ask(`${base}/api/items`, { headers: { origin: 'https://app.example' } })
    const options = await ask(`${base}/api/items`, { method: 'OPTIONS' })

    expect(get.headers['access-control-allow-origin']).toBeUndefined()
    expect([options.status, options.headers['allow']]).toEqual([204, 'GET, HEAD, OPTIONS'])
  })
})

describe('the base URL', () => {
  it('is where links point, and its path is taken off addresses that have it', async () => {
    const { base } = await start({ baseUrl: 'https://news.example/digest/' })

    const direct = await ask(`${base}/api/items?limit=1`)
    const prefixed = await ask(`${base}/digest/api/items?limit=1`)
    const feed = await ask(`${base}/digest/feed/atom?limit=1`)
    const docs = await ask(`${base}/digest/api-docs.json`)

    expect(direct.headers['link']).toMatch(/^<https:\/\/news\.example\/digest\/api\/items\?cursor=/)
    expect(prefixed.text).toBe(direct.text)
    expect(feed.text).toContain('href="https://news.example/digest/feed/atom?limit=1"')
    expect(feed.text).toContain('<id>urn:uuid:')
    expect(docs.json).toMatchObject({ servers: [{ url: 'https://news.example/digest/' }] })
  })

  it.each(['/digestive/api/items', '/digest/digest/api/items', '/other/api/items'])(
    'is not taken for what only looks like it: %s',
    async (address) => {
      const { base } = await start({ baseUrl: 'https://news.example/digest' })

      const reply = await ask(base + address)

      expect(reply.json).toMatchObject({ status: 404, instance: address })
    },
  )

  it.each(['/api/nothing', '/feed/nothing'])('is taken off addresses of nothing too: %s', async (address) => {
    const { base } = await start({ baseUrl: 'https://news.example/digest' })

    const reply = await ask(`${base}/digest${address}`)

    expect(reply.json).toMatchObject({
      status: 404,
      detail: expect.stringContaining(`Nothing is at ${address};`),
    })
  })

  it('may begin as our own paths do', async () => {
    const { base } = await start({ baseUrl: 'https://news.example/api' })

    const replies = await Promise.all(
      ['/api/items', '/api/api/items', '/api/feed/rss'].map((path) => ask(base + path)),
    )

    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
  })

  it('is the address that was asked, where none is configured', async () => {
    const { base } = await start({})

    const reply = await ask(`${base}/api/items?limit=1`)

    expect(reply.headers['link']).toMatch(new RegExp(`^<${base}/api/items\\?`))
  })

  it.each([
    'a"><script>',
    'news.example:99999',
    'news.example:0',
    'news.example:',
    'news.example:x',
    '[::::]:80',
  ])('is never made of a host that is none: %s', async (host) => {
    const { base } = await start({})

    const reply = await ask(`${base}/feed/rss?limit=1`, { headers: { host } })

    expect(reply.status).toBe(200)
    expect(reply.text).not.toContain(host)
    expect(reply.text).toContain('http://localhost/feed/rss')
  })
})
