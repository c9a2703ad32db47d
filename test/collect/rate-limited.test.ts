import type { ServerResponse } from 'node:http'
import type { LookupFunction } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import type { FetchResult } from '../../src/model/entry.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../src/model/time.ts'
import type { PageReading } from '../../src/sources/article/article-page.ts'
import { aSource, never, openCollector, serve, type Site } from './loopback.ts'

const FEED =
  '<rss version="2.0"><channel><title>Paper</title><item><title>One</title><link>/1</link></item></channel></rss>'
const START = Date.UTC(2026, 0, 1)

it.each([429, 503])('leaves a host alone that told two sources to wait by %i', async (status) => {
  const { site, visit, pass } = await open((path) =>
    path === '/three' ? {} : { status, 'retry-after': '1800' },
  )

  expect(await visit('/one')).toMatchObject({ kind: 'failed', exchange: { retryAfterMs: HOUR_MS / 2 } })
  pass(10 * SECOND_MS)
  await visit('/two')
  pass(MINUTE_MS)
  expect(await visit('/three')).toMatchObject({
    kind: 'failed',
    error: { code: 'rateLimited', message: expect.stringContaining('told another one to wait') as string },
    exchange: { status: null, retryAfterMs: 29 * MINUTE_MS },
  })
  pass(29 * MINUTE_MS)
  expect(await visit('/three')).toMatchObject({ kind: 'entries' })
  expect(site.requests).toEqual(['/one', '/two', '/three'])
})

it('asks the other sources of a host that limits one address only', async () => {
  const { site, visit, pass } = await open((path) =>
    path === '/one' ? { status: 429, 'retry-after': '3600' } : {},
  )

  for (let round = 0; round < 3; round++) {
    await visit('/one')
    pass(10 * SECOND_MS)
    expect(await visit('/two')).toMatchObject({ kind: 'entries' })
  }
  expect(site.requests).toHaveLength(6)
})

it.each([
  ['other.tide.example', false],
  ['tide.example', false],
  ['other.github.io', true],
  ['pier.example', true],
])('leaves hosts of one domain alone, and no other one: %s', async (host, isAsked) => {
  const { site, visit, pass } = await open((path) =>
    path === '/three' ? {} : { status: 429, 'retry-after': '1800' },
  )

  for (const one of ['one', 'two']) {
    await visit(`/${one}`, `${one}.${host.endsWith('.io') ? 'github.io' : 'tide.example'}`)
    pass(10 * SECOND_MS)
  }
  await visit('/three', host)

  expect(site.requests.includes('/three')).toBe(isAsked)
})

it('waits for a short pause, and then asks', async () => {
  let limited = true
  const { site, visit } = await open(() => (limited ? { status: 429, 'retry-after': '1' } : {}))

  await visit('/one')
  setTimeout(() => (limited = false), 700)

  expect(await visit('/two')).toMatchObject({ kind: 'entries' })
  expect(site.requests).toEqual(['/one', '/two'])
})

it('doubles the pause of a host that says nothing about it, until a visit succeeds', async () => {
  let limited = true
  const { visit, pass } = await open(() => (limited ? { status: 429 } : {}))
  const pauses: (number | undefined)[] = []

  for (let seconds = 10; seconds <= 80; seconds *= 2) {
    await visit('/one')
    if (seconds === 80) pauses.push((await visit('/two')).exchange.retryAfterMs)
    pass(seconds * 1_000)
  }
  limited = false
  await visit('/one')
  limited = true
  await visit('/one')
  pass(10_000)
  limited = false

  expect(pauses).toEqual([80_000])
  expect(await visit('/two')).toMatchObject({ kind: 'entries' })
})

it('asks again after an hour, whatever the host said, and when the clock was set back', async () => {
  const { site, visit, pass } = await open(() => ({ status: 429, 'retry-after': '86400' }))

  await visit('/one')
  pass(10 * SECOND_MS)
  await visit('/one')
  pass(HOUR_MS - 2 * MINUTE_MS)
  await visit('/two')
  pass(2 * MINUTE_MS)
  await visit('/two')
  pass(-24 * HOUR_MS)
  await visit('/three')

  expect(site.requests).toEqual(['/one', '/one', '/two', '/three'])
})

it('leaves other hosts and answers without such a status alone', async () => {
  const { site, visit } = await open((path) => (path === '/one' ? { status: 503 } : {}))

  expect(await visit('/one')).toMatchObject({ error: { code: 'http5xx' } })
  expect(await visit('/two')).toMatchObject({ kind: 'entries' })
  const limited = await open(() => ({ status: 429, 'retry-after': '600' }))
  await limited.visit('/one')
  expect(await visit('/three')).toMatchObject({ kind: 'entries' })
  expect(site.requests).toHaveLength(3)
})

it('leaves pages of articles alone where their host limits them, and still reads its feeds', async () => {
  const { site, visit, read, pass } = await open((path) =>
    path === '/three' ? {} : { status: 429, 'retry-after': '1800' },
  )
  const limited = { kind: 'failed', lasting: false, error: { code: 'rateLimited' } }

  expect(await read('/one')).toMatchObject(limited)
  pass(10 * SECOND_MS)
  expect(await read('/two')).toMatchObject(limited)
  expect(await read('/three')).toMatchObject(limited)
  expect(await visit('/three')).toMatchObject({ kind: 'entries' })
  pass(HOUR_MS / 2)
  await read('/two')

  expect(site.requests.filter((path) => path !== '/robots.txt')).toEqual(['/one', '/two', '/three', '/two'])
})

interface Opened {
  readonly site: Site
  /** @param host name of this machine, for this visit */
  readonly visit: (path: string, host?: string) => Promise<FetchResult>
  /** Reads the page of an article. */
  readonly read: (path: string) => Promise<PageReading>
  /** Moves the collector's clock. */
  readonly pass: (ms: number) => void
}

type Answer = { readonly status?: number } & Readonly<Record<string, string | number>>

async function open(answerOf: (path: string) => Answer): Promise<Opened> {
  let now = START
  const page = (path: string) => (_: unknown, response: ServerResponse) => {
    const { status = 200, ...headers } = answerOf(path)
    response.writeHead(status, headers).end(status === 200 ? FEED : '')
  }
  const paths = ['/one', '/two', '/three']
  const site = await serve(Object.fromEntries(paths.map((path) => [path, page(path)])))
  const lookup: LookupFunction = (_, __, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }])
  const collector = openCollector({ now: () => now, lookup })
  onTestFinished(() => collector.close())
  return {
    site,
    visit: (path, host = '127.0.0.1') =>
      collector.collect(
        aSource({ id: path.slice(1), url: site.url.replace('127.0.0.1', host) + path }),
        undefined,
        never(),
      ),
    read: (path) => collector.readArticle(site.url + path, aSource({ url: `${site.url}/three` }), never()),
    pass: (ms) => (now += ms),
  }
}
