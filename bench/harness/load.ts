import { Pool } from 'undici'
import type { Served } from './child.ts'
import { quantile } from './quantile.ts'

/** Throughput and cost of a server under load. */
export interface LoadResult {
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  /** CPU of the server per answer. */
  readonly cpuMicroseconds: number
}

export interface Load {
  /** Requested in turn, repeatedly after a second that does not count, or once each. */
  readonly paths: readonly string[]
  readonly areUnique?: boolean
  readonly seconds: number
  readonly connections: number
  readonly headers?: Record<string, string> | undefined
}

/**
 * Puts a server under load, and measures its answers and its CPU.
 *
 * @throws Error if an answer is an error, since its speed would mean nothing
 */
export async function loadServer(served: Served, load: Load): Promise<LoadResult> {
  if (load.areUnique !== true) await run(served.url, { ...load, seconds: 1 })
  const before = await served.usage()
  const { tookMs, seconds } = await run(served.url, load)
  const after = await served.usage()
  return {
    perSecond: tookMs.length / seconds,
    p50Ms: quantile(tookMs, 0.5),
    p99Ms: quantile(tookMs, 0.99),
    cpuMicroseconds: ((after.cpuSeconds - before.cpuSeconds) * 1e6) / tookMs.length,
  }
}

interface Answers {
  /** Of each answer. */
  readonly tookMs: readonly number[]
  readonly seconds: number
}

/** Each connection asks again as soon as it is answered. */
async function run(url: string, load: Load): Promise<Answers> {
  const { paths, areUnique = false, seconds, connections, headers = {} } = load
  const most = areUnique ? paths.length : Infinity
  const pool = new Pool(url, { connections })
  const tookMs: number[] = []
  let next = 0
  const startedAt = performance.now()
  const elapsed = (): number => (performance.now() - startedAt) / 1000
  const askInTurn = async (): Promise<void> => {
    while (elapsed() < seconds && next < most) {
      const path = paths[next++ % paths.length] ?? '/'
      const askedAt = performance.now()
      const { statusCode, body } = await pool.request({ path, method: 'GET', headers })
      await body.arrayBuffer()
      tookMs.push(performance.now() - askedAt)
      // 304 is no error.
      if (statusCode >= 400) throw new Error(`an answer was an error: ${statusCode} (${path})`)
    }
  }
  try {
    await Promise.all(Array.from({ length: connections }, askInTurn))
    return { tookMs, seconds: elapsed() }
  } finally {
    await pool.destroy()
  }
}
