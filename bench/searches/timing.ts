import { cpuSecondsSince } from '../harness/cpu.ts'
import { quantile } from '../harness/quantile.ts'
import type { QueryClass } from './synthetic.ts'

export interface Timed {
  readonly name: string
  readonly p50Ms: number
  readonly p99Ms: number
  /**
   * Processor time of this process including its threads, the least of three runs: what an otherwise idle machine
   * needs.
   */
  readonly cpuP50Ms: number
  readonly cpuP99Ms: number
  /** Hits of all queries together. Similar counts show that engines did the same work. */
  readonly hits: number
}

/** What an engine of this benchmark prints, as JSON. */
export interface EngineReport {
  readonly items: number
  readonly buildSeconds: number
  readonly indexMegabytes: number
  readonly classes: readonly Timed[]
  readonly more?: Readonly<Record<string, number>>
}

/** Runs of each query for its processor time. The least counts, since other processes evict the caches. */
const REPEATS = 3

/**
 * Times each query for the best 20 hits and the exact total. A third of the queries run before as a warm-up. Wall time
 * is that of the first run.
 */
export async function timeClasses(
  classes: readonly QueryClass[],
  ask: (query: string, category: string | undefined) => number | Promise<number>,
): Promise<Timed[]> {
  const timed: Timed[] = []
  for (const { name, queries, category } of classes) {
    for (const query of queries.slice(0, Math.ceil(queries.length / 3))) await ask(query, category)
    const times: number[] = []
    const cpuTimes: number[] = []
    let hits = 0
    for (const query of queries) {
      let least = Infinity
      for (let repeat = 0; repeat < REPEATS; repeat += 1) {
        const cpu = process.cpuUsage()
        const started = performance.now()
        // A synchronous result is not awaited, since a turn of the event loop would count as time of the engine.
        const results = ask(query, category)
        const total = typeof results === 'number' ? results : await results
        if (repeat === 0) {
          hits += total
          times.push(performance.now() - started)
        }
        least = Math.min(least, 1_000 * cpuSecondsSince(cpu))
      }
      cpuTimes.push(least)
    }
    timed.push({
      name,
      p50Ms: quantile(times, 0.5),
      p99Ms: quantile(times, 0.99),
      cpuP50Ms: quantile(cpuTimes, 0.5),
      cpuP99Ms: quantile(cpuTimes, 0.99),
      hits,
    })
  }
  return timed
}
