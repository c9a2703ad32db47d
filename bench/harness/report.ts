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
    /** Load average of the last minute, this run included: above the number of cores, the machine was busy. */
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

/** Writes `results/NAME.json` if `keep` is set, else `results/NAME.tmp.json`, which git ignores. */
export function writeReport(report: Report, keep: boolean): string {
  mkdirSync(RESULTS, { recursive: true })
  const file = join(RESULTS, `${report.benchmark}${keep ? '' : '.tmp'}.json`)
  writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`)
  return file
}
