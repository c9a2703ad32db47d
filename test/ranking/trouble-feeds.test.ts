import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startNewsroom, type Newsroom } from '../../sample/newsroom.ts'
import { openCollecting } from '../../src/cli/collecting.ts'
import { configOf } from '../../src/cli/options.ts'
import { groupBy } from '../../src/model/group-by.ts'
import type { Source } from '../../src/model/source.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, type EpochMs } from '../../src/model/time.ts'
import { openSqliteReadStore, openSqliteStore } from '../../src/store/sqlite/open.ts'
import { aSource } from '../a-source.ts'
import { askPage } from '../api/ask.ts'
import { serve } from '../api/serve.ts'
import { openSite, type Site } from '../collect/loopback.ts'
import { runningClock } from '../running-clock.ts'

/** A Tuesday, 12:00 UTC; everybody is visited then and at six and twelve hours before. */
const NOON = Date.UTC(2026, 2, 10, 12)
const ROUNDS = [NOON - 12 * HOUR_MS, NOON - 6 * HOUR_MS, NOON]

const OUTLETS = ['harbor-herald', 'meridian-wire', 'northfield-post', 'longshore-times', 'circuit-garden']

/** The troublesome source's feed at a time. */
type Trouble = (
  at: EpochMs,
) => readonly { readonly title: string; readonly path: string; readonly at?: EpochMs }[]

let clock = ROUNDS[0] ?? NOON
let showing: Trouble = () => []
let newsroom: Newsroom
let site: Site
let untroubled: Served

beforeAll(async () => {
  newsroom = await startNewsroom({ port: 0, now: () => clock })
  newsroom.expectedStories()
  site = await openSite({ '/feed': (_, response) => response.end(feedOf(showing(clock))) })
  untroubled = await collect(undefined)
})

afterAll(async () => {
  await newsroom.close()
  await site.close()
})

describe('over HTTP, a source that misbehaves moves next to nothing of other sources in trends and at the top', () => {
  it.each<[string, Trouble]>([
    [
      'dumps 500 old items',
      (at) =>
        Array.from({ length: 500 }, (_, n) => ({
          title: `Almanac of volume ${n % 17}, leaf ${n}`,
          path: `/archive/${n}`,
          at: at - 10 * DAY_MS - n * HOUR_MS,
        })),
    ],
    [
      'dumps 500 items without times',
      () => Array.from({ length: 500 }, (_, n) => ({ title: `Almanac leaf ${n}`, path: `/archive/${n}` })),
    ],
    [
      'repeats one story 100 times',
      (at) =>
        Array.from({ length: 100 }, (_, n) => ({
          title: 'Everything must go at the great Quillmart summer sale',
          path: `/sale/${at}-${n}`,
          at: at - n * 7 * MINUTE_MS,
        })),
    ],
    [
      'dates everything now, at every visit',
      (at) =>
        Array.from({ length: 60 }, (_, n) => ({
          title: `Recipe ${n} from grandmother’s kitchen drawer`,
          path: `/recipes/${n}`,
          at,
        })),
    ],
  ])(
    'that %s',
    async (_, trouble) => {
      const troubled = await collect(trouble)

      expect(troubled.own).toBeGreaterThan(50)
      expect(untroubled.hot.length).toBeGreaterThan(300)
      expect(untroubled.trending.length).toBeGreaterThan(5)
      // What a source brings teaches the clusterer, if little, which words are rare: a story that hung by a
      // thread may come out differently.
      const trends = troubled.trending.filter((one) =>
        untroubled.trending.some((other) => isDeepStrictEqual(one, other)),
      )
      expect(Math.abs(troubled.trending.length - untroubled.trending.length)).toBeLessThanOrEqual(1)
      expect(trends.length).toBeGreaterThanOrEqual(untroubled.trending.length - 2)
      const before = new Map(untroubled.hot.map((item) => [item.url, item]))
      const same = troubled.hot.filter((item) => isDeepStrictEqual(item, before.get(item.url)))
      const kept = new Set(same.map(({ url }) => url))
      expect(same.length / untroubled.hot.length).toBeGreaterThan(0.94)
      expect(untroubled.hot.slice(0, 100).filter(({ url }) => kept.has(url)).length).toBeGreaterThanOrEqual(
        93,
      )
      expect(same).toEqual(untroubled.hot.filter(({ url }) => kept.has(url)))
    },
    120_000,
  )
})

/** All that the service tells of the other sources' items: order, scores, stories and trends. */
interface Served {
  readonly hot: readonly {
    readonly url: unknown
    readonly score: unknown
    readonly story: unknown
    /** Items of its story: the newest of them tells its headline's place in hot. */
    readonly reports: readonly unknown[]
    /** Stands for its story: its place in hot tells the story's coverage. */
    readonly isHeadline: boolean
  }[]
  readonly trending: readonly unknown[]
  /** Items of the troublesome source. */
  readonly own: number
}

/** Three rounds of visits by the service's own collecting, the troublesome source first; then what is served. */
async function collect(trouble: Trouble | undefined): Promise<Served> {
  const folder = await mkdtemp(join(tmpdir(), 'digest-trouble-'))
  const file = join(folder, 'digest.db')
  const outlets = newsroom.sources.filter(({ id }) => OUTLETS.includes(id))
  const source = aSource('trouble', { url: `${site.url}/feed` })
  const sources = trouble === undefined ? outlets : [source, ...outlets]
  showing = trouble ?? (() => [])
  for (const at of ROUNDS) await collectAll(file, folder, sources, at)
  const store = await openSqliteReadStore(file, { now: () => clock })
  const served = await serve(store)
  served.now = NOON + MINUTE_MS
  const hot = await askAll(`${served.base}/api/items?source=-trouble&sort=hot&limit=500`)
  const leads = await askAll(`${served.base}/api/items?source=-trouble&sort=hot&distinct=story&limit=500`)
  const headlines = new Set(leads.map(({ url }) => url))
  const trending = await askPage(`${served.base}/api/trending?hours=24&limit=500`)
  const own = await askPage(`${served.base}/api/items?source=trouble`)
  await served.close()
  await store.close()
  await rm(folder, { recursive: true })
  const stories = groupBy(hot, ({ story }) => (story as { id: number }).id)
  return {
    hot: hot.map((item) => ({
      url: item['url'],
      reports: (stories.get((item['story'] as { id: number }).id) ?? [])
        .map(({ url }) => String(url))
        .toSorted(),
      score: item['score'],
      story: counts(item['story']),
      isHeadline: headlines.has(item['url']),
    })),
    // Its own number may move in the third digit: one source more that publishes is a little more to expect.
    trending: trending.items
      .filter((item) => item['source'] !== 'trouble')
      .map((item) => ({ url: item['url'], trend: counts(item['trend']) })),
    own: own.total,
  }
}

async function collectAll(
  file: string,
  folder: string,
  sources: readonly Source[],
  at: EpochMs,
): Promise<void> {
  clock = at
  // Waits follow the clock, so it must go on.
  const now = runningClock(at)
  const settings = configOf({ data: folder })
  const loopback = { allowAddresses: ['127.0.0.0/8'], hostSpacingMs: 0, timeoutMs: MINUTE_MS }
  // One after the other: a score is written in steps, and so depends a little on who was visited first.
  const collect = { ...settings.collect, ...loopback, perHost: 1 }
  const writer = await openSqliteStore(file, { now })
  await writer.syncSources(sources, now())
  const failed: string[] = []
  const collecting = await openCollecting(
    { ...settings, sources, collect },
    writer,
    {
      onVisit: ({ sourceId, collected }) => collected.kind === 'failed' && failed.push(sourceId),
      onError: (_, cause) => failed.push(String(cause)),
    },
    now,
  )
  await collecting.schedule.runOnce('all', new AbortController().signal)
  await collecting.close()
  await writer.close()
  expect(failed).toEqual([])
}

async function askAll(address: string) {
  const all: Awaited<ReturnType<typeof askPage>>['items'][number][] = []
  for (let offset = 0; ; offset += 500) {
    const page = await askPage(`${address}&offset=${offset}`)
    all.push(...page.items)
    if (!page.hasMore) return all
  }
}

function counts(story: unknown): unknown {
  const { itemCount, sourceCount } = story as { itemCount: number; sourceCount: number }
  return { itemCount, sourceCount }
}

function feedOf(items: ReturnType<Trouble>): string {
  const entries = items.map(
    ({ title, path, at }) =>
      `<item><title>${title}</title><link>https://trouble.example${path}</link>` +
      `${at === undefined ? '' : `<pubDate>${new Date(at).toUTCString()}</pubDate>`}</item>`,
  )
  return `<rss version="2.0"><channel><title>Trouble</title><link>https://trouble.example/</link>${entries.join('')}</channel></rss>`
}
