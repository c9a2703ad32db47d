import { createConfig, lintFromString } from '@redocly/openapi-core'
import { Validator } from '@seriousme/openapi-schema-validator'
import { beforeAll, describe, expect, it } from 'vitest'
import { apiOf } from './api-of.ts'
import { ask } from './ask.ts'
import { type OpenApi, parametersOf, readOpenApi, type Schema } from './read-openapi.ts'
import { openWorld } from './world.ts'

const api = apiOf(() => openWorld(5))
let document: OpenApi

beforeAll(async () => {
  document = await readOpenApi(api.base)
})

describe('the interface’s description', () => {
  it('says what it is', () => {
    expect(document.openapi).toBe('3.0.0')
    expect(document.info).toMatchObject({ title: 'Content Digest Service', version: '1.1.0' })
  })

  it('is valid by the schema of OpenAPI 3.0', async () => {
    const validator = new Validator()
    const raw = (await ask(`${api.base}/api-docs.json`)).json as Record<string, unknown>

    const result = await validator.validate(raw)

    expect(result).toEqual({ valid: true })
    expect(validator.version).toBe('3.0')
  })

  it('passes the linter with its recommended rules and no warning', async () => {
    const config = await createConfig({ extends: ['recommended'] })
    const source = (await ask(`${api.base}/api-docs.json`)).text

    const problems = await lintFromString({ source, config })

    expect(problems).toEqual([])
  })

  it('lists every path', () => {
    expect(Object.keys(document.paths).toSorted()).toEqual([
      '/.well-known/api-catalog',
      '/.well-known/security.txt',
      '/api-docs.json',
      '/api/article',
      '/api/categories',
      '/api/changes',
      '/api/digests',
      '/api/health',
      '/api/items',
      '/api/search',
      '/api/sources',
      '/api/stats',
      '/api/story',
      '/api/suggest',
      '/api/trending',
      '/digest/{name}',
      '/digest/{name}/feed',
      '/digest/{name}/{date}',
      '/feed/atom',
      '/feed/health',
      '/feed/json',
      '/feed/rss',
      '/icons/{source}',
      '/livez',
      '/llms.txt',
      '/readyz',
      '/robots.txt',
      '/sources.opml',
      '/thumbnails/{item}',
    ])
  })

  it.each<[string, string, Record<string, unknown>]>([
    ['/api/items', 'limit', { type: 'integer', minimum: 1, maximum: 500, default: 50 }],
    ['/api/items', 'offset', { type: 'integer', minimum: 0, default: 0 }],
    [
      '/api/items',
      'sort',
      { type: 'string', enum: ['newest', 'oldest', 'score', 'hot', 'firstSeen'], default: 'newest' },
    ],
    ['/api/items', 'sinceHours', { type: 'integer', minimum: 1, maximum: 87_600 }],
    ['/api/items', 'sinceDays', { type: 'integer', minimum: 1, maximum: 3650 }],
    ['/api/items', 'minScore', { type: 'number', minimum: 0, maximum: 100 }],
    ['/api/items', 'source', { type: 'array', minItems: 1, maxItems: 100 }],
    [
      '/api/items',
      'from',
      {
        anyOf: [
          { type: 'string', format: 'date' },
          { type: 'string', format: 'date-time' },
        ],
      },
    ],
    ['/api/search', 'q', { type: 'string', minLength: 1, maxLength: 500 }],
    ['/api/search', 'limit', { type: 'integer', minimum: 1, maximum: 500, default: 20 }],
    ['/api/search', 'explain', { type: 'boolean', default: false }],
    ['/api/suggest', 'q', { type: 'string', minLength: 1, maxLength: 100 }],
    ['/api/suggest', 'limit', { type: 'integer', minimum: 1, maximum: 50, default: 10 }],
    [
      '/api/search',
      'sort',
      { enum: ['relevance', 'newest', 'score', 'hot', 'firstSeen'], default: 'relevance' },
    ],
    ['/api/trending', 'hours', { type: 'integer', minimum: 1, maximum: 8760, default: 24 }],
    ['/api/trending', 'limit', { type: 'integer', minimum: 1, maximum: 500, default: 20 }],
    ['/feed/rss', 'limit', { type: 'integer', minimum: 1, maximum: 500, default: 50 }],
    ['/feed/atom', 'limit', { type: 'integer', minimum: 1, maximum: 500, default: 50 }],
    ['/feed/health', 'limit', { type: 'integer', minimum: 1, maximum: 500, default: 50 }],
    ['/feed/json', 'limit', { type: 'integer', minimum: 1, maximum: 500, default: 50 }],
  ])('%s has %s with its bounds and its default', (path, name, schema) => {
    const parameter = parametersOf(document, path).find((one) => one.name === name)

    expect(parameter).toMatchObject({ in: 'query', schema })
    expect(parameter?.required ?? false).toBe(
      (path === '/api/search' || path === '/api/suggest') && name === 'q',
    )
    expect(parameter?.description).not.toBe('')
  })

  it('documents for each path its answers, its errors and its headers', () => {
    for (const [path, { get }] of Object.entries(document.paths)) {
      const responses = get?.responses ?? {}
      const wanted =
        path === '/api/health' || path === '/readyz'
          ? ['200', '400', '503']
          : path === '/livez' || get?.tags?.includes('discovery') === true
            ? ['200', '400']
            : path === '/api-docs.json'
              ? ['200', '304', '400']
              : path.startsWith('/icons/')
                ? ['200', '304', '400', '404', '500', '503']
                : ['200', '304', '400', '401', '429', '500', '503']
      expect(Object.keys(responses)).toEqual(expect.arrayContaining(wanted))
      expect(responses['200']?.headers).toHaveProperty('ETag')
      expect(responses['400']?.content).toMatchObject({
        'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
      })
    }
  })

  it('refers to nothing that is not there, and has nothing that nothing refers to', async () => {
    const { text, json } = await ask(`${api.base}/api-docs.json`)

    const { securitySchemes: _, ...components } = (json as { components: Record<string, object> }).components
    const there = Object.entries(components).flatMap(([kind, parts]) =>
      Object.keys(parts).map((name) => `${kind}/${name}`),
    )
    const named = new Set([...text.matchAll(/"#\/components\/([^"]+)"/g)].map(([, name]) => name))
    expect(named).toEqual(new Set(there))
    expect(there.length).toBeGreaterThan(50)
  })

  it('is short: what paths repeat stands in it once', async () => {
    const { bytes, text } = await ask(`${api.base}/api-docs.json`)

    expect(bytes.length).toBeLessThanOrEqual(168_000)
    expect(text.split('API keys are configured, and the request has none').length).toBe(2)
  })

  it('says of every whole number that needs it that it has 64 bits', () => {
    const wrong: string[] = []
    const walk = (value: unknown, at: string): void => {
      if (typeof value !== 'object' || value === null) return
      const { type, format, maximum = Infinity } = value as Schema
      const isLong = type === 'integer' && maximum > 2_147_483_647
      if (isLong !== (format === 'int64')) wrong.push(at)
      for (const [key, child] of Object.entries(value)) walk(child, `${at}/${key}`)
    }
    walk(document, '')

    expect(wrong).toEqual([])
    expect(document.components.schemas['Enclosure']).toMatchObject({
      properties: { bytes: { type: 'integer', format: 'int64', nullable: true } },
    })
  })

  it.each(['Items', 'Found', 'Trending', 'Sources'])('gives %s whole entries', (name) => {
    const schemas = document.components.schemas as Readonly<Record<string, Schema>>
    const entry = schemas[name]?.properties?.['items']?.items?.$ref?.split('/').at(-1) ?? ''

    expect(schemas[entry]?.required).toEqual(
      expect.arrayContaining(name === 'Sources' ? ['id', 'health'] : ['id', 'title']),
    )
  })

  it('names what lists of words and numbers may have, separated by commas', () => {
    const shown = (path: string, name: string) =>
      parametersOf(document, path).find((parameter) => parameter.name === name)

    expect(shown('/api/items', 'fields')).toMatchObject({
      style: 'form',
      explode: false,
      schema: { type: 'array', items: { type: 'string', enum: expect.arrayContaining(['id', 'title']) } },
    })
    expect(shown('/api/items', 'include')?.schema.items?.enum).toEqual([
      'content',
      'scoreBreakdown',
      'thumbnail',
    ])
    expect(shown('/api/items', 'ids')).toMatchObject({
      explode: false,
      schema: { type: 'array', items: { type: 'integer', format: 'int64', minimum: 1 } },
    })
  })

  it('declares every way to give a key, the address for feeds alone', async () => {
    const { json } = await ask(`${api.base}/api-docs.json`)

    const { components, security, paths } = json as SecuredDocument
    expect(Object.values(components.securitySchemes)).toMatchObject([
      { type: 'http', scheme: 'bearer' },
      { type: 'http', scheme: 'basic' },
      { type: 'apiKey', in: 'query', name: 'key' },
    ])
    expect(security).toEqual([{}, { bearer: [] }, { basic: [] }])
    const withAddress = Object.keys(paths).filter((path) =>
      paths[path]?.get.security?.some((way) => 'key' in way),
    )
    expect(withAddress).toEqual([
      '/feed/rss',
      '/feed/atom',
      '/feed/json',
      '/feed/health',
      '/sources.opml',
      '/digest/{name}/feed',
    ])
  })

  it('is the same at each asking', async () => {
    const [one, other] = await Promise.all([
      ask(`${api.base}/api-docs.json`),
      ask(`${api.base}/api-docs.json`),
    ])

    expect(one.text).toBe(other.text)
  })
})

interface SecuredDocument {
  readonly components: { readonly securitySchemes: object }
  readonly security: readonly object[]
  readonly paths: Readonly<Record<string, { readonly get: { readonly security?: readonly object[] } }>>
}
