import { cpSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { MINUTE_MS, SECOND_MS } from '../../src/model/time.ts'
import type { BenchContext, Benchmark, Figure } from '../harness/benchmark.ts'
import { type Served, script, service, startServed } from '../harness/child.ts'
import { isNormal } from '../harness/is-normal.ts'
import { quantile } from '../harness/quantile.ts'
import { ask } from '../million/ask.ts'
import { collectionIn, type MadeCollection } from '../million/collection.ts'
import { knownOf } from '../million/known.ts'
import { mixedPages, mixedSearches } from '../million/mixed-load.ts'
import { openLoop, type StreamResult } from '../million/open-loop.ts'
import { prepareSideFiles, untilReady } from '../million/served.ts'
import { inventSources } from '../million/sources.ts'

const ITEMS = 30_000
const FEEDS = 300
const LOAD = { pagesPerSecond: 300, searchesPerSecond: 50, itemsPerSecond: 300 }
const OVERLOAD = 10
const OVERLOAD_SECONDS = 30
const OVERLOAD_CONNECTIONS = 1_500
const WARM_UP = 300
/** After this time the visits of the feeds are spread evenly. */
const SPREAD_MS = 2.5 * MINUTE_MS

/** The service as a whole: it collects, and readers ask at a fixed rate. Then ten times as many ask. */
export const benchmark: Benchmark = {
  name: 'sustained',
  description:
    'ten minutes of 300 pages and 50 searches a second while 300 items a second are collected, then ten times as many requests',
  isOnDemand: true,
  run: async ({ quick, log, options, scratch }) => {
    const seconds = quick ? 20 : 600
    const farm = await startServed(
      script('feeds/busy-feed-server.ts', String(FEEDS), String(LOAD.itemsPerSecond)),
    )
    const collection = await copyOf(scratch, options.folder, farm.url, log)
    const known = knownOf(collection)
    const count = (perSecond: number): number => WARM_UP + perSecond * (seconds + OVERLOAD * OVERLOAD_SECONDS)
    const pages = mixedPages(known, count(LOAD.pagesPerSecond))
    const searches = mixedSearches(known, count(LOAD.searchesPerSecond))
    const served = await startServed(
      service(
        'serve',
        '--port',
        '0',
        '--config',
        collection.config,
        '--data',
        collection.data,
        '--log-level',
        'error',
      ),
    )
    try {
      await untilReady(served)
      log('first visits')
      await sleep(quick ? 5 * SECOND_MS : SPREAD_MS)
      while (!(await isSearchReady(served.url))) await sleep(SECOND_MS)
      for (const questions of [pages, searches])
        await ask(served, { questions: questions.splice(0, WARM_UP), connections: 2, mostSeconds: 5 })
      log(`${seconds} s of load`)
      const figures = await underLoad(served, { pages, searches }, seconds)
      log('overload')
      return [...figures, ...(await overloaded(served, { pages, searches }))]
    } finally {
      await served.stop()
      await farm.stop()
    }
  },
}

/** A made collection with its side files, in `scratch`, whose settings name the busy feeds. */
async function copyOf(
  scratch: string,
  folder: string | undefined,
  farmUrl: string,
  log: BenchContext['log'],
): Promise<MadeCollection> {
  const made = await collectionIn(
    join(folder ?? join(tmpdir(), 'content-digest-million'), 'sustained'),
    ITEMS,
    log,
  )
  await prepareSideFiles(made)
  cpSync(join(made.data, '..'), scratch, { recursive: true })
  const config = join(scratch, 'digest.yaml')
  const { port } = new URL(farmUrl)
  const sources = inventSources()
    .slice(0, FEEDS)
    .map(({ id, category, language }, index) => {
      // Each on a host of its own, as on the web.
      const host =
        process.platform === 'linux'
          ? `127.0.${1 + Math.floor(index / 250)}.${1 + (index % 250)}`
          : '127.0.0.1'
      return `  - { id: ${id}, url: 'http://${host}:${port}/feed/${index}', category: ${category}, language: ${language}, every: 10s }`
    })
  writeFileSync(
    config,
    `collect: { allowAddresses: [127.0.0.0/8] }\nretention: { days: 3650 }\nsources:\n${sources.join('\n')}\n`,
  )
  return { ...made, config, data: join(scratch, 'data') }
}

interface Questions {
  readonly pages: ReturnType<typeof mixedPages>
  readonly searches: ReturnType<typeof mixedSearches>
}

async function underLoad(served: Served, { pages, searches }: Questions, seconds: number): Promise<Figure[]> {
  const before = { usage: await served.usage(), items: await itemCount(served.url) }
  const memory: number[] = []
  const sampling = setInterval(
    () => void served.usage().then(({ rssMegabytes }) => memory.push(rssMegabytes)),
    SECOND_MS,
  )
  const [ofPages, ofSearches] = await openLoop(served.url, [
    { questions: pages.splice(0, LOAD.pagesPerSecond * seconds), perSecond: LOAD.pagesPerSecond },
    { questions: searches.splice(0, LOAD.searchesPerSecond * seconds), perSecond: LOAD.searchesPerSecond },
  ])
  clearInterval(sampling)
  const after = { usage: await served.usage(), items: await itemCount(served.url) }
  const tenth = Math.ceil(memory.length / 10)
  return [
    ...streamFigures('pages', ofPages),
    ...streamFigures('searches', ofSearches),
    figure('items collected in a second', (after.items - before.items) / seconds, 'items/s'),
    figure('CPU in a second', (after.usage.cpuSeconds - before.usage.cpuSeconds) / seconds, 's'),
    figure('memory in the second tenth of the time', quantile(memory.slice(tenth, 2 * tenth), 0.5), 'MB'),
    figure('memory in the last tenth', quantile(memory.slice(-tenth), 0.5), 'MB'),
    figure('memory at most', Math.max(...memory), 'MB'),
  ]
}

async function overloaded(served: Served, { pages, searches }: Questions): Promise<Figure[]> {
  const streams = [
    { questions: pages, perSecond: OVERLOAD * LOAD.pagesPerSecond },
    { questions: searches, perSecond: OVERLOAD * LOAD.searchesPerSecond },
  ]
  const [ofPages, ofSearches] = await openLoop(served.url, streams, OVERLOAD_CONNECTIONS)
  const ended = performance.now()
  while (!(await isNormal(served.url))) await sleep(50)
  return [
    ...streamFigures('ten times the pages', ofPages),
    ...streamFigures('ten times the searches', ofSearches),
    figure('normal again after', (performance.now() - ended) / SECOND_MS, 's'),
  ]
}

function streamFigures(what: string, result: StreamResult | undefined): Figure[] {
  if (result === undefined) throw new Error('a stream has no result')
  return [
    figure(`${what}: p50`, result.p50Ms, 'ms'),
    figure(`${what}: p99`, result.p99Ms, 'ms'),
    figure(`${what}: answered`, result.asked - result.failed - result.refused, 'answers'),
    figure(`${what}: refused (503)`, result.refused, 'answers'),
    ...(result.refused === 0 ? [] : [figure(`${what}: p99 of refusals`, result.refusedP99Ms, 'ms')]),
    figure(`${what}: failed`, result.failed, 'answers'),
  ]
}

function figure(name: string, value: number, unit: Figure['unit']): Figure {
  return { name, value, unit }
}

async function itemCount(url: string): Promise<number> {
  const health = (await (await fetch(`${url}/api/health`)).json()) as { itemCount: number }
  return health.itemCount
}

/** Whether the index has caught up with the first visits. */
async function isSearchReady(url: string): Promise<boolean> {
  const response = await fetch(`${url}/api/search?q=of`)
  await response.arrayBuffer()
  return response.ok
}
