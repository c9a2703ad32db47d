import type { Served } from '../harness/child.ts'
import { quantile } from '../harness/quantile.ts'
import { RawConnection } from '../harness/raw-http.ts'

/** A request, and what it is to be answered with; 200 where left out. */
export interface Question {
  readonly path: string
  /** Lines, each ended by `\r\n`. */
  readonly headers?: string
  readonly status?: number
}

/** How a server answered questions of one class. */
export interface Answered {
  readonly answers: number
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  /** Of the server's process, all its threads, an answer. */
  readonly cpuMs: number
  /** Of the body, an answer. */
  readonly bytes: number
}

export interface Asking {
  readonly questions: readonly Question[]
  readonly connections: number
  /** No question is begun after this time. */
  readonly mostSeconds: number
}

/**
 * Asks each question once, in order, each connection one at a time.
 *
 * @throws Error at the first answer of another status
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
  times.sort((a, b) => a - b)
  return {
    answers: times.length,
    perSecond: times.length / wallSeconds,
    p50Ms: quantile(times, 0.5),
    p99Ms: quantile(times, 0.99),
    cpuMs: ((after.cpuSeconds - before.cpuSeconds) * 1_000) / times.length,
    bytes: bytes / times.length,
  }
}
