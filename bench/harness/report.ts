import { mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os'
import { join } from 'node:path'
import type { Benchmark, Figure } from './benchmark.ts'

const RESULTS = join(import.meta.dirname, '../results')

/** One run of one benchmark, as its JSON file keeps it. */
export interface Report {
  readonly benchmark: string
  readonly at: string
  readonly quick: boolean
  readonly machine: {
    readonly cpu: string
    readonly cores: number
    readonly memoryGigabytes: number
    readonly node: string
    /** Processes that ran or waited in the last minute, ours among them: above the cores, the machine was busy. */
    readonly load: number
  }
  readonly figures: readonly Figure[]
}

export function reportOf(
  { name }: Benchmark,
  figures: readonly Figure[],
  quick: boolean,
  at: string,
): Report {
  return {
    benchmark: name,
    at,
    quick,
    machine: {
      cpu: cpus()[0]?.model ?? 'unknown',
      cores: availableParallelism(),
      memoryGigabytes: Math.round(totalmem() / 2 ** 30),
      node: process.version,
      load: Number(loadavg()[0]?.toFixed(1)),
    },
    figures,
  }
}

/** Writes `results/NAME.tmp.json`, which git ignores, or `results/NAME.json` to be kept. */
export function writeReport(report: Report, keep: boolean): string {
  mkdirSync(RESULTS, { recursive: true })
  const file = join(RESULTS, `${report.benchmark}${keep ? '' : '.tmp'}.json`)
  writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`)
  return file
}
