import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Benchmark, Figure } from '../harness/benchmark.ts'
import { runMeasured, script, startServed } from '../harness/child.ts'
import type { Weathered } from '../storm/weathered.ts'

const SOURCES = 1_000
const SECONDS = 60
/** The troubles of the failing sources (see sample/trouble/trouble.ts). */
const TROUBLES = [
  'hang',
  'bomb',
  'drip',
  'redirect-loop',
  'hang-body',
  'endless-body',
  'length-too-long',
  'false-304',
  'status-503',
  'status-429',
  'status-500',
  'reset',
  'deep',
]
/** One source of this many is in trouble. */
const TROUBLED = 5

export const benchmark: Benchmark = {
  name: 'storm',
  description:
    '1,000 sources, each on its own host: 20 % hang, drip, loop, bomb, lie or fail; compared with the same sources when all are healthy',
  run: async ({ scratch, quick, log }) => {
    const sources = quick ? SOURCES / 5 : SOURCES
    const seconds = quick ? SECONDS / 3 : SECONDS
    const server = await startServed(script('storm/storm-server.ts', String(sources), '5'))
    const { port } = new URL(server.url)
    try {
      log('all sources healthy')
      const calm = await weather(
        join(scratch, 'calm'),
        settings(sources, port, () => undefined),
        seconds,
        server.url,
      )
      log('20 % of the sources in trouble')
      const storm = await weather(
        join(scratch, 'storm'),
        settings(sources, port, troubleOf),
        seconds,
        server.url,
      )
      return figures(calm, storm)
    } finally {
      await server.stop()
    }
  },
}

function figures(calm: Weathered, storm: Weathered): Figure[] {
  const beside = (value: number) => ({ name: 'the calm', value: Math.max(1, value) })
  return [
    { name: 'visits of healthy sources', value: storm.visits, unit: 'items' },
    { name: 'items that came meanwhile', value: storm.added, unit: 'items' },
    { name: 'visits of sources in trouble', value: storm.troubledVisits, unit: 'items' },
    {
      name: 'healthy: due until saved, median',
      value: storm.medianLateMs,
      unit: 'ms',
      reference: beside(calm.medianLateMs),
    },
    {
      name: 'healthy: due until saved, p99',
      value: storm.p99LateMs,
      unit: 'ms',
      reference: beside(calm.p99LateMs),
    },
    {
      name: 'healthy: due until saved, at most',
      value: storm.mostLateMs,
      unit: 'ms',
      reference: beside(calm.mostLateMs),
    },
    { name: 'in trouble: longest visit', value: storm.longestVisitMs, unit: 'ms' },
    {
      name: 'memory over idle, at most',
      value: storm.mostMegabytes - storm.idleMegabytes,
      unit: 'MB',
      reference: beside(calm.mostMegabytes - calm.idleMegabytes),
    },
  ]
}

async function weather(folder: string, yaml: string, seconds: number, server: string): Promise<Weathered> {
  mkdirSync(folder)
  writeFileSync(join(folder, 'digest.yaml'), yaml)
  const { stdout } = await runMeasured(script('storm/collect-in-storm.ts', folder, String(seconds), server))
  const weathered = JSON.parse(stdout) as Weathered
  if (weathered.failedHealthy > 0)
    throw new Error(`${weathered.failedHealthy} visits of healthy sources failed`)
  if (weathered.added === 0) throw new Error('no new items were collected during the run')
  return weathered
}

function troubleOf(index: number): string | undefined {
  return index % TROUBLED === 0 ? TROUBLES[(index / TROUBLED) % TROUBLES.length] : undefined
}

/** `collect.every` is 20 s, far below its default of 30 minutes. A visit may take 20 s, the default timeout. */
function settings(sources: number, port: string, trouble: (index: number) => string | undefined): string {
  const lines = Array.from({ length: sources }, (_, index) => {
    const kind = trouble(index)
    const host = `127.${1 + Math.floor(index / 40_000)}.${Math.floor(index / 200)}.${1 + (index % 200)}`
    const id = kind === undefined ? `healthy-${index}` : `trouble-${index}`
    return `  - { id: ${id}, url: 'http://${host}:${port}/${kind ?? 'ok'}/${index}' }`
  })
  return `collect: { every: 20s, allowAddresses: [127.0.0.0/8] }\nsources:\n${lines.join('\n')}\n`
}
