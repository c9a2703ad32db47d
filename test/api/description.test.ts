import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { apiOf } from './api-of.ts'
import { ask } from './ask.ts'
import { type OpenApi, type Parameter, readOpenApi } from './read-openapi.ts'
import { type ValidatingProxy, validatingProxy } from './validating-proxy.ts'
import { openWorld } from './world.ts'

const DOCS = readFileSync(new URL('../../docs/api.md', import.meta.url), 'utf8')
const README = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')

const api = apiOf(openWorld)
let document: OpenApi
let proxy: ValidatingProxy

beforeAll(async () => {
  document = await readOpenApi(api.base)
  proxy = validatingProxy(document)
})

/** Values that the collection of this test has, where the documented example names something that it has not. */
const HERE: Readonly<Record<string, string>> = {
  id: '1',
  storyId: '1',
  url: 'https://beta.example/articles/1',
}

function everyParameter(): { path: string; parameter: Parameter }[] {
  return Object.entries(document.paths).flatMap(([path, { get }]) =>
    (get?.parameters ?? []).map((parameter) => ({ path, parameter })),
  )
}

function queryWith(path: string, name: string, values: readonly unknown[]): string {
  const query = new URLSearchParams()
  for (const { name: other, required, in: location } of document.paths[path]?.get?.parameters ?? [])
    if (required === true && other !== name && location === 'query') query.set(other, HERE[other] ?? 'rivers')
  if (path === '/api/article' && name !== 'id' && name !== 'url') query.set('id', '1')
  if (values.length > 0) query.set(name, values.join(','))
  return query.toString()
}

describe('every parameter', () => {
  it('has a description and an example that it allows', () => {
    const parameters = everyParameter()

    expect(parameters.length).toBeGreaterThan(80)
    for (const { path, parameter } of parameters) {
      const { name, description, example } = parameter
      expect({ path, name, isDescribed: (description ?? '') !== '' }).toEqual({
        path,
        name,
        isDescribed: true,
      })
      if (parameter.in !== 'query') continue
      const query = queryWith(path, name, Array.isArray(example) ? example : [example])
      expect({ path, name, errors: proxy.errorsOf(path, query) }).toEqual({ path, name, errors: [] })
    }
  })

  it('is taken by the service as its example shows it', async () => {
    for (const { path, parameter } of everyParameter()) {
      const { name, example } = parameter
      // These belong to one collection.
      if (name === 'cursor' || name === 'storeId') continue
      if (parameter.in !== 'query' || path.includes('{')) continue
      const value = HERE[name] ?? example
      const sources = path.startsWith('/feed') && name === 'source' ? ['alpha', 'beta'] : undefined
      const query = queryWith(path, name, sources ?? (Array.isArray(value) ? value : [value]))

      const reply = await ask(`${api.base}${path}?${query}`)

      expect({ path, query, status: reply.status }).toEqual({ path, query, status: 200 })
    }
  })
})

describe('a proxy that validates by the description', () => {
  it('passes every request that the documentation shows', () => {
    const shown = [
      ...DOCS.matchAll(/curl "\$BASE(\/[^"?]*)(?:\?([^"]*))?"/g),
      ...README.matchAll(/(\/(?:api|feed)\/[a-z]+)\?([^`'\s]+)/g),
    ]

    expect(shown.length).toBeGreaterThan(5)
    for (const [, path = '', query = ''] of shown)
      expect({ path, query, errors: proxy.errorsOf(path, query) }).toEqual({ path, query, errors: [] })
  })

  it.each([
    'source=alpha,beta',
    'source=alpha&source=beta',
    'source=-alpha,-beta&category=a%20b,c',
    'fields=id,title&fields=url&include=content,scoreBreakdown',
    'ids=1,2,3&ids=4',
    'ids=9007199254740991',
    'tag=sea,-shore&language=en,de&region=us',
    'from=2026-03-01&to=2026-03-02T10:00:00Z&seenFrom=2026-03-01T00:00:00.000Z',
    'limit=500&offset=0&sort=firstSeen&minScore=0.5&distinct=story',
  ])('passes %s, and so does the service', async (query) => {
    expect(proxy.errorsOf('/api/items', query)).toEqual([])
    expect((await ask(`${api.base}/api/items?${query}`)).status).toBe(200)
  })

  it.each([
    'source=',
    'source=a,,b',
    'fields=id,nope',
    'ids=1,x',
    'limit=0',
    'limit=x',
    'sort=best',
    'nope=1',
  ])('refuses %s, and so does the service', async (query) => {
    expect(proxy.errorsOf('/api/items', query)).not.toEqual([])
    expect((await ask(`${api.base}/api/items?${query}`)).status).toBe(400)
  })

  it('passes every answer without `fields`', async () => {
    for (const path of Object.keys(document.paths).filter((each) => !/^\/(icons|api-docs)/.test(each))) {
      for (const query of [queryWith(path, '', []), 'nope=%zz']) {
        const reply = await ask(`${api.base}${path}?${query}`)

        if (reply.json === undefined) continue
        expect({ path, errors: proxy.bodyErrorsOf(path, reply.status, reply.json) }).toEqual({
          path,
          errors: [],
        })
      }
    }
    const reply = await ask(`${api.base}/api/items?include=content,scoreBreakdown`)
    expect(proxy.bodyErrorsOf('/api/items', 200, reply.json)).toEqual([])
  })
})

describe('every answer', () => {
  it('has an example that its schema allows', () => {
    let count = 0
    for (const [path, { get }] of Object.entries(document.paths)) {
      for (const [status, { content = {} }] of Object.entries(get?.responses ?? {})) {
        for (const [mimeType, media] of Object.entries(content)) {
          if (mimeType.startsWith('image/')) continue
          count += 1
          const { example } = media as { example?: unknown }
          expect({ path, status, hasExample: example !== undefined }).toEqual({
            path,
            status,
            hasExample: true,
          })
          // Beside JSON, which the schema describes.
          if (mimeType === 'text/html' || mimeType === 'text/markdown') continue
          const errors = proxy.bodyErrorsOf(path, Number(status), example)
          expect({ path, status, errors }).toEqual({ path, status, errors: [] })
        }
      }
    }
    expect(count).toBeGreaterThan(100)
  })

  it('is declared on every path where the service gives it on every path', () => {
    for (const [path, { get }] of Object.entries(document.paths)) {
      const declared = Object.keys(get?.responses ?? {})
      const unlimited = ['/api/health', '/livez', '/readyz', '/icons/{source}'].includes(path)
      expect({ path, declared }).toEqual({
        path,
        declared: expect.arrayContaining(['400', '405', '408', '431', '500', ...(unlimited ? [] : ['429'])]),
      })
    }
  })

  it('describes each of its fields, and has no others', () => {
    const undescribed: string[] = []
    const open: string[] = []
    const walk = (schema: Json, at: string): void => {
      if (schema['type'] === 'object' && schema['additionalProperties'] === undefined) open.push(at)
      for (const [name, child] of Object.entries((schema['properties'] ?? {}) as Record<string, Json>)) {
        if (child['description'] === undefined && child['$ref'] === undefined)
          undescribed.push(`${at}.${name}`)
        walk(child, `${at}.${name}`)
      }
      for (const child of [schema['items'], ...((schema['anyOf'] ?? []) as Json[])])
        if (child) walk(child as Json, at)
    }
    for (const [name, schema] of Object.entries(document.components.schemas)) walk(schema as Json, name)

    expect({ undescribed, open }).toEqual({ undescribed: [], open: [] })
  })
})

type Json = Readonly<Record<string, unknown>>
