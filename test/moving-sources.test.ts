import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openCollecting } from '../src/cli/collecting.ts'
import { openStore } from '../src/cli/open-store.ts'
import { loadConfig } from '../src/config/load.ts'
import type { SourceReport } from '../src/model/source-report.ts'
import type { SourceEventKind } from '../src/model/source.ts'
import { DAY_MS, HOUR_MS } from '../src/model/time.ts'
import { openSite, type Pages, type Site } from './collect/loopback.ts'

const FEED =
  '<rss version="2.0"><channel><title>Paper</title><item><title>One</title><link>/1</link></item></channel></rss>'
const PAGE =
  '<!doctype html><html><head><title>Paper</title><link rel="alternate" type="application/rss+xml" href="/new"></head></html>'

let folder: string
let site: Site
/** What the site has; tests change it between visits. */
let pages: Record<string, Pages[string]>

beforeEach(async () => {
  pages = {}
  const has =
    (path: string): Pages[string] =>
    (request, response) => {
      const page = pages[path]
      if (page === undefined) response.writeHead(404).end()
      else if (typeof page === 'function') page(request, response)
      else response.end(page)
    }
  site = await openSite(
    Object.fromEntries(
      ['/', '/feed', '/new', '/all', '/2026/feed', '/2027/feed'].map((path) => [path, has(path)]),
    ),
  )
  folder = mkdtempSync(join(tmpdir(), 'digest-moving-'))
  const settings = {
    collect: { allowAddresses: ['127.0.0.0/8'], timeout: '60s' },
    sources: [{ id: 'paper', url: `${site.url}/feed` }],
  }
  writeFileSync(join(folder, 'digest.yaml'), JSON.stringify(settings))
})

afterEach(async () => {
  await site.close()
  rmSync(folder, { recursive: true })
})

it('a source that is redirected for good is visited at its new address from the third visit on, also after restarts', async () => {
  pages = { '/feed': (_, response) => response.writeHead(301, { location: '/new' }).end(), '/new': FEED }

  for (let visits = 0; visits < 3; visits++) await visit()
  const { report, events } = await visit()

  expect(site.requests).toEqual(['/feed', '/new', '/feed', '/new', '/new', '/new'])
  expect(report).toMatchObject({ feedUrl: `${site.url}/feed`, movedTo: `${site.url}/new`, itemCount: 1 })
  expect(report?.health.status).toBe('ok')
  expect(events).toEqual(['moved'])
})

it('a source that is redirected for the time being is asked at its own address each time', async () => {
  pages = { '/feed': (_, response) => response.writeHead(302, { location: '/new' }).end(), '/new': FEED }

  for (let visits = 0; visits < 3; visits++) await visit()

  expect(site.requests).toEqual(['/feed', '/new', '/feed', '/new', '/feed', '/new'])
})

it('a feed that went elsewhere on its site is found, kept, and told', async () => {
  pages = { '/feed': FEED }
  await visit()
  pages = { '/': PAGE, '/new': FEED.replace('One', 'Two').replace('/1', '/2') }

  const missed = await visit()
  const found = await visit()
  const after = await visit()

  expect(missed.report?.health).toMatchObject({ status: 'degraded', lastStatus: 404 })
  expect(found.report).toMatchObject({
    movedTo: `${site.url}/new`,
    itemCount: 2,
    health: { consecutiveErrors: 0 },
  })
  expect(after.events).toEqual(['moved'])
  expect(site.requests.slice(-1)).toEqual(['/new'])
})

it('an address that was kept and fails is given up for the configured one', async () => {
  pages = { '/feed': (_, response) => response.writeHead(308, { location: '/new' }).end(), '/new': FEED }
  for (let visits = 0; visits < 2; visits++) await visit()
  pages = { '/feed': FEED.replace('One', 'Two') }

  for (let visits = 0; visits < 3; visits++) await visit()
  const { report, events } = await visit()

  expect(site.requests.slice(4)).toEqual(['/new', '/new', '/new', '/feed'])
  expect(report).toMatchObject({ movedTo: null, health: { status: 'degraded', consecutiveErrors: 0 } })
  expect(events).toEqual(['recovered', 'failing', 'moved'])
})

describe('the configured address stays the truth', () => {
  const LATER = [0, 2, 4, 6].map((days) => days * DAY_MS)
  const feedOf = (...names: string[]): string =>
    `<rss version="2.0"><channel><title>Paper</title>${names
      .map((name) => `<item><title>Report ${name}</title><link>/${name}</link></item>`)
      .join('')}</channel></rss>`
  const redirect =
    (location: string): Pages[string] =>
    (_, response) =>
      response.writeHead(301, { location }).end()
  const page = (feed: string): string => PAGE.replace('/new', feed)

  it.each<[string, Pages[string], Pages[string], Record<string, string>, string | null]>([
    [
      'it redirects to another feed each year',
      redirect('/2026/feed'),
      redirect('/2027/feed'),
      { '/2026/feed': feedOf('a', 'b'), '/2027/feed': feedOf('c', 'd') },
      '/2027/feed',
    ],
    [
      'its page names another feed each year',
      page('/2026/feed'),
      page('/2027/feed'),
      { '/2026/feed': feedOf('a', 'b'), '/2027/feed': feedOf('c', 'd') },
      '/2027/feed',
    ],
    [
      'it led to the feed of the whole site for a while',
      redirect('/all'),
      feedOf('c', 'd'),
      { '/all': feedOf('a', 'b') },
      null,
    ],
    ['a page took its place for a while', page('/all'), feedOf('c', 'd'), { '/all': feedOf('a', 'b') }, null],
  ])('where %s', async (_, before, after, feeds, movedTo) => {
    pages = { '/feed': before, ...feeds }
    for (let visits = 0; visits < 3; visits++) await visit()
    pages = { '/feed': after, ...feeds }

    const soon = await visit()
    await visit(2 * DAY_MS)
    await visit(2 * DAY_MS + HOUR_MS)
    const { report } = await visit(2 * DAY_MS + 2 * HOUR_MS)

    expect(soon.report?.itemCount).toBe(2)
    expect(report).toMatchObject({
      itemCount: 4,
      movedTo: movedTo === null ? null : site.url + movedTo,
      health: { status: 'ok' },
    })
  })

  it('and is asked for it every two days', async () => {
    pages = { '/feed': redirect('/new'), '/new': FEED }
    for (let visits = 0; visits < 2; visits++) await visit()
    site.requests.splice(0)

    for (let hours = 1; hours <= 10 * 24; hours += 12) await visit(hours * HOUR_MS)

    expect(site.requests.filter((path) => path === '/feed')).toHaveLength(4)
    expect(site.requests.filter((path) => path === '/new')).toHaveLength(20)
  })

  it('though it is gone, while the address that it led to has the feed', async () => {
    pages = { '/feed': redirect('/new'), '/new': FEED }
    for (let visits = 0; visits < 2; visits++) await visit()
    pages = { '/new': feedOf('a') }

    const reports = []
    for (const later of LATER) reports.push((await visit(later)).report)

    expect(reports.map((report) => report?.health.consecutiveErrors)).toEqual([0, 0, 0, 0])
    expect(reports.at(-1)).toMatchObject({ movedTo: `${site.url}/new`, itemCount: 2 })
  })
})

it('a source that is gone for good is told, and back with its first answer', async () => {
  pages = { '/feed': (_, response) => response.writeHead(410).end() }
  const gone = await visit()
  pages = { '/feed': FEED }

  const back = await visit()

  expect(gone.report?.health).toMatchObject({ status: 'gone', intervalSeconds: 7 * 86_400 })
  expect(back.report?.health).toMatchObject({ consecutiveErrors: 0, lastStatus: 200 })
  expect(back.report?.health.status).not.toBe('gone')
  expect(back.events).toEqual(['recovered', 'gone'])
})

/** A process that opens the store, visits the source out of turn so much later, and ends. */
async function visit(laterMs = 0): Promise<{
  readonly report: SourceReport | undefined
  /** Newest first. */
  readonly events: readonly SourceEventKind[]
}> {
  const config = loadConfig({ flags: { config: join(folder, 'digest.yaml') }, env: {}, cwd: folder })
  const store = await openStore(config)
  await store.syncSources(config.sources, Date.now())
  const hooks = {
    onVisit: () => undefined,
    onError: (_source: unknown, cause: unknown) => {
      throw cause
    },
  }
  const collecting = await openCollecting(config, store, hooks, () => Date.now() + laterMs)
  await collecting.schedule.runOnce('all', new AbortController().signal)
  await collecting.close()
  const [report] = await store.listSources(Date.now())
  const events = (await store.listSourceEvents(10)).map(({ kind }) => kind)
  await store.close()
  return { report, events }
}
