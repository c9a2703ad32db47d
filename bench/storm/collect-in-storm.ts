// `collect-in-storm.ts FOLDER SECONDS SERVER` collects from healthy and failing sources for a while, as `serve` does.
// FOLDER has a digest.yaml. Sources whose id begins with `trouble` fail from the start. All others are visited once
// before, and 10 % of them publish new items halfway. Prints a `Weathered` as JSON.

import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { request } from 'undici'
import { openCollecting } from '../../src/cli/collecting.ts'
import { openStore } from '../../src/cli/open-store.ts'
import { loadConfig } from '../../src/config/load.ts'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../src/model/time.ts'
import type { Visit } from '../../src/pipeline/visit/digest-arrival.ts'
import type { Weathered } from './weathered.ts'

const [folder = '.', seconds = '60', server = ''] = process.argv.slice(2)
/** The first visits are spread over this time, as in a service that has run for long. */
const SPREAD_MS = 20 * SECOND_MS
const SAMPLE_MS = 100
/** Every minute of the last day, newest first. */
const EACH_MINUTE = Array.from({ length: DAY_MS / MINUTE_MS }, (_, minute) => Date.now() - minute * MINUTE_MS)

const config = loadConfig({ flags: { config: join(folder, 'digest.yaml'), data: folder } })
const store = await openStore(config)
await store.syncSources(config.sources, Date.now())
await visitHealthy()

const lateMs: number[] = []
const troubledMs: number[] = []
let failedHealthy = 0
let added = 0
const startsAt = Date.now() + SECOND_MS
const dueAt = new Map(
  config.sources.map(({ id }, index) => [id, startsAt + (index / config.sources.length) * SPREAD_MS]),
)
// Without the polling hints of feeds, which would delay most visits until after the run.
const states = (await store.listSourceStates()).map(({ location: _location, ...state }) => ({
  ...state,
  nextVisitAt: dueAt.get(state.sourceId) ?? startsAt,
}))
const collecting = await openCollecting(
  config,
  // Every source seems to publish each minute, so that it is due again as soon as settings allow.
  {
    ...store,
    listSourceStates: () => Promise.resolve(states),
    listPublishedTimes: () => Promise.resolve(EACH_MINUTE),
  },
  { onVisit: count, onError: () => failedHealthy++ },
)
const idleBytes = process.memoryUsage.rss()
let mostBytes = idleBytes
const sampling = setInterval(() => (mostBytes = Math.max(mostBytes, process.memoryUsage.rss())), SAMPLE_MS)
const stop = new AbortController()
const running = collecting.schedule.run(stop.signal)
await sleep((Number(seconds) / 2) * SECOND_MS)
await (await request(`${server}/_change`)).body.dump()
await sleep((Number(seconds) / 2) * SECOND_MS)
stop.abort()
await running
clearInterval(sampling)
await collecting.close()
await store.close()

const sorted = Float64Array.from(lateMs).toSorted()
const at = (share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
const weathered: Weathered = {
  visits: lateMs.length,
  added,
  troubledVisits: troubledMs.length,
  failedHealthy,
  medianLateMs: at(0.5),
  p99LateMs: at(0.99),
  mostLateMs: at(1),
  longestVisitMs: Math.max(0, ...troubledMs),
  idleMegabytes: idleBytes / 1e6,
  mostMegabytes: mostBytes / 1e6,
}
process.stdout.write(`${JSON.stringify(weathered)}\n`)

function count({ sourceId, collected, nextVisitAt, added: fresh }: Visit): void {
  const isHealthy = !sourceId.startsWith('trouble')
  if (isHealthy) lateMs.push(Date.now() - (dueAt.get(sourceId) ?? 0))
  else troubledMs.push(collected.exchange.latencyMs)
  if (isHealthy && collected.kind === 'failed') failedHealthy++
  if (isHealthy) added += fresh
  dueAt.set(sourceId, nextVisitAt)
}

async function visitHealthy(): Promise<void> {
  const sources = config.sources.filter(({ id }) => !id.startsWith('trouble'))
  const onError = (_source: unknown, cause: unknown): never => {
    throw cause
  }
  const first = await openCollecting({ ...config, sources }, store, { onVisit: () => undefined, onError })
  const never = new AbortController().signal
  await first.schedule.runOnce('all', never)
  await first.close()
}
