import { describe, expect, it } from 'vitest'
import { client, failure, serve } from '../../test/collect/http-client.ts'
import { never } from '../../test/collect/loopback.ts'
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

describe('a response says how long to wait', () => {
  const [fiveAhead, later] = ['Mon, 01 Jan 2024 17:00:00 GMT', 'Mon, 01 Jan 2024 17:05:00 GMT']

  it('by the clock of its server, which may be wrong', async () => {
    const url = await serve(({ url: path }, response) => {
      response.writeHead(path === '/busy' ? 429 : 200, {
        date: fiveAhead,
        expires: later,
        'retry-after': later,
      })
      response.end()
    })
    const http = client({ now: () => NOW })

    const { exchange } = await http.get({ url, headers: {} }, never())
    const busy = await failure(http, `${url}/busy`)

    expect(exchange).toMatchObject({ freshForMs: 300_000, retryAfterMs: 300_000 })
    expect(busy.exchange).toMatchObject({ retryAfterMs: 300_000 })
  })

  it('where nothing changed too', async () => {
    const url = await serve((_, response) =>
      response.writeHead(304, { 'cache-control': 'max-age=600', 'retry-after': '60' }).end(),
    )

    const { exchange } = await client().get({ url, headers: {} }, never())

    expect(exchange).toMatchObject({ status: 304, freshForMs: 600_000, retryAfterMs: 60_000 })
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
