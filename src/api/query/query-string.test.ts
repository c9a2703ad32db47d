import { describe, expect, it } from 'vitest'
import { parseQueryString, UNDECODABLE } from './query-string.ts'

describe('parseQueryString', () => {
  it.each<[string, Record<string, string[]>]>([
    ['', {}],
    ['a=1', { a: ['1'] }],
    ['a=1&b=2&a=3', { a: ['1', '3'], b: ['2'] }],
    ['a', { a: [''] }],
    ['a=', { a: [''] }],
    ['=x', { '': ['x'] }],
    ['&&a=1&', { a: ['1'] }],
    ['a=1=2', { a: ['1=2'] }],
    ['a+b=c+d%20e%2B', { 'a b': ['c d e+'] }],
    ['q=%E6%97%A5%E6%9C%AC', { q: ['日本'] }],
    ['constructor=1', { constructor: ['1'] }],
  ])('reads %s', (text, expected) => {
    const parsed = parseQueryString(text)

    expect({ ...parsed }).toEqual(expected)
  })

  it('takes __proto__ for a name like any other', () => {
    const parsed = parseQueryString('__proto__=x')

    expect(Object.keys(parsed)).toEqual(['__proto__'])
    expect(Object.getPrototypeOf({})).toBe(Object.prototype)
  })

  it.each(['a=%zz', '%=1', 'a=%c3%28', 'a=%ff'])('keeps %s aside, which has no meaning in UTF-8', (text) => {
    const parsed = parseQueryString(`b=2&${text}`)

    expect(parsed[UNDECODABLE]).toBe(text)
    expect(parsed['b']).toEqual(['2'])
  })
})
