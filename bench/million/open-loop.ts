import { setTimeout as sleep } from 'node:timers/promises'
import { SECOND_MS } from '../../src/model/time.ts'
import { quantile } from '../harness/quantile.ts'
import { RawConnection } from '../harness/raw-http.ts'
import type { Question } from './ask.ts'

/** Requests that are sent at a fixed rate, whether earlier ones were answered or not. */
export interface Stream {
  readonly questions: readonly Question[]
  readonly perSecond: number
}

/** The measured answers to one stream. */
export interface StreamResult {
  readonly asked: number
  /** Answered with `503`. */
  readonly refused: number
  /** Answered with another error, or not at all. */
  readonly failed: number
  /** Measured from the time at which a request was due, so that waiting behind slow answers counts. */
  readonly p50Ms: number
  readonly p99Ms: number
  /** The same of those that were refused; `NaN` if there are none. */
  readonly refusedP99Ms: number
}

/** A request fails if no connection becomes free within this time. */
const PATIENCE_MS = 5 * SECOND_MS
const CONNECTIONS = 200
const TICK_MS = 1

/**
 * Sends the requests of several streams, each at its own rate. All streams start together.
 *
 * @param connections at most as many requests are under way at once
 */
export async function openLoop(
  url: string,
  streams: readonly Stream[],
  connections = CONNECTIONS,
): Promise<StreamResult[]> {
  const pool = await ConnectionPool.open(url, connections)
  const started = performance.now()
  const results = await Promise.all(streams.map((stream) => run(stream, pool, started)))
  pool.close()
  return results
}

async function run(
  { questions, perSecond }: Stream,
  connections: ConnectionPool,
  started: number,
): Promise<StreamResult> {
  const times: number[] = []
  const refused: number[] = []
  let failed = 0
  const underway: Promise<void>[] = []
  const answer = async (question: Question, due: number): Promise<void> => {
    try {
      const connection = await connections.take(due + PATIENCE_MS)
      if (connection === undefined) {
        failed += 1
        return
      }
      const { status } = await connection.ask(question.path, question.headers)
      const ms = performance.now() - due
      if (status === 503) refused.push(ms)
      else times.push(ms)
      if (status !== 503 && status !== (question.status ?? 200)) failed += 1
      connections.give(connection)
    } catch {
      failed += 1
      connections.lose()
    }
  }
  for (const [at, question] of questions.entries()) {
    const due = started + (at / perSecond) * SECOND_MS
    while (performance.now() < due) await sleep(TICK_MS)
    underway.push(answer(question, due))
  }
  await Promise.all(underway)
  return {
    asked: questions.length,
    refused: refused.length,
    failed,
    p50Ms: quantile(times, 0.5),
    p99Ms: quantile(times, 0.99),
    refusedP99Ms: refused.length === 0 ? Number.NaN : quantile(refused, 0.99),
  }
}

interface Wait {
  readonly until: number
  readonly resolve: (connection: RawConnection | undefined) => void
}

/** Connections to one server; requests wait in order for a free one. */
class ConnectionPool {
  readonly #free: RawConnection[]
  readonly #all: readonly RawConnection[]
  readonly #waiting: Wait[] = []
  readonly #url: string
  #left: number

  private constructor(url: string, all: readonly RawConnection[]) {
    this.#url = url
    this.#all = all
    this.#free = [...all]
    this.#left = all.length
  }

  static async open(url: string, size: number): Promise<ConnectionPool> {
    return new ConnectionPool(
      url,
      await Promise.all(Array.from({ length: size }, () => RawConnection.open(url))),
    )
  }

  /** @returns `undefined` if none is free before `until`, or all are lost */
  take(until: number): Promise<RawConnection | undefined> {
    const free = this.#free.pop()
    if (free !== undefined) return free.isClosed ? RawConnection.open(this.#url) : Promise.resolve(free)
    if (this.#left === 0) return Promise.resolve(undefined)
    return new Promise((resolve) => this.#waiting.push({ until, resolve }))
  }

  give(connection: RawConnection): void {
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      if (next.until >= performance.now()) return next.resolve(connection)
      next.resolve(undefined)
    }
    this.#free.push(connection)
  }

  /** Counts a connection that has failed and does not come back. */
  lose(): void {
    this.#left -= 1
    if (this.#left === 0) for (const { resolve } of this.#waiting.splice(0)) resolve(undefined)
  }

  close(): void {
    for (const connection of [...this.#all, ...this.#free]) connection.close()
  }
}
