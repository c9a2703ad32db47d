import autocannon from 'autocannon'
import type { Served } from './child.ts'

/** Throughput and cost of a server under load. */
export interface LoadResult {
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  /** CPU of the server per answer. */
  readonly cpuMicroseconds: number
  readonly megabytesPerSecond: number
}

export interface Load {
  /** Requested in turn, repeatedly. */
  readonly paths: readonly string[]
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
  await run(served.url, { ...load, seconds: 1 })
  const before = await served.usage()
  const result = await run(served.url, load)
  const after = await served.usage()

  // 304 is no error.
  const errors = result.errors + result.timeouts + result['4xx'] + result['5xx']
  if (errors > 0)
    throw new Error(`${errors} of ${result.requests.total} answers were errors (${load.paths[0]})`)
  return {
    perSecond: result.requests.total / result.duration,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    cpuMicroseconds: ((after.cpuSeconds - before.cpuSeconds) * 1e6) / result.requests.total,
    megabytesPerSecond: result.throughput.total / result.duration / 1e6,
  }
}

function run(url: string, { paths, seconds, connections, headers }: Load): Promise<autocannon.Result> {
  let next = 0
  return autocannon({
    url,
    connections,
    duration: seconds,
    headers: headers ?? {},
    requests: [
      {
        setupRequest: (request) => {
          const path = paths[next % paths.length] ?? '/'
          next += 1
          return { ...request, path }
        },
      },
    ],
  })
}
