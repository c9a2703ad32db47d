import { describe, expect, it } from 'vitest'
import { ProblemBody } from '../../src/api/schemas/problem.ts'
import { apiOf } from './api-of.ts'
import { ask } from './ask.ts'
import { openWorld } from './world.ts'

const api = apiOf(openWorld)

describe('parameters together', () => {
  it.each([
    ['/api/items?from=2026-03-02&to=2026-03-01', 'from'],
    ['/api/items?from=2026-03-01T00:00:01Z&to=2026-03-01T00:00:00Z', 'from'],
    ['/feed/rss?from=2026-03-02&to=2026-03-01', 'from'],
    ['/api/items?offset=0&cursor=abc', 'offset'],
    ['/api/article?id=1&url=https://gamma.example/articles/2', 'url'],
    ['/api/article?id=1&url=https://example.org/nowhere', 'url'],
  ])('%s is refused', async (address, parameter) => {
    const reply = await ask(api.base + address)

    expect(reply.json).toMatchObject({ status: 400, code: 'parameterInvalid', errors: [{ parameter }] })
  })

  it.each([
    '/api/items?from=2026-03-01&to=2026-03-01',
    '/api/items?from=2026-03-01T00:00:00Z&to=2026-03-01T00:00:00Z',
    '/api/items?sinceHours=1&to=2020-01-01',
    '/api/article?id=2&url=https://gamma.example/articles/2',
  ])('%s is fine', async (address) => {
    const reply = await ask(api.base + address)

    expect(reply.status).toBe(200)
  })

  it.each(['%20', '""', '%00', '-', '-()', '()'])('has nothing to look for in q=%s', async (q) => {
    for (const path of ['/api/search', '/feed/rss', '/feed/atom', '/feed/json']) {
      const reply = await ask(`${api.base}${path}?q=${q}`)

      expect({ path, reply: reply.json }).toMatchObject({
        path,
        reply: { status: 400, code: 'queryInvalid' },
      })
    }
  })

  it.each([
    '"unbalanced',
    'a AND OR',
    '(((a',
    'title:',
    'a*',
    'NEAR/3',
    "';--x",
    'a%00b',
    '日本',
    'x:y:z',
    'OR',
  ])('takes q=%s as it is', async (q) => {
    const reply = await ask(`${api.base}/api/search?q=${encodeURI(q).replaceAll('%25', '%')}`)

    expect(reply.status).toBe(200)
  })

  it('asks for what to search', async () => {
    const reply = await ask(`${api.base}/api/search`)

    expect(reply.json).toMatchObject({
      status: 400,
      code: 'parameterMissing',
      errors: [{ parameter: 'q', value: null }],
    })
  })

  it('asks for the id or the url of an article', async () => {
    const reply = await ask(`${api.base}/api/article`)

    expect(reply.json).toMatchObject({ status: 400, code: 'parameterMissing' })
  })

  it.each([
    '/api/article?id=987654',
    '/api/article?url=https://example.org/nowhere',
    '/api/article?id=987654&url=https://example.org/nowhere',
  ])('%s is not found', async (address) => {
    const reply = await ask(api.base + address)

    expect(reply.json).toMatchObject({ status: 404, code: 'notFound' })
  })
})

describe('a parameter that nobody knows', () => {
  it.each([
    ['/api/items?sources=x', 'source'],
    ['/api/items?Limit=5', 'limit'],
    ['/api/items?since_hours=5', 'sinceHours'],
    ['/api/search?query=x&l=5', 'q'],
    ['/api/trending?hour=5', 'hours'],
    ['/api/article?ur=x&id=1', 'url'],
    ['/api/items?per_page=5', 'limit'],
    ['/api/items?pageSize=5', 'limit'],
    ['/api/items?page=2', 'offset'],
    ['/api/items?since=2026-01-01', 'from'],
    ['/api/search?query=night', 'q'],
    ['/api/items?published_after=2026-01-01', 'from'],
    ['/api/search?q=x&order-by=newest', 'sort'],
    ['/api/items?feed_id=3', 'source'],
    ['/api/items?count=3', 'limit'],
  ])('%s: did you mean %s?', async (address, meant) => {
    const reply = await ask(api.base + address)

    expect(reply.json).toMatchObject({ status: 400, code: 'parameterUnknown' })
    expect(ProblemBody.parse(reply.json).detail).toContain(`did you mean '${meant}'?`)
  })

  it('without a search, sent words: names the path that searches', async () => {
    const reply = await ask(`${api.base}/api/items?q=night`)

    expect(ProblemBody.parse(reply.json).detail).toMatch(
      /unknown parameter 'q': known are .*; \/api\/search searches, by q/,
    )
  })

  it.each([
    ['/api/items?domains=a.example', 'site'],
    ['/api/search?q=x&excludeDomains=a.example', 'site'],
    ['/api/items?author=quill', 'author'],
    ['/api/items?has=audio', 'has'],
  ])('%s: names the operator of searches', async (address, operator) => {
    const reply = await ask(api.base + address)

    expect(ProblemBody.parse(reply.json).detail).toContain(
      `q of /api/search and of feeds has it: ${operator}:… or -${operator}:…`,
    )
  })

  it('lists the known ones once, however many are unknown', async () => {
    const reply = await ask(`${api.base}/api/sources?one=1&statsu=2&other=3`)

    const { detail, errors } = ProblemBody.parse(reply.json)
    expect(detail).toMatch(
      /^unknown parameter 'one'; unknown parameter 'statsu': did you mean 'status'\?; unknown parameter 'other': known are [\w, ]+$/,
    )
    expect(errors.map(({ parameter }) => parameter)).toEqual(['one', 'statsu', 'other'])
  })

  it.each([
    '/api/items',
    '/api/search',
    '/api/trending',
    '/api/article',
    '/api/sources',
    '/api/categories',
    '/api/stats',
  ])('%s refuses what is near to nothing too', async (path) => {
    for (const name of ['zebra', '__proto__', 'constructor', 'toString', '%00', '']) {
      const reply = await ask(`${api.base}${path}?${name}=1`)

      expect({ name, reply: reply.json }).toMatchObject({ name, reply: { status: 400 } })
    }
  })

  it.each(['/feed/rss', '/feed/atom', '/feed/json'])(
    '%s ignores it: feed readers add their own',
    async (path) => {
      const reply = await ask(`${api.base}${path}?utm_source=reader&zebra=1&limit=2`)

      expect(reply.status).toBe(200)
    },
  )

  it.each(['/feed/rss', '/feed/atom', '/feed/json'])(
    '%s refuses another spelling of its own',
    async (path) => {
      const [misspelt, foreign] = await Promise.all(
        ['min_points=100&SinceHours=3', 'utm_source=reader&_=1&v=2'].map((query) =>
          ask(`${api.base}${path}?${query}`),
        ),
      )

      expect(misspelt?.json).toMatchObject({
        code: 'parameterUnknown',
        detail:
          "unknown parameter 'min_points': did you mean 'minPoints'?; unknown parameter 'SinceHours': did you mean 'sinceHours'?",
      })
      expect(foreign?.status).toBe(200)
    },
  )

  it.each(['/feed/rss', '/feed/atom', '/feed/json'])('%s does not find an unknown source', async (path) => {
    const reply = await ask(`${api.base}${path}?source=alpha,nobody`)

    expect(reply.json).toMatchObject({
      status: 404,
      code: 'notFound',
      errors: [{ parameter: 'source', value: 'nobody' }],
    })
  })
})
