import { describe, expect, it } from 'vitest'
import { ProblemBody } from '../../src/api/schemas/problem.ts'
import { apiOf } from './api-of.ts'
import { ask } from './ask.ts'
import { openWorld } from './world.ts'

const api = apiOf(openWorld)

const HUGE = '9'.repeat(40)
const NO_NUMBER = [
  '',
  '%20',
  'abc',
  '1.5',
  '1e2',
  '0x10',
  '+5',
  '5%20',
  '--1',
  'NaN',
  'Infinity',
  '٣',
  '1,2',
  HUGE,
]
const NO_TIME = [
  '',
  'yesterday',
  '2026-02-30',
  '2026-13-01',
  '2026-1-1',
  '20260101',
  '2026-01-01T25:00:00Z',
  '2026-01-01T00:00:00',
  '2026-01-01%2000:00:00Z',
  '1767225600000',
  '-1',
  HUGE,
]
const NO_NAMES = ['', '-', '--x', ',', 'a,', ',a', '%20', 'a%00b', 'a%0Ab', 'x'.repeat(102), names(101)]
const NO_FIELDS = ['', ',', 'nope', 'id,nope', 'ID', '-id', '__proto__', 'constructor']

/** What no value of a parameter may be; each is refused by name. */
const FILTERS: Record<string, readonly string[]> = {
  source: NO_NAMES,
  category: NO_NAMES,
  region: NO_NAMES,
  language: NO_NAMES,
  from: NO_TIME,
  to: NO_TIME,
  tag: NO_NAMES,
  ids: [
    '',
    'abc',
    '0',
    '-1',
    '1,x',
    '1,',
    '1.5',
    HUGE,
    Array.from({ length: 501 }, (_, id) => id + 1).join(','),
  ],
  seenFrom: NO_TIME,
  seenTo: NO_TIME,
  sinceHours: [...NO_NUMBER, '0', '-1', '87601'],
  sinceDays: [...NO_NUMBER, '0', '-1', '3651'],
  minScore: ['', 'abc', '-1', '100.1', '1e1', '.5', '5.', HUGE],
  minPoints: [...NO_NUMBER, '0', '-1', '1000001'],
  minMinutes: [...NO_NUMBER, '0', '-1', '10001'],
  maxMinutes: [...NO_NUMBER, '0', '-1', '10001'],
  storyId: [...NO_NUMBER, '0', '-1', '9007199254740992'],
  distinct: ['', 'stories', 'STORY'],
}
const LIMIT = [...NO_NUMBER, '0', '-1', '501']
const LIST = {
  limit: LIMIT,
  offset: [...NO_NUMBER, '-1', '9007199254740992'],
  cursor: ['', 'abc', 'WzFd', '%00', '💥', 'x'.repeat(301), 'x'.repeat(4000)],
  fields: NO_FIELDS,
  include: ['', 'everything', 'content,nope'],
  maxChars: [...NO_NUMBER, '0', '-1', '1000001'],
}
const SORT = ['', 'best', 'NEWEST', 'newest,score', '%00']

const REFUSED: Record<string, Record<string, readonly string[]>> = {
  '/api/items': { ...FILTERS, ...LIST, sort: [...SORT, 'relevance'] },
  '/api/trending': { ...FILTERS, ...LIST, hours: [...NO_NUMBER, '0', '-1', '8761'] },
  '/api/search': {
    ...FILTERS,
    ...LIST,
    q: ['', 'x'.repeat(501), '💥'.repeat(501)],
    sort: [...SORT, 'oldest'],
    explain: ['', '1', 'yes', 'TRUE'],
  },
  '/api/suggest': { q: ['', 'x'.repeat(101)], limit: [...NO_NUMBER, '0', '51'] },
  '/api/article': {
    id: [...NO_NUMBER, '0', '-1'],
    related: [...NO_NUMBER, '-1', '51'],
    fields: NO_FIELDS,
    include: LIST.include,
    url: ['', '%20', 'ftp://example.org/x', 'javascript:alert(1)', 'http://', '%00', 'x'.repeat(9000)],
  },
  '/api/sources': {
    status: ['', 'fine', 'ok,', 'OK'],
    category: NO_NAMES,
    q: ['', 'x'.repeat(101)],
    fields: NO_FIELDS,
    limit: LIMIT,
    offset: LIST.offset,
    cursor: LIST.cursor,
  },
  '/api/story': {
    id: [...NO_NUMBER, '0', '-1'],
    limit: LIMIT,
    offset: LIST.offset,
    fields: [...NO_FIELDS, 'items.', 'items.nope', 'url'],
    include: LIST.include,
    maxChars: LIST.maxChars,
  },
  '/feed/rss': {
    ...FILTERS,
    limit: LIMIT,
    cursor: LIST.cursor,
    q: ['', 'x'.repeat(501)],
    sort: [...SORT, 'score'],
  },
  '/feed/atom': {
    ...FILTERS,
    limit: LIMIT,
    cursor: LIST.cursor,
    q: ['', 'x'.repeat(501)],
    sort: [...SORT, 'score'],
  },
  '/feed/health': { limit: LIMIT },
  '/feed/json': {
    ...FILTERS,
    limit: LIMIT,
    cursor: LIST.cursor,
    q: ['', 'x'.repeat(501)],
    sort: [...SORT, 'score'],
  },
}

const CASES = Object.entries(REFUSED).flatMap(([path, parameters]) =>
  Object.entries(parameters).map(([name, values]): [string, string, readonly string[]] => [
    path,
    name,
    values,
  ]),
)

describe('a value that a parameter cannot have', () => {
  it.each(CASES)('%s refuses it for %s', async (path, name, values) => {
    for (const value of values) {
      const reply = await ask(
        `${api.base}${path}?${base(path, name)}${name}=${encodeURI(value).replaceAll('%25', '%')}`,
      )

      expect({ value, status: reply.status }).toEqual({ value, status: 400 })
      const problem = ProblemBody.parse(reply.json)
      expect(problem.errors.map(({ parameter }) => parameter)).toContain(name)
      expect(problem.detail).toContain(name)
    }
  })

  it.each(CASES.filter(([, name]) => !MANY_VALUED.has(name)))(
    '%s refuses %s given twice',
    async (path, name, values) => {
      const good = GOOD[name] ?? values[0] ?? ''
      const reply = await ask(`${api.base}${path}?${base(path, name)}${name}=${good}&${name}=${good}`)

      expect(reply.json).toMatchObject({ status: 400, code: 'parameterInvalid' })
      expect(ProblemBody.parse(reply.json).errors[0]?.message).toContain(`${name} must be given only once`)
    },
  )

  it.each(CASES)('%s takes a good one for %s', async (path, name) => {
    const reply = await ask(
      `${api.base}${path}?${base(path, name)}${name}=${name === 'sort' ? 'newest' : GOOD[name]}`,
    )

    expect(reply.status).toBe(name === 'cursor' ? 400 : 200)
  })

  it('names the parameter, the value and what is allowed', async () => {
    const reply = await ask(`${api.base}/api/items?limit=5000`)

    expect(ProblemBody.parse(reply.json)).toMatchObject({
      code: 'parameterInvalid',
      title: 'A parameter is invalid',
      instance: '/api/items?limit=5000',
      errors: [
        {
          parameter: 'limit',
          value: '5000',
          message: "limit must be a whole number from 1 to 500, got '5000'",
        },
      ],
    })
  })

  it.each([
    [
      '/api/items?fields=id,storyId,titel',
      ["fields has no 'storyId': did you mean 'story'?", "fields has no 'titel': did you mean 'title'?"],
    ],
    ['/api/sources?status=ok,OK', ["status has no 'OK': did you mean 'ok'?"]],
    [
      '/api/sources?status=ok,fine',
      ["status must be one or several of new, ok, degraded, failing, gone, disabled, got 'fine'"],
    ],
  ])('names the wrong ones of several words: %s', async (address, messages) => {
    const { errors } = ProblemBody.parse((await ask(api.base + address)).json)

    expect(errors.map(({ message }) => message)).toEqual(messages)
  })

  it('tells every fault of a request at once', async () => {
    const reply = await ask(`${api.base}/api/items?limit=0&offset=-1&sort=best&lmit=3`)

    const { errors, code } = ProblemBody.parse(reply.json)
    expect(code).toBe('parameterUnknown')
    expect(errors.map(({ parameter }) => parameter).toSorted()).toEqual(['limit', 'lmit', 'offset', 'sort'])
  })
})

describe('times', () => {
  it.each([
    ['2026-03-20T23:59:60Z', '2026-03-20T23:59:59.999Z'],
    ['2026-03-20T15:59:60.5-08:00', '2026-03-20T23:59:59.999Z'],
    ['2026-03-20t10:00:00z', '2026-03-20T10:00:00.000Z'],
  ])('%s is one of RFC 3339', async (given, read) => {
    const reply = await ask(`${api.base}/api/items?to=${given}`)

    expect(reply.json).toMatchObject({ query: { to: read } })
  })

  it.each([
    '2026-03-20T24:00:00Z',
    '2026-03-20T10:00:60Z',
    '2026-03-20T23:59:61Z',
    '2026-03-20T10:60:00Z',
    '2026-03-20T10:00:00%2B24:00',
    '2026-03-20T10:00Z',
  ])('%s is none', async (given) => {
    const reply = await ask(`${api.base}/api/items?from=${given}`)

    expect(reply.status).toBe(400)
    expect(reply.text).toContain('hours 00 to 23')
  })

  it.each(['2026-03-20T10:00:00', '2026-03-20T10:00', '2026-03-20 10:00:00.5'])(
    '%s has no zone, as the answer says',
    async (given) => {
      const reply = await ask(`${api.base}/api/items?from=${given}`)

      expect(ProblemBody.parse(reply.json).detail).toBe(
        `from has no zone: end it with Z for UTC, or with an offset such as +01:00, got '${given}'`,
      )
    },
  )
})

const MANY_VALUED = new Set([
  'source',
  'category',
  'region',
  'language',
  'tag',
  'ids',
  'status',
  'fields',
  'include',
])

const GOOD: Record<string, string> = {
  source: 'alpha',
  category: 'science',
  region: 'us',
  language: 'en',
  from: '2026-03-01',
  to: '2026-03-20T10:00:00.5-03:00',
  tag: 'sea & shore'.replace('&', '%26'),
  ids: '1,2',
  seenFrom: '2026-03-01',
  seenTo: '2026-03-20',
  sinceHours: '87600',
  sinceDays: '3650',
  minScore: '0.5',
  minPoints: '1',
  minMinutes: '1',
  maxMinutes: '10000',
  storyId: '1',
  distinct: 'story',
  status: 'ok,new',
  related: '0',
  limit: '50',
  offset: '9007199254740991',
  cursor: 'abc',
  fields: 'id',
  include: 'scoreBreakdown',
  maxChars: '1000000',
  sort: 'score',
  hours: '8760',
  id: '1',
  url: 'https://beta.example/articles/1',
  explain: 'true',
  q: 'rivers',
}

/** What a path cannot do without. */
function base(path: string, name: string): string {
  if (path === '/api/article' && name !== 'id' && name !== 'url') return 'id=1&'
  if (path === '/api/story' && name !== 'id') return 'id=1&'
  return (path === '/api/search' || path === '/api/suggest') && name !== 'q' ? 'q=rivers&' : ''
}

function names(count: number): string {
  return Array.from({ length: count }, (_, at) => `name-${at}`).join(',')
}
