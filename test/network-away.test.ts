import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openCollecting } from '../src/cli/collecting.ts'
import { loadConfig } from '../src/config/load.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../src/model/time.ts'
import { openSqliteStore } from '../src/store/sqlite/open.ts'
import { serve, type Site } from './collect/loopback.ts'
import { scratchFolder } from './scratch-folder.ts'
import { pubDate, rssOf, START } from './single-runs.ts'

const SOURCES = 5
const EVERY_MS = 30 * MINUTE_MS
/** The host whose feed has moved, and when its redirect to the new address ends. */
const MOVED = 4
const FORGETS_AT = START + 2 * HOUR_MS

/** Sources of as many hosts that publish each hour, visited at virtual times. */
async function openWorld() {
  let now = START
  /** Hosts that end each connection. */
  let away: readonly number[] = []
  const sites: Site[] = []
  for (let host = 0; host < SOURCES; host++) {
    const site = await serve({
      '/feed': (request, response) => {
        if (away.includes(host)) return void request.socket.destroy()
        if (host === MOVED && now < FORGETS_AT)
          return void response.writeHead(301, { location: '/new' }).end()
        if (host === MOVED) return void response.writeHead(404).end()
        response.end(feed())
      },
      '/new': (request, response) => {
        if (away.includes(host)) return void request.socket.destroy()
        response.end(feed())
      },
    })
    function feed(): string {
      const hours = Array.from({ length: 20 }, (_, ago) => Math.floor(now / HOUR_MS) - ago)
      const items = hours.map(
        (hour) =>
          `<title>News ${host} of ${hour}</title><link>http://paper-${host}.example/${hour}</link>${pubDate(hour * HOUR_MS)}`,
      )
      return rssOf(...items)
    }
    sites.push(site)
  }
  const folder = scratchFolder('network-away')
  writeFileSync(
    join(folder, 'digest.yaml'),
    JSON.stringify({
      collect: { allowAddresses: ['127.0.0.0/8'], timeout: '60s', every: '30m' },
      sources: sites.map(({ url }, host) => ({ id: `s${host}`, url: `${url}/feed` })),
    }),
  )
  const config = loadConfig({ flags: { config: join(folder, 'digest.yaml') }, env: {}, cwd: folder })
  const store = await openSqliteStore(join(folder, 'digest.db'), { now: () => now })
  await store.syncSources(config.sources, now)
  const onError = (_source: unknown, cause: unknown): never => {
    throw cause
  }
  const collecting = await openCollecting(config, store, { onVisit: () => undefined, onError }, () => now)
  return {
    /** Visits what is due each five minutes of this time, while these hosts are away. */
    async pass(ms: number, hosts: readonly number[] = []): Promise<void> {
      away = hosts
      for (const until = now + ms; now < until; now += 5 * MINUTE_MS)
        await collecting.schedule.runOnce('due', new AbortController().signal)
    },
    /** Each source's failures in a row, and the wait until its next visit. */
    async states() {
      const states = await store.listSourceStates()
      return states.map(({ consecutiveErrors, nextVisitAt }) => ({
        errors: consecutiveErrors,
        waitMs: (nextVisitAt ?? 0) - now,
      }))
    },
    events: () => store.listSourceEvents(100),
    async close() {
      await collecting.close()
      await store.close()
    },
  }
}

const ALL = Array.from({ length: SOURCES }, (_, host) => host)

describe('a machine without a network for ten hours', () => {
  it('visits every source within its interval once the network is back', async () => {
    const world = await openWorld()
    await world.pass(2 * HOUR_MS)

    await world.pass(10 * HOUR_MS, ALL)
    const waiting = await world.states()
    await world.pass(1.2 * EVERY_MS)
    const back = await world.states()

    for (const { errors, waitMs } of waiting) {
      expect(errors).toBe(1)
      expect(waitMs).toBeLessThanOrEqual(1.1 * EVERY_MS)
    }
    expect(back.map(({ errors }) => errors)).toEqual(ALL.map(() => 0))
    await world.close()
  })

  it('holds no source to be failing, and keeps the new address of one that has moved', async () => {
    const world = await openWorld()
    await world.pass(2 * HOUR_MS)

    await world.pass(10 * HOUR_MS, ALL)
    await world.pass(1.2 * EVERY_MS)
    const [states, events] = [await world.states(), await world.events()]

    expect(states.map(({ errors }) => errors)).toEqual(ALL.map(() => 0))
    expect(events.map(({ kind }) => kind)).toEqual(['moved'])
    await world.close()
  })
})

describe('a source that is down while others answer', () => {
  it('is visited less and less often, though so are two more', async () => {
    const world = await openWorld()
    await world.pass(2 * HOUR_MS)

    await world.pass(2 * DAY_MS, [0, 1, 2])
    const states = await world.states()

    for (const { errors } of states.slice(0, 3)) expect(errors).toBeGreaterThan(4)
    expect(states.slice(3).map(({ errors }) => errors)).toEqual([0, 0])
    await world.close()
  })
})
