import { describe, expect, it } from 'vitest'
import { baseUrlFinder, originForm, pathOf, prefixStripper } from './base-url.ts'

describe('prefixStripper', () => {
  const known = {
    hasFixed: (path: string) => path === '/api/items' || path === '/',
    has: (path: string) => known.hasFixed(path) || /^\/digest\/[^/]+(?:\/[^/]+)?$/.test(path),
  }

  it.each([
    ['https://x.example/digest', '/digest/api/items?limit=1', '/api/items?limit=1'],
    ['https://x.example/digest/', '/digest/api/items', '/api/items'],
    ['https://x.example/digest', '/digest', '/'],
    ['https://x.example/digest', '/digest?x=1', '/?x=1'],
    ['https://x.example/digest', '/api/items', '/api/items'],
    ['https://x.example/digest', '/digestive', '/digestive'],
    ['https://x.example/a/b', '/a/b/api/items', '/api/items'],
    ['https://x.example/api', '/api/items', '/api/items'],
    ['https://x.example/api', '/api/api/items', '/api/items'],
    // An edition's path looks as others do below `/digest`.
    ['https://x.example/digest', '/digest/digest/morning', '/digest/morning'],
    ['https://x.example/digest', '/digest/morning', '/digest/morning'],
    ['https://x.example/digest', '/digest/morning/2026-03-02', '/digest/morning/2026-03-02'],
    ['https://x.example/digest', '/digest/a/b/c', '/a/b/c'],
    ['https://x.example', '/api/items', '/api/items'],
    [undefined, '/digest/api/items', '/digest/api/items'],
  ])('under %s takes %s for %s', (baseUrl, url, expected) => {
    const strip = prefixStripper(baseUrl, known)

    const stripped = strip(url)

    expect(stripped).toBe(expected)
  })
})

describe('baseUrlFinder', () => {
  it.each([
    ['https', 'x.example:8443', 'https://x.example:8443'],
    ['HTTPS', 'x.example', 'https://x.example'],
    ['http', '[::1]:8080', 'http://[::1]:8080'],
    ['http', 'a"b', 'http://localhost'],
    ['javascript', 'x.example', 'http://x.example'],
  ])('builds links of the request from %s and %s', (protocol, host, expected) => {
    const find = baseUrlFinder(undefined)

    const base = find({ protocol, host })

    expect(base).toBe(expected)
  })
})

describe('originForm', () => {
  it.each([
    ['http://x.example/a?b=http://c/d', '/a?b=http://c/d'],
    ['HTTPS://x.example:8080/a', '/a'],
    ['http://x.example', '/'],
    ['http://x.example?a', '/?a'],
    ['/http://x.example/a', '/http://x.example/a'],
    ['*', '*'],
  ])('of %s is %s', (url, expected) => {
    expect(originForm(url)).toBe(expected)
  })
})

describe('pathOf', () => {
  it.each([
    ['/a/b?c=/d', '/a/b'],
    ['/a#b', '/a'],
    ['/a', '/a'],
  ])('of %s is %s', (url, expected) => {
    expect(pathOf(url)).toBe(expected)
  })
})
