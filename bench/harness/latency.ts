import { Pool } from 'undici'
import type { Served } from './child.ts'
import { quantile } from './quantile.ts'

export interface Latencies {
  readonly responses: number
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  /** CPU of the server per answer. */
  readonly cpuMilliseconds: number
}

export interface LatencyOptions {
  /** Each is requested once, until the time is over. */
  readonly paths: readonly string[]
  readonly seconds: number
  /** Concurrent clients; each sends its next request after an answer. */
  readonly clients: number
}

/**
 * Measures each answer of a server. A load generator measures whole milliseconds; this is finer. The figures include
 * about 0.1 ms of the client.
 *
 * @throws Error at the first answer that is not 200
 */
export async function askServer(
  served: Served,
  { paths, seconds, clients }: LatencyOptions,
): Promise<Latencies> {
  const pool = new Pool(served.url, { connections: clients })
  const times: number[] = []
  let next = 0
  const before = await served.usage()
  const started = performance.now()
  const until = started + seconds * 1000

  const client = async (): Promise<void> => {
    while (performance.now() < until) {
      const path = paths[next]
      next += 1
      if (path === undefined) return
      const requestedAt = performance.now()
      const { statusCode, body } = await pool.request({ method: 'GET', path })
      await body.dump()
      if (statusCode !== 200) throw new Error(`${path} was answered with ${statusCode}`)
      times.push(performance.now() - requestedAt)
    }
  }
  await Promise.all(Array.from({ length: clients }, client))

  const wallSeconds = (performance.now() - started) / 1000
  const after = await served.usage()
  await pool.close()
  times.sort((a, b) => a - b)
  return {
    responses: times.length,
    perSecond: times.length / wallSeconds,
    p50Ms: quantile(times, 0.5),
    p99Ms: quantile(times, 0.99),
    cpuMilliseconds: ((after.cpuSeconds - before.cpuSeconds) * 1000) / times.length,
  }
}
