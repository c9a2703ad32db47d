import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { openCollecting } from '../src/cli/collecting.ts'
import { openStore } from '../src/cli/open-store.ts'
import { loadConfig } from '../src/config/load.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../src/model/time.ts'
import { openSite } from './collect/loopback.ts'

/** A request as the server recorded it. */
interface Recorded {
  readonly at: number
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
}

type Answer = (request: IncomingMessage, response: ServerResponse, at: number) => void

const BEGIN = Date.UTC(2026, 2, 2, 8)
const STEP_MS = MINUTE_MS

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

/** Collects for a time from a server that records all requests, as a service does: every minute what is due. */
async function record(answer: Answer, forMs: number, every = '30m'): Promise<readonly Recorded[]> {
  const requests: Recorded[] = []
  const failures: unknown[] = []
  let now = BEGIN
  const take: Answer = (request, response) => {
    requests.push({
      at: now,
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
    })
    response.setHeader('date', new Date(now).toUTCString())
    answer(request, response, now)
  }
  const site = await openSite({
    '/feed': (request, response) => take(request, response, now),
    ...others(take),
  })
  const folder = mkdtempSync(join(tmpdir(), 'digest-polite-'))
  folders.push(folder)
  const settings = {
    collect: { allowAddresses: ['127.0.0.0/8'], contact: 'ann@reader.example', every, timeout: '60s' },
    sources: [{ id: 'paper', url: `${site.url}/feed` }],
  }
  writeFileSync(join(folder, 'digest.yaml'), JSON.stringify(settings))
  const config = loadConfig({ env: {}, cwd: folder })
  const store = await openStore(config)
  await store.syncSources(config.sources, now)
  const signal = new AbortController().signal
  const collecting = await openCollecting(
    config,
    store,
    { onVisit: () => undefined, onError: (_, cause) => failures.push(cause) },
    () => now,
  )
  for (; now < BEGIN + forMs; now += STEP_MS) {
    await collecting.schedule.runOnce('due', signal)
    await collecting.refreshIcons(signal)
  }
  await collecting.close()
  await store.close()
  await site.close()
  expect(failures).toEqual([])
  return requests
}

/** Everything beside the feed that a reader may ask a site for. */
function others(take: Answer) {
  const paths = ['/', '/robots.txt', '/favicon.ico', '/icon.png']
  return Object.fromEntries(
    paths.map((path) => [
      path,
      (request: IncomingMessage, response: ServerResponse) => take(request, response, 0),
    ]),
  )
}

const FEED =
  '<rss version="2.0"><channel><title>Paper</title><link>/</link>EXTRA<item><title>One</title><link>/1</link></item></channel></rss>'
const ofFeed = (requests: readonly Recorded[]) => requests.filter(({ path }) => path === '/feed')
/** Times between requests of the feed, ms. */
const gaps = (requests: readonly Recorded[]) =>
  ofFeed(requests).flatMap(({ at }, index, all) => (index === 0 ? [] : [at - (all[index - 1]?.at ?? 0)]))
const plainly: Answer = ({ url }, response) =>
  url === '/feed' ? response.end(FEED.replace('EXTRA', '')) : response.writeHead(404).end()

/** What lists of good behaviour of feed readers ask for. Each line of docs/visits.md names one. */
const BEHAVIOURS: Readonly<Record<string, () => Promise<void>>> = {
  'sends both validators back as they came': async () => {
    const [etag, modified] = ['W/"a-1"', 'Sun, 01 Mar 2026 10:00:00 GMT']
    const requests = await record(({ url, headers }, response) => {
      if (url !== '/feed') return void response.writeHead(404).end()
      response.setHeader('etag', etag).setHeader('last-modified', modified)
      if (headers['if-none-match'] === etag) response.writeHead(304).end()
      else response.end(FEED.replace('EXTRA', ''))
    }, 16 * HOUR_MS)

    const [first, ...later] = ofFeed(requests)
    expect(first?.headers).not.toHaveProperty('if-none-match')
    expect(later.length).toBeGreaterThan(1)
    for (const { headers } of later) {
      expect(headers['if-none-match']).toBe(etag)
      expect(headers['if-modified-since']).toBe(modified)
    }
  },
  'takes new validators from each answer, and sends none where there were none': async () => {
    let count = 0
    const requests = await record(({ url }, response) => {
      if (url !== '/feed') return void response.writeHead(404).end()
      count += 1
      if (count < 3) response.setHeader('etag', `"${count}"`)
      response.end(FEED.replace('EXTRA', `<description>${count}</description>`))
    }, 30 * HOUR_MS)

    const sent = ofFeed(requests).map(({ headers }) => headers['if-none-match'])
    expect(sent.slice(0, 4)).toEqual([undefined, '"1"', '"2"', undefined])
  },
  'asks no sooner than Cache-Control says': async () => {
    const requests = await record((request, response, at) => {
      response.setHeader('cache-control', 'public, max-age=10800')
      plainly(request, response, at)
    }, DAY_MS)

    expect(gaps(requests).length).toBeGreaterThan(1)
    expect(Math.min(...gaps(requests))).toBeGreaterThanOrEqual(3 * HOUR_MS)
  },
  'asks no sooner than the ttl of the feed': async () => {
    const requests = await record(
      ({ url }, response) =>
        void (url === '/feed'
          ? response.end(FEED.replace('EXTRA', '<ttl>240</ttl>'))
          : response.writeHead(404).end()),
      DAY_MS,
    )

    expect(gaps(requests).length).toBeGreaterThan(1)
    expect(Math.min(...gaps(requests))).toBeGreaterThanOrEqual(4 * HOUR_MS)
  },
  'rests in skipHours': async () => {
    const hours = [...Array(24).keys()].filter((hour) => hour < 6 || hour > 20)
    const skip = `<skipHours>${hours.map((hour) => `<hour>${hour}</hour>`).join('')}</skipHours>`
    const requests = await record(
      ({ url }, response) =>
        void (url === '/feed' ? response.end(FEED.replace('EXTRA', skip)) : response.writeHead(404).end()),
      2 * DAY_MS,
    )

    const asked = ofFeed(requests).map(({ at }) => new Date(at).getUTCHours())
    expect(asked.length).toBeGreaterThan(2)
    expect(asked.filter((hour) => hours.includes(hour))).toEqual([])
  },
  'tries once after 429, when Retry-After says': async () => {
    const requests = await record((request, response, at) => {
      const isEarly = at < BEGIN + 3 * HOUR_MS
      if (isEarly) response.writeHead(429, { 'retry-after': '10800' }).end()
      else plainly(request, response, at)
    }, 4 * HOUR_MS)

    expect(ofFeed(requests)).toHaveLength(2)
    expect(gaps(requests)[0]).toBeGreaterThanOrEqual(3 * HOUR_MS)
  },
  'waits as long after 503, also by a date': async () => {
    const until = BEGIN + 5 * HOUR_MS
    const requests = await record((request, response, at) => {
      if (at < until) response.writeHead(503, { 'retry-after': new Date(until).toUTCString() }).end()
      else plainly(request, response, at)
    }, 6 * HOUR_MS)

    expect(ofFeed(requests)).toHaveLength(2)
    expect(gaps(requests)[0]).toBeGreaterThanOrEqual(5 * HOUR_MS)
  },
  'waits longer after each failure where nothing is said': async () => {
    const requests = await record((_, response) => void response.writeHead(500).end(), DAY_MS)

    const waits = gaps(requests)
    expect(waits.length).toBeGreaterThan(2)
    for (const [index, wait] of waits.entries())
      expect(wait).toBeGreaterThanOrEqual(30 * MINUTE_MS * 2 ** index)
  },
  'comes once a week after 410': async () => {
    const requests = await record((_, response) => void response.writeHead(410).end(), 6 * DAY_MS)

    expect(ofFeed(requests)).toHaveLength(1)
  },
  'accepts gzip and brotli, and reads both': async () => {
    const kinds = [
      ['gzip', gzipSync],
      ['br', brotliCompressSync],
    ] as const
    for (const [coding, pack] of kinds) {
      let visits = 0
      const requests = await record(({ url }, response) => {
        if (url !== '/feed') return void response.writeHead(404).end()
        visits += 1
        response.setHeader('content-encoding', coding).setHeader('etag', `"${visits}"`)
        response.end(pack(FEED.replace('EXTRA', '')))
      }, 3 * HOUR_MS)

      const [first, second] = ofFeed(requests)
      expect(first?.headers['accept-encoding']).toMatch(/\bgzip\b.*\bbr\b/)
      // A document that could not be read would have no validators.
      expect(second?.headers['if-none-match']).toBe('"1"')
    }
  },
  'says in the User-Agent who it is, with a contact, each time': async () => {
    const requests = await record(plainly, 3 * HOUR_MS)

    const agents = new Set(requests.map(({ headers }) => headers['user-agent']))
    expect([...agents]).toEqual([expect.stringMatching(/^content-digest\/\S+ \(.*\+ann@reader\.example\)$/)])
  },
  'sends GET alone, no HEAD, and one request a visit': async () => {
    const requests = await record(plainly, 6 * HOUR_MS)

    expect(new Set(requests.map(({ method }) => method))).toEqual(new Set(['GET']))
    expect(gaps(requests).filter((gap) => gap < 5 * MINUTE_MS)).toEqual([])
  },
  'fetches no icon with each visit': async () => {
    const requests = await record(plainly, 3 * DAY_MS)

    const others = requests.filter(({ path }) => path !== '/feed').map(({ path }) => path)
    expect(ofFeed(requests).length).toBeGreaterThan(3)
    expect(others.length).toBeGreaterThan(0)
    expect(new Set(others).size).toBe(others.length)
  },
  'adds nothing to the address of the feed, no cookies, no referrer': async () => {
    const requests = await record((request, response, at) => {
      response.setHeader('set-cookie', 'id=1; Path=/; Max-Age=100000')
      plainly(request, response, at)
    }, 6 * HOUR_MS)

    for (const { headers } of ofFeed(requests)) {
      expect(headers).not.toHaveProperty('cookie')
      expect(headers).not.toHaveProperty('referer')
    }
    expect(new Set(requests.map(({ path }) => path).filter((path) => path.includes('?')))).toEqual(new Set())
  },
}

it('a feed that asks for one visit a day is visited before half of its entries come and go', async () => {
  const [everyMs, shown] = [6 * MINUTE_MS, 10]
  const requests = await record(({ url }, response, at) => {
    if (url !== '/feed') return void response.writeHead(404).end()
    const newest = Math.floor(at / everyMs)
    const items = Array.from({ length: shown }, (_, index) => newest - index).map(
      (number) =>
        `<item><title>Part ${number}</title><link>/${number}</link><pubDate>${new Date(number * everyMs).toUTCString()}</pubDate></item>`,
    )
    response.end(
      `<rss version="2.0"><channel><title>Paper</title><ttl>1440</ttl>${items.join('')}</channel></rss>`,
    )
  }, 28 * HOUR_MS)

  const [first = 0, ...later] = gaps(requests)
  expect(first).toBeGreaterThanOrEqual(23 * HOUR_MS)
  expect(later.length).toBeGreaterThan(3)
  expect(Math.max(...later)).toBeLessThan(shown * everyMs)
})

describe('a recording server sees that the service', () => {
  it.each(Object.entries(BEHAVIOURS))('%s', async (_, behaves) => {
    await expect(behaves()).resolves.toBeUndefined()
  })

  it('does all that docs/visits.md counts', () => {
    const docs = readFileSync(new URL('../docs/visits.md', import.meta.url), 'utf8')
    const listed = [...docs.matchAll(/^\| (.+?) \| yes \|$/gm)].map(([, name]) => name)

    expect(listed).toEqual(Object.keys(BEHAVIOURS))
    expect(docs).toContain(`**${listed.length} of ${listed.length}**`)
  })
})
