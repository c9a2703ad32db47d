import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createClient, DigestProblem } from '../../client/client.ts'
import { apiOf } from '../api/api-of.ts'
import { ask, askPage, idsOf } from '../api/ask.ts'
import { serve } from '../api/serve.ts'
import { openWorld } from '../api/world.ts'
import { answering, breaksOff, gives, refuses } from './answering.ts'

const api = apiOf(openWorld)

/** Does not try again. */
const IMPATIENT = { retries: 0 }

async function problemOf(promise: Promise<unknown>): Promise<DigestProblem> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error instanceof DigestProblem) return error
  throw new Error(`no problem: ${String(error)}`)
}

async function all<Entry>(list: AsyncIterable<Entry>): Promise<Entry[]> {
  const entries: Entry[] = []
  for await (const entry of list) entries.push(entry)
  return entries
}

describe('a list of the client', () => {
  it('is walked by cursor to its end, with its filters', async () => {
    const digest = createClient(api.base)

    const items = await all(digest.items({ category: 'science', source: ['alpha', 'beta'], limit: 7 }))

    const whole = await askPage(`${api.base}/api/items?category=science&source=alpha,beta&limit=500`)
    expect(items.map(({ id }) => id)).toEqual(idsOf(whole))
    expect(items.length).toBeGreaterThan(14)
  })

  it('begins at an offset, and goes on behind it', async () => {
    const digest = createClient(api.base)

    const ids = await all(digest.items({ offset: 100, limit: 7, fields: 'id' }))

    expect(ids).toEqual((await askPage(`${api.base}/api/items?offset=100&limit=500&fields=id`)).items)
  })

  it('asks for no page that nobody wants', async () => {
    const page = { items: [{ id: 1 }, { id: 2 }], nextCursor: 'more' }
    const service = await answering(gives(page))
    const list = createClient(service.base).items()
    expect(service.asked).toHaveLength(0)

    for await (const { id } of list) if (id === 2) break

    expect(service.asked).toHaveLength(1)
  })

  it('gives its first page with all that surrounds it, and its pages', async () => {
    const digest = createClient(`${api.base}/`)
    const list = digest.search({ q: 'rivers', limit: 25, fields: ['id', 'relevance'] })

    const { total, items, relaxed } = await list.page()
    const pages = await all(list.pages())

    expect({ total, relaxed }).toEqual({ total: 60, relaxed: false })
    expect(Object.keys(items[0] ?? {})).toEqual(['id', 'relevance'])
    expect(pages.map((page) => page.items.length)).toEqual([25, 25, 10])
  })

  it('there is one of stories that grow, of sources and of categories', async () => {
    const digest = createClient(api.base)

    const lists = {
      trending: await all(digest.trending()),
      sources: await all(digest.sources({ limit: 3 })),
      categories: await all(digest.categories()),
    }

    for (const [name, entries] of Object.entries(lists))
      expect({ name, entries }).toEqual({ name, entries: (await askPage(`${api.base}/api/${name}`)).items })
  })

  it('there is one of suggestions', async () => {
    const words = await all(createClient(api.base).suggestions({ q: 'riv' }))

    expect(words[0]).toMatchObject({ kind: 'word', text: 'rivers' })
  })
})

describe('the client', () => {
  it('gives an article, a story, the numbers, the health, and any other path', async () => {
    const digest = createClient(api.base)

    const article = await digest.article({ url: 'https://gamma.example/articles/2', related: 0 })
    const story = await digest.story({ id: 7, fields: ['title', 'items.id'] })
    const { items } = await digest.stats({ fields: 'items' })
    const health = await digest.health()
    const { query } = await digest.get('/api/items', { ids: [3, 4], minScore: 0.5 })

    expect(article).toMatchObject({ id: 2, related: [] })
    expect(story).toEqual({ title: expect.any(String), items: [{ id: 19 }, { id: 20 }, { id: 21 }] })
    expect(items.total).toBe(120)
    expect(health.checks.store.engine).toBe('sqlite')
    expect(query).toMatchObject({ ids: [3, 4], minScore: 0.5 })
  })

  it('sends its key', async () => {
    const hash = createHash('sha256').update('open-sesame').digest('hex')
    const config = { apiKeys: [{ name: 'one', hash, scope: 'all' as const }] }
    const served = await serve(api.world.store, config)

    const refused = await problemOf(createClient(served.base).items().page())
    const { total } = await createClient(served.base, { key: 'open-sesame' }).items().page()

    await served.close()
    expect(refused).toMatchObject({ status: 401, code: 'unauthorized' })
    expect(total).toBe(120)
  })

  it('works below a path', async () => {
    const served = await serve(api.world.store, { baseUrl: 'https://news.example/digest' })

    const { total } = await createClient(new URL('/digest/', served.base)).items().page()

    await served.close()
    expect(total).toBe(120)
  })

  it.each(['127.0.0.1:8080', 'localhost:8080', 'news.example.org', '/digest', 'ftp://news.example.org', ''])(
    'is refused at once with an address that is none: %j',
    (address) => {
      expect(() => createClient(address)).toThrow(/must begin with http:\/\/ or https:\/\//)
    },
  )

  it('has its problems typed, with what is wrong', async () => {
    const digest = createClient(api.base)

    const problem = await problemOf(digest.items({ limit: 5000 }).page())
    const missing = await problemOf(digest.article({ id: 99_999 }))

    expect(problem).toMatchObject({
      name: 'DigestProblem',
      status: 400,
      code: 'parameterInvalid',
      message: "limit must be a whole number from 1 to 500, got '5000'",
      errors: [{ parameter: 'limit', value: '5000' }],
      requestId: expect.stringMatching(/^[\da-f-]{36}$/) as string,
      isTemporary: false,
    })
    expect(missing).toMatchObject({ status: 404, code: 'notFound' })
  })

  it('has health of a service that is down, too', async () => {
    const { json } = await ask(`${api.base}/api/health`)
    const service = await answering(
      gives({ ...(json as object), status: 'down' }, 503),
      refuses(503, 'overloaded'),
    )
    const digest = createClient(service.base, IMPATIENT)

    expect((await digest.health()).status).toBe('down')
    expect(await problemOf(digest.health())).toMatchObject({ code: 'overloaded' })
  })

  it('takes the fetch that it is given', async () => {
    const addresses: string[] = []
    const fetch = (url: string, init: RequestInit) => {
      addresses.push(url)
      return globalThis.fetch(url, init)
    }

    await createClient(api.base, { fetch })
      .items({ source: ['alpha', '-beta'], tag: 'sea & shore' })
      .page()

    expect(addresses).toEqual([`${api.base}/api/items?source=alpha%2C-beta&tag=sea+%26+shore`])
  })
})

describe('a request that fails for a while', () => {
  it('is sent again, after the time that the service names', async () => {
    const service = await answering(
      breaksOff,
      refuses(429, 'rateLimited', { 'retry-after': '1' }),
      gives({ items: [], nextCursor: null, total: 0 }),
    )
    const waits: [string, number][] = []
    const onRetry = ({ code }: DigestProblem, ms: number) => void waits.push([code, ms])

    const { total } = await createClient(service.base, { onRetry }).items().page()

    expect(total).toBe(0)
    expect(waits.map(([code]) => code)).toEqual(['unreachable', 'rateLimited'])
    expect(waits[0]?.[1]).toBeLessThanOrEqual(1000)
    expect(waits[1]?.[1]).toBeGreaterThanOrEqual(1000)
  })

  it.each([
    ['breaks off', breaksOff, { status: 0, code: 'unreachable' }],
    [
      'has trouble',
      refuses(503, 'unavailable', { 'retry-after': '5' }),
      { code: 'unavailable', retryAfterSeconds: 5 },
    ],
    ['is a proxy', gives('Bad Gateway', 502), { status: 502, code: 'unreadable' }],
  ])('is given up in the end, where the server %s', async (_, way, wanted) => {
    const service = await answering(way)

    const problem = await problemOf(createClient(service.base, IMPATIENT).items().page())

    expect(problem).toMatchObject({ ...wanted, isTemporary: true })
  })

  it('is not sent again where that cannot help, nor after hours', async () => {
    const service = await answering(refuses(404, 'notFound'))
    const limited = await answering(refuses(429, 'rateLimited', { 'retry-after': '7200' }))

    await problemOf(createClient(service.base).article({ id: 1 }))
    await problemOf(createClient(limited.base).article({ id: 1 }))

    expect([service.asked.length, limited.asked.length]).toEqual([1, 1])
  })

  it('ends after its time, and with its signal', async () => {
    const silent = await answering(() => undefined)
    const slow = createClient(silent.base, { ...IMPATIENT, timeoutMs: 50 })
    const stop = new AbortController()

    const late = await problemOf(slow.items().page())
    const stopped = createClient(silent.base).items({ signal: stop.signal }).page()
    stop.abort(new Error('enough'))

    expect(late).toMatchObject({ code: 'unreachable', cause: { name: 'TimeoutError' } })
    await expect(stopped).rejects.toThrow('enough')
  })

  it('answers what is no JSON as unreadable, though the status is 200', async () => {
    const service = await answering((response) => response.end('<h1>Log in</h1>'))

    expect(await problemOf(createClient(service.base).items().page())).toMatchObject({ code: 'unreadable' })
  })
})
