import type { Served } from '../harness/child.ts'
import { quantile } from '../harness/quantile.ts'
import { RawConnection } from '../harness/raw-http.ts'

/** A request and the status that is expected, 200 by default. */
export interface Question {
  readonly path: string
  /** Lines, each ended by `\r\n`. */
  readonly headers?: string
  readonly status?: number
}

/** Speed and cost of a server's answers to one class of requests. */
export interface Answered {
  readonly answers: number
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  /** CPU of the server's process per answer, including its threads. */
  readonly cpuMs: number
  /** Size of the body per answer. */
  readonly bytes: number
}

export interface Asking {
  readonly questions: readonly Question[]
  readonly connections: number
  /** No request is sent after this time. */
  readonly mostSeconds: number
}

/**
 * Sends each request once, in order. A connection has one request at a time.
 *
 * @throws Error at the first answer that has another status than expected
 */
export async function ask(served: Served, asking: Asking): Promise<Answered> {
  const { questions, mostSeconds } = asking
  const connections = await Promise.all(
    Array.from({ length: Math.min(asking.connections, questions.length) }, () =>
      RawConnection.open(served.url),
    ),
  )
  const times: number[] = []
  let bytes = 0
  let next = 0
  const before = await served.usage()
  const started = performance.now()
  const until = started + mostSeconds * 1_000
  await Promise.all(
    connections.map(async (connection) => {
      for (let question = questions[next++]; question !== undefined; question = questions[next++]) {
        const asked = performance.now()
        if (asked > until) return
        const answer = await connection.ask(question.path, question.headers)
        times.push(performance.now() - asked)
        bytes += answer.bytes
        const { status = 200 } = question
        if (answer.status !== status) throw new Error(`${question.path} was answered with ${answer.status}`)
      }
    }),
  )
  const wallSeconds = (performance.now() - started) / 1_000
  const after = await served.usage()
  for (const connection of connections) connection.close()
  return {
    answers: times.length,
    perSecond: times.length / wallSeconds,
    p50Ms: quantile(times, 0.5),
    p99Ms: quantile(times, 0.99),
    cpuMs: ((after.cpuSeconds - before.cpuSeconds) * 1_000) / times.length,
    bytes: bytes / times.length,
  }
}
