import { beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { JsonFeedBody } from '../../src/api/feeds/json-feed.ts'
import { ArticleBody, ListItemBody, TrendingItemBody, SearchBody } from '../../src/api/schemas/item.ts'
import { listBody } from '../../src/api/schemas/list.ts'
import { ProblemBody } from '../../src/api/schemas/problem.ts'
import { HealthBody, SuggestionsBody } from '../../src/api/schemas/service.ts'
import { StoryBody } from '../../src/api/schemas/story.ts'
import { SourceBody } from '../../src/model/source-report.ts'
import { CategoryBody, StatsBody } from '../../src/model/stats.ts'
import { fc } from '../properties.ts'
import { apiOf } from './api-of.ts'
import { ask, type Reply } from './ask.ts'
import { type OpenApi, type Parameter, parametersOf, readOpenApi, type Schema } from './read-openapi.ts'
import { withFields } from './with-fields.ts'
import { openWorld } from './world.ts'

const api = apiOf(() => openWorld(40))
let document: OpenApi

beforeAll(async () => {
  document = await readOpenApi(api.base)
})

/** What a good answer of each path with JSON looks like. */
const BODIES: Record<string, z.ZodObject> = {
  '/api/items': listBody('FuzzItems', ListItemBody),
  '/api/search': SearchBody,
  '/api/suggest': SuggestionsBody,
  '/api/trending': listBody('FuzzTrending', TrendingItemBody),
  '/api/sources': listBody('FuzzSources', SourceBody),
  '/api/categories': listBody('FuzzCategories', CategoryBody),
  '/api/article': ArticleBody,
  '/api/story': StoryBody,
  '/api/stats': StatsBody,
  '/api/health': HealthBody,
  '/feed/json': JsonFeedBody,
}

const RUNS = 4000

describe('thousands of requests made from the description', () => {
  it('that keep to it are answered as it says', async () => {
    const counts = new Map<number, number>()
    const request = fc
      .constantFrom(...Object.keys(document.paths))
      .chain((path) => goodQuery(path).map((query) => `${path}?${query}`))

    await fc.assert(
      fc.asyncProperty(request, async (address) => {
        const reply = await ask(api.base + address)
        counts.set(reply.status, (counts.get(reply.status) ?? 0) + 1)
        checkReply(address, reply)
      }),
      { numRuns: RUNS / 2 },
    )

    expect(counts.get(200)).toBeGreaterThan(RUNS / 8)
  })

  it('that break it in every way get an answer that it knows, and never a failure', async () => {
    const request = fc
      .constantFrom(...Object.keys(document.paths))
      .chain((path) => badQuery(path).map((query) => `${path}?${query}`))

    await fc.assert(
      fc.asyncProperty(request, async (address) => {
        const reply = await ask(api.base + address)
        checkReply(address, reply)
      }),
      { numRuns: RUNS / 2 },
    )

    expect(api.log).toEqual([])
  })
})

function checkReply(address: string, reply: Reply): void {
  const path = address.split('?')[0] ?? ''
  const known = document.paths[path]?.get?.responses ?? {}
  expect(Object.keys(known)).toContain(String(reply.status))
  expect(reply.status).toBeLessThan(500)
  const type = reply.headers['content-type']?.split(';')[0] ?? ''
  expect(Object.keys(known[String(reply.status)]?.content ?? {})).toContain(type)
  const whole = reply.status === 200 ? BODIES[path] : ProblemBody
  if (whole === undefined) return
  const body = reply.status === 200 && /[?&]fields=/.test(address) ? withFields(whole) : whole
  const checked = body.safeParse(reply.json)
  if (!checked.success) throw new Error(`${address}: ${checked.error.message}`)
}

/** Parameters within their documented bounds: those required, and a few more, since many together find nothing. */
function goodQuery(path: string): fc.Arbitrary<string> {
  const parameters = parametersOf(document, path)
  const optional = parameters.filter(({ required }) => required !== true)
  const required = parameters.filter((parameter) => !optional.includes(parameter))
  return fc
    .subarray(optional, { maxLength: Math.min(4, optional.length) })
    .chain((chosen) => fc.tuple(...[...required, ...chosen].map(goodPair)))
    .map((pairs) => pairs.join('&'))
}

function goodPair({ name, schema }: Parameter): fc.Arbitrary<string> {
  // Nothing changes while a request waits for a change, in seconds.
  const values = name === 'wait' ? fc.constantFrom('0', '1') : goodValue(schema)
  return values.map((value) => `${name}=${encodeText(value)}`)
}

function goodValue(schema: Schema): fc.Arbitrary<string> {
  const { minimum = 0, maximum = 1000 } = schema
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map(goodValue))
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  if (schema.type === 'boolean') return fc.constantFrom('true', 'false')
  if (schema.type === 'integer')
    return fc.integer({ min: minimum, max: Math.min(maximum, 2 ** 31) }).map(String)
  if (schema.type === 'number')
    return fc.integer({ min: minimum * 10, max: maximum * 10 }).map((tenths) => String(tenths / 10))
  if (schema.type === 'array') {
    const item =
      schema.items === undefined || schema.items.pattern !== undefined
        ? fc.constantFrom('alpha', '-beta', 'science', 'en', 'x')
        : goodValue(schema.items)
    return fc.array(item, { minLength: 1, maxLength: 3 }).map((values) => values.join(','))
  }
  const time = fc.date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
  if (schema.format === 'date') return time.map((date) => date.toISOString().slice(0, 10))
  if (schema.format === 'date-time') return time.map((date) => date.toISOString())
  return fc.string({ unit: 'grapheme', minLength: schema.minLength ?? 1, maxLength: 12 })
}

const NASTY = [
  '',
  '\0',
  '0',
  '-1',
  '-0',
  '1e309',
  'NaN',
  '9007199254740993',
  '__proto__',
  'constructor',
  'toString',
  "' OR 1=1 --",
  '"unbalanced',
  'NEAR(a b, 2)',
  'title:',
  '{{7*7}}',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  '\u202e',
  '👩‍👩‍👧‍👦',
  '\ud7ff',
  '2026-02-30',
  '+275760-09-13',
  'WzEsImEiLDEsMSxudWxsXQ',
]

/** What is no query at all. */
const RAW = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }).map(encodeText),
  fc.stringMatching(/^[%&=;?+0-9a-fA-F-]{0,20}$/),
)

/** Values that break readers, numbers, databases and templates. */
const BAD_VALUE = fc
  .oneof(
    fc.constantFrom(...NASTY),
    fc.string({ unit: 'binary', maxLength: 30 }),
    fc.nat(600).map((length) => 'y'.repeat(length)),
    fc.double().map(String),
    fc.bigInt().map(String),
    fc.array(fc.constantFrom('a', '-', ',', '-a', ''), { maxLength: 20 }).map((parts) => parts.join(',')),
  )
  .map(encodeText)

const STRANGE_NAME = fc
  .oneof(fc.constantFrom(...NASTY), fc.string({ unit: 'binary', maxLength: 10 }))
  .map(encodeText)

function badQuery(path: string): fc.Arbitrary<string> {
  const known = parametersOf(document, path).map(({ name }) => name)
  const name =
    known.length === 0
      ? STRANGE_NAME
      : fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...known) }, STRANGE_NAME)
  const pair = fc.tuple(name, BAD_VALUE).map(([key, value]) => `${key}=${value}`)
  return fc
    .array(fc.oneof({ weight: 4, arbitrary: pair }, RAW), { maxLength: 5 })
    .map((pairs) => pairs.join('&'))
}

/** Lone surrogates, which have no encoding, become replacement characters. */
function encodeText(text: string): string {
  return encodeURIComponent(Buffer.from(text).toString('utf8'))
}
