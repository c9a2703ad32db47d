import type { IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import type { FetchResult } from '../../src/model/entry.ts'
import { NO_VALIDATORS, type SourceState } from '../../src/model/source.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/model/time.ts'
import { hasStaleValidators, locationAfter } from '../../src/pipeline/source-location.ts'
import { aSource, never, serve, stateAfter } from './loopback.ts'
import { collecting } from './visiting.ts'

const NOW = Date.UTC(2026, 10, 16)
const FUTURE = 'Sat, 16 Nov 2041 19:11:00 GMT'
const PAST = 'Tue, 05 Mar 2024 09:30:00 GMT'

describe('a server that says for ever that nothing changed', () => {
  it.each<[string, number, number, number]>([
    ['6 visits of a source of one entry an hour, each hour', HOUR_MS, HOUR_MS, 6],
    ['12 visits at the usual interval', 30 * MINUTE_MS, 30 * MINUTE_MS, 12],
    ['20 visits where they are frequent', 5 * MINUTE_MS, 5 * MINUTE_MS, 20],
    ['6 visits where they are rare', DAY_MS, DAY_MS, 6],
    ['a week, however few visits it has', 5 * MINUTE_MS, 2 * DAY_MS, 4],
  ])(
    'is asked for the whole document after %s, and always once that has news',
    async (_, everyMs, waitMs, times) => {
      const feed = await openFrozen()

      await feed.visit(everyMs, 0)
      feed.entries.push('Two')
      for (let time = 1; time <= times; time++) await feed.visit(everyMs, time * waitMs)
      const frozen = feed.titles()
      await feed.visit(everyMs, (times + 1) * waitMs)
      const free = feed.titles()
      await feed.visit(everyMs, (times + 2) * waitMs)
      feed.entries.push('Three')
      await feed.visit(everyMs, (times + 3) * waitMs)

      expect(frozen).toEqual(['One'])
      expect(free).toEqual(['One', 'Two'])
      expect(feed.titles()).toEqual(['One', 'Two', 'Three'])
      expect(feed.asked.map(({ headers }) => headers['if-none-match'] ?? headers['cache-control'])).toEqual([
        undefined,
        ...Array.from({ length: times }, () => '"1"'),
        'no-cache',
        'no-cache',
        'no-cache',
      ])
    },
  )

  it('is asked again on condition when the whole document is the same', async () => {
    const feed = await openFrozen()

    for (let time = 0; time < 60; time++) await feed.visit(30 * MINUTE_MS, time * 30 * MINUTE_MS)

    expect(feed.asked.filter(({ headers }) => headers['if-none-match'] === undefined)).toHaveLength(5)
    expect(feed.titles()).toEqual(['One'])
  })

  it('is asked on condition again once news come with another validator', async () => {
    const feed = await openFrozen()
    for (let time = 0; time <= 6; time++) await feed.visit(HOUR_MS, time * HOUR_MS)
    feed.entries.push('Two')
    await feed.visit(HOUR_MS, 7 * HOUR_MS)
    await feed.visit(HOUR_MS, 8 * HOUR_MS)
    feed.answers.etag = '"2"'
    feed.entries.push('Three')

    for (let time = 9; time <= 10; time++) await feed.visit(HOUR_MS, time * HOUR_MS)

    expect(feed.titles()).toEqual(['One', 'Two', 'Three'])
    expect(feed.asked.slice(-3).map(({ headers }) => headers['if-none-match'])).toEqual([
      undefined,
      undefined,
      '"2"',
    ])
  })
})

it.each([400, 412, 500, 503])(
  'a server that fails by %i where a request has conditions is asked without them',
  async (status) => {
    const feed = await openFrozen(status)

    for (let time = 0; time < 5; time++) {
      feed.entries.push(`Part ${time}`)
      await feed.visit(HOUR_MS, time * HOUR_MS)
    }

    expect(feed.asked.map(({ headers }) => headers['if-none-match'])).toEqual([
      undefined,
      '"1"',
      undefined,
      undefined,
      undefined,
    ])
    expect(feed.titles().at(-1)).toBe('Part 4')
  },
)

describe('an ETag of an answer that nothing changed', () => {
  it.each([
    ['"a"', '"b"', undefined],
    ['W/"a"', '"b"', undefined],
    ['"a"', 'W/"a"', '"a"'],
    ['"a-gzip"', '"a"', '"a-gzip"'],
    ['"a"', '"a;br"', '"a"'],
    ['"a"', undefined, '"a"'],
  ])(
    'that is not that of the document makes the next request one for the whole: %s, then %s',
    async (etag, later, sent) => {
      const asked: (string | undefined)[] = []
      const site = await serve({
        '/feed': ({ headers }, response) => {
          const known = headers['if-none-match']
          asked.push(known)
          response.writeHead(
            known === undefined ? 200 : 304,
            known === undefined ? { etag } : later === undefined ? {} : { etag: later },
          )
          response.end(known === undefined ? feedOf(['One']) : undefined)
        },
      })
      const source = aSource({ url: `${site.url}/feed` })
      const collector = collecting()
      const first = await collector.collect(source, undefined, never())
      const second = await collector.collect(source, stateAfter(first), never())

      await collector.collect(source, { ...stateAfter(first), ...stateAfter(second) }, never())

      expect(second.kind).toBe('unchanged')
      expect(asked).toEqual([undefined, etag, sent])
    },
  )
})

describe('no validator', () => {
  it.each<[string, Record<string, string>, string | null, string | null]>([
    ['is a Last-Modified in the future', { 'last-modified': FUTURE }, null, null],
    ['is an ETag that is such a date', { etag: FUTURE, 'last-modified': FUTURE }, null, null],
    ['is one in quotes', { etag: `"${FUTURE}"` }, null, null],
    ['is a weak one', { etag: `W/"${FUTURE}"` }, null, null],
    ['is one in another form', { etag: '"2041-11-16T19:11:00.000Z"' }, null, null],
    [
      'is a Last-Modified in an old form',
      { 'last-modified': 'Saturday, 16-Nov-41 19:11:00 GMT' },
      null,
      null,
    ],
    ['is a Last-Modified in the form of C', { 'last-modified': 'Sat Nov 16 19:11:00 2041' }, null, null],
    ['is a Last-Modified of 1980', { 'last-modified': 'Tue, 01 Jan 1980 00:00:01 GMT' }, null, null],
    ['is one of 1970', { etag: '"a"', 'last-modified': 'Thu, 01 Jan 1970 00:00:00 GMT' }, '"a"', null],
    ['is -1', { 'last-modified': '-1' }, null, null],
    ['but the ETag beside it', { etag: '"a"', 'last-modified': FUTURE }, '"a"', null],
    ['but a date that has passed', { etag: `"${PAST}"`, 'last-modified': PAST }, `"${PAST}"`, PAST],
    ['but a number', { etag: '"2041"', 'last-modified': '4000000000' }, '"2041"', '4000000000'],
    ['but a word', { etag: '"may-9999"' }, '"may-9999"', null],
    [
      'but a time that the clock of the server has reached',
      { 'last-modified': FUTURE, date: FUTURE },
      null,
      FUTURE,
    ],
  ])('%s', async (_, headers, etag, lastModified) => {
    const site = await serve({
      '/feed': (_, response) => response.writeHead(200, { date: PAST, ...headers }).end(feedOf(['One'])),
    })

    const collected = await collecting({ now: () => NOW }).collect(
      aSource({ url: `${site.url}/feed` }),
      undefined,
      never(),
    )

    expect(collected).toMatchObject({ kind: 'entries', validators: { etag, lastModified } })
  })
})

describe('validators', () => {
  it('are sent to the address that gave them, not to another that a redirect leads to', async () => {
    const seen: string[] = []
    const site = await serve({
      '/feed': (request, response) => {
        seen.push(said(request))
        response.writeHead(302, { location: to }).end()
      },
      '/2026': (request, response) => {
        seen.push(said(request))
        response.setHeader('etag', '"1"').end(feedOf(['One']))
      },
      '/2027': (request, response) => {
        seen.push(said(request))
        if (request.headers['if-none-match'] === undefined) response.end(feedOf(['Two']))
        else response.writeHead(304).end()
      },
    })
    let to = '/2026'
    const source = aSource({ url: `${site.url.replace('://', '://jo:secret@')}/feed` })
    const collector = collecting()
    const first = await collector.collect(source, undefined, never())
    const state = { ...stateAfter(first), location: locationAfter(undefined, source, first, 0, NOW) }
    await collector.collect(source, state, never())
    to = '/2027'

    const third = await collector.collect(source, state, never())

    expect(third).toMatchObject({ kind: 'entries', entries: [{ title: 'Two' }] })
    expect(seen).toEqual(['/feed -', '/2026 -', '/feed -', '/2026 "1"', '/feed -', '/2027 -'])
  })
})

/** A feed whose server answers every conditional request with a status, and its visits. */
async function openFrozen(status = 304): Promise<{
  readonly entries: string[]
  readonly answers: { etag: string }
  readonly asked: IncomingMessage[]
  readonly titles: () => string[]
  readonly visit: (everyMs: number, laterMs: number) => Promise<void>
}> {
  const entries = ['One']
  const answers = { etag: '"1"' }
  const asked: IncomingMessage[] = []
  const site = await serve({
    '/feed': (request, response) => {
      asked.push(request)
      if (request.headers['if-none-match'] !== undefined) response.writeHead(status).end()
      else response.setHeader('etag', answers.etag).end(feedOf(entries))
    },
  })
  let now = NOW
  const collector = collecting({ now: () => now })
  let state: SourceState | undefined
  let read: Extract<FetchResult, { kind: 'entries' }> | undefined
  return {
    entries,
    answers,
    asked,
    titles: () => read?.entries.map(({ title }) => title) ?? [],
    async visit(everyMs, laterMs) {
      now = NOW + laterMs
      const source = aSource({ url: `${site.url}/feed`, everyMs })
      const collected = await collector.collect(source, state, never())
      const hasNews = collected.kind === 'entries' && collected.entries.length !== read?.entries.length
      const stale = hasStaleValidators(state, collected, hasNews)
      if (collected.kind === 'entries') read = collected
      const consecutiveErrors = collected.kind === 'failed' ? (state?.consecutiveErrors ?? 0) + 1 : 0
      state = {
        ...stateAfter(collected),
        ...(collected.kind === 'failed' && { validators: state?.validators ?? NO_VALIDATORS }),
        consecutiveErrors,
        documentHash: read?.documentHash ?? null,
        location: {
          ...locationAfter(state?.location, source, collected, consecutiveErrors, now),
          hasStaleValidators: stale,
        },
      }
    },
  }
}

function said({ url, headers }: IncomingMessage): string {
  return `${url} ${headers['if-none-match'] ?? '-'}`
}

function feedOf(titles: readonly string[]): string {
  return `<rss version="2.0"><channel><title>Tides</title>${titles
    .map((title) => `<item><title>${title}</title><link>/${title}</link></item>`)
    .join('')}</channel></rss>`
}
