import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { openCollecting } from '../src/cli/collecting.ts'
import { loadConfig } from '../src/config/load.ts'
import { EVERYTHING } from '../src/model/filter.ts'
import type { Item } from '../src/model/item.ts'
import { DAY_MS, type EpochMs } from '../src/model/time.ts'
import type { Retained } from '../src/pipeline/retention.ts'
import { openSqliteStore } from '../src/store/sqlite/open.ts'
import { type Site, serve } from './collect/loopback.ts'

/** The first day, 2026-03-02 12:00 UTC. */
export const START = Date.UTC(2026, 2, 2, 12)

/** What a server answers at a time; `undefined` is 404. */
type Publish = (at: EpochMs) => string | undefined

interface Server {
  readonly publish: Publish
  /** What its clock is off by, in days; `undefined` if it states no time. */
  readonly offDays?: number | undefined
}

export interface Run {
  /** The newest first. */
  readonly items: readonly Item[]
  readonly retained: Retained
}

/** A collection that is visited now and then by a process of its own, as `collect` does, at times that a test chooses. */
export interface SingleRuns {
  /**
   * Visits all sources and applies the retention settings.
   *
   * @param day of the servers @param clockDay of this machine, where its clock is wrong
   */
  run(day: number, clockDay?: number): Promise<Run>
  /** Runs at each of the days. @returns the titles after each */
  titlesAt(...days: readonly number[]): Promise<readonly (readonly string[])[]>
  readonly file: string
}

/** @param servers each with one feed */
export async function openSingleRuns(
  servers: readonly Server[],
  retention: { readonly days?: number; readonly maxItemsPerSource?: number } = {},
): Promise<SingleRuns> {
  let truth = START
  const sites: Site[] = []
  for (const { publish, ...server } of servers) {
    const offDays = 'offDays' in server ? server.offDays : 0
    const site = await serve({
      '/feed': (_, response) => {
        response.sendDate = false
        if (offDays !== undefined)
          response.setHeader('date', new Date(truth + offDays * DAY_MS).toUTCString())
        const body = publish(truth)
        response.writeHead(body === undefined ? 404 : 200).end(body)
      },
    })
    sites.push(site)
  }
  const folder = mkdtempSync(join(tmpdir(), 'digest-runs-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const settings = {
    retention,
    collect: { allowAddresses: ['127.0.0.0/8'], timeout: '60s' },
    sources: sites.map(({ url }, index) => ({ id: `source-${index}`, url: `${url}/feed` })),
  }
  writeFileSync(join(folder, 'digest.yaml'), JSON.stringify(settings))
  const config = loadConfig({ flags: { config: join(folder, 'digest.yaml') }, env: {}, cwd: folder })
  const file = join(folder, 'digest.db')

  async function run(day: number, clockDay = day): Promise<Run> {
    truth = START + day * DAY_MS
    const now = (): EpochMs => START + clockDay * DAY_MS
    const store = await openSqliteStore(file, { now })
    await store.syncSources(config.sources, now())
    const onError = (_source: unknown, cause: unknown): never => {
      throw cause
    }
    const collecting = await openCollecting(config, store, { onVisit: () => undefined, onError }, now)
    await collecting.schedule.runOnce('all', new AbortController().signal)
    const retained = await collecting.prune()
    await collecting.close()
    const window = { limit: 500, offset: 0, after: undefined }
    const items = await store.findItems((await store.select(EVERYTHING, 'newest', window)).ids)
    await store.close()
    return { items, retained }
  }

  return {
    file,
    run,
    async titlesAt(...days) {
      const titles: (readonly string[])[] = []
      for (const day of days) titles.push((await run(day)).items.map(({ title }) => title))
      return titles
    },
  }
}

/** An RSS feed of these items, whose markup is given. */
export function rssOf(...items: readonly string[]): string {
  const inner = items.map((item) => `<item>${item}</item>`).join('')
  return `<rss version="2.0"><channel><title>Paper</title><link>http://paper.example/</link>${inner}</channel></rss>`
}

export function pubDate(at: EpochMs): string {
  return `<pubDate>${new Date(at).toUTCString()}</pubDate>`
}
