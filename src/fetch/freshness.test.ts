import { describe, expect, it } from 'vitest'
import { DAY_MS } from '../model/time.ts'
import { freshFor, serverTime } from './response.ts'

const NOW = Date.UTC(2024, 0, 1, 12)

describe('how long an answer stays fresh', () => {
  it.each([
    [{ 'cache-control': 'max-age=600' }, 600_000],
    [{ 'cache-control': 'public, Max-Age="60"', age: '20' }, 40_000],
    [{ 'cache-control': 's-maxage=9, max-age=60' }, 60_000],
    [{ 'cache-control': 'max-age=60', expires: 'Mon, 01 Jan 2024 13:00:00 GMT' }, 60_000],
    [{ expires: 'Mon, 01 Jan 2024 13:00:00 GMT' }, 3_600_000],
    [{ 'cache-control': 'max-age=31536000' }, DAY_MS],
    [{ 'cache-control': 'max-age=0' }, undefined],
    [{ 'cache-control': 'max-age=60', age: '90' }, undefined],
    [{ 'cache-control': 'no-cache, max-age=60' }, undefined],
    [{ expires: '0' }, undefined],
    [{ expires: 'Mon, 01 Jan 2024 11:00:00 GMT' }, undefined],
    [{}, undefined],
  ])('is read of %j', (headers, freshForMs) => {
    expect(freshFor(new Map(Object.entries(headers)), NOW)).toBe(freshForMs)
  })
})

describe('the time of a server', () => {
  it.each([
    [{ date: 'Mon, 01 Jan 2024 12:00:00 GMT' }, NOW],
    [{ date: 'Mon, 01 Jan 2024 10:00:00 GMT', age: '7200' }, NOW],
    [{ date: 'Mon, 01 Jan 2024 12:00:00 GMT', age: 'old' }, NOW],
    [{ date: 'Monday, 01-Jan-24 12:00:00 GMT' }, NOW],
    [{ date: '1704110400' }, undefined],
    [{ date: '+275760-09-13T00:00:00Z' }, undefined],
    [{ date: 'today' }, undefined],
    [{ age: '7200' }, undefined],
    [{}, undefined],
  ])('is read of %j', (headers, at) => {
    expect(serverTime(new Map(Object.entries(headers)))).toBe(at)
  })
})
