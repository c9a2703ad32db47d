import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { SECOND_MS } from '../../src/model/time.ts'
import { type FeedFarm, startFeedFarm } from '../feeds/feed-farm.ts'
import { memoryOf } from '../footprint/process-memory.ts'
import { untilSettled } from '../footprint/settled.ts'
import type { Benchmark, Figure } from '../harness/benchmark.ts'
import { runMeasured, type Served, service, startServed } from '../harness/child.ts'

const ITEMS = 30
const REST_MS = 180 * SECOND_MS
/** Of each start. The least counts: other programs only ever make it longer. */
const ROUNDS = 5

/** What the service takes beside other programs: to start, at rest, at most. */
export const benchmark: Benchmark = {
  name: 'footprint',
  description: `start, memory at rest and at most, with 0, 50, 500 and 1,000 feeds of ${ITEMS} items, after the first visits and restarted`,
  isOnDemand: true,
  run: async ({ scratch, quick, log, options }) => {
    const floor = await leastCpu(['-e', '0'])
    const figures: Figure[] = [
      { name: 'node -e 0: CPU', value: floor, unit: 's' },
      cpuOfStart('--help: CPU', await leastCpu(service('--help')), floor),
    ]
    for (const feeds of quick ? [0, 5] : [0, 50, 500, 1_000]) {
      const farm = await startFeedFarm(Math.max(1, feeds), ITEMS)
      try {
        const folder = join(scratch, String(feeds))
        const config = settingsOf(farm, feeds, scratch)
        const size: Size = { feeds, folder, settings: ['--config', config, '--data'], floor, log }
        const restMs = quick ? SECOND_MS : REST_MS
        if (options.only !== 'start') figures.push(...(await firstVisits(size, restMs)))
        else await runMeasured(collect(size, folder))
        figures.push(...(await restarts(size, options.only === 'start' ? 0 : restMs)))
      } finally {
        await farm.stop()
      }
    }
    return figures
  },
}

interface Size {
  readonly feeds: number
  /** Of the store. */
  readonly folder: string
  /** To be followed by a folder. */
  readonly settings: readonly string[]
  /** CPU seconds of Node.js alone. */
  readonly floor: number
  readonly log: (line: string) => void
}

/** By `collect`, which ends, and in a service, which then rests. */
async function firstVisits(size: Size, restMs: number): Promise<Figure[]> {
  const { feeds, folder, log } = size
  log(`${feeds} feeds: first visits`)
  const { usage } = await runMeasured(collect(size, `${folder}-collected`))
  const served = await serve(size)
  try {
    await untilSettled(served, feeds * ITEMS)
    const { cpuSeconds } = await served.usage()
    const { peakMegabytes } = memoryOf(served.pid)
    return [
      { name: `${feeds} feeds, first visits by collect: CPU`, value: usage.cpuSeconds, unit: 's' },
      {
        name: `${feeds} feeds, first visits inside serve: CPU`,
        value: cpuSeconds,
        unit: 's',
        reference: { name: 'collect', value: usage.cpuSeconds },
      },
      {
        name: `${feeds} feeds, first visits by collect: memory at most`,
        value: usage.maxRssMegabytes,
        unit: 'MB',
      },
      { name: `${feeds} feeds, first visits inside serve: memory at most`, value: peakMegabytes, unit: 'MB' },
      ...(await atRest(`${feeds} feeds, after the first visits`, served, restMs)),
    ]
  } finally {
    await served.stop()
  }
}

/** Starts with a store in which nothing is due. */
async function restarts(size: Size, restMs: number): Promise<Figure[]> {
  const { feeds, folder, floor, log } = size
  log(`${feeds} feeds: starts`)
  const listCpu: number[] = []
  const settledCpu: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const served = await serve(size)
    await (await fetch(`${served.url}/api/items`)).arrayBuffer()
    listCpu.push((await served.usage()).cpuSeconds)
    await untilSettled(served, feeds * ITEMS)
    settledCpu.push((await served.usage()).cpuSeconds)
    await served.stop()
  }
  const figures = [
    cpuOfStart(`${feeds} feeds, start until the first list: CPU`, Math.min(...listCpu), floor),
    cpuOfStart(`${feeds} feeds, start until nothing is left to do: CPU`, Math.min(...settledCpu), floor),
    cpuOfStart(
      `${feeds} feeds, collect with nothing due: CPU`,
      await leastCpu(collect(size, folder, [])),
      floor,
    ),
  ]
  if (restMs === 0) return figures
  const served = await serve(size)
  try {
    return [...figures, ...(await atRest(`${feeds} feeds, restarted`, served, restMs))]
  } finally {
    await served.stop()
  }
}

async function atRest(when: string, served: Served, restMs: number): Promise<Figure[]> {
  await setTimeout(restMs)
  const memory = memoryOf(served.pid)
  const threads = await served.threads()
  const ofThreads = threads.flatMap(
    ({ thread, heapMegabytes, codeMegabytes, buffersMegabytes }): Figure[] => [
      { name: `${when}: heap of thread ${thread}`, value: heapMegabytes, unit: 'MB' },
      { name: `${when}: code of thread ${thread}`, value: codeMegabytes, unit: 'MB' },
      { name: `${when}: buffers of thread ${thread}`, value: buffersMegabytes, unit: 'MB' },
    ],
  )
  const ofJavaScript = threads.reduce((sum, each) => sum + each.heapMegabytes + each.buffersMegabytes, 0)
  return [
    { name: `${when}: memory (PSS)`, value: memory.pssMegabytes, unit: 'MB' },
    ...ofThreads,
    { name: `${when}: native`, value: memory.anonymousMegabytes - ofJavaScript, unit: 'MB' },
    { name: `${when}: mapped files`, value: memory.mappedMegabytes, unit: 'MB' },
  ]
}

function serve({ settings, folder }: Size): Promise<Served> {
  return startServed(service('serve', '--port', '0', '--log-level', 'warn', ...settings, folder))
}

function collect({ settings }: Size, folder: string, which: readonly string[] = ['--all']): string[] {
  return service('collect', ...which, '--json', ...settings, folder)
}

function settingsOf(farm: FeedFarm, feeds: number, folder: string): string {
  if (feeds > 0) return farm.writeSettings(folder)
  const file = join(folder, 'empty.yaml')
  writeFileSync(file, 'sources: []\n')
  return file
}

async function leastCpu(args: readonly string[]): Promise<number> {
  const rounds: number[] = []
  while (rounds.length < ROUNDS) rounds.push((await runMeasured(args)).usage.cpuSeconds)
  return Math.min(...rounds)
}

function cpuOfStart(name: string, value: number, floor: number): Figure {
  return { name, value, unit: 's', reference: { name: 'node -e 0', value: floor } }
}
