import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify'
import { brokenRequestProblem, problemOf } from './errors.ts'

/** When to come back after a failure whose end nobody knows, seconds. */
export const RETRY_SECONDS = 5

/** What a client gets to read the answer to a request that was none, before its connection is cut, ms. */
const LINGER_MS = 500

const PROBLEM_TYPE = 'application/problem+json; charset=utf-8'

/** Makes every failure an answer of one form, and logs those that are ours, once. */
export function answerProblems(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => sendProblem(error, request, reply))
}

export function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const problem = problemOf(error, { id: request.id, url: request.originalUrl })
  if (problem.status >= 500) request.log.error({ err: error, requestId: request.id }, problem.title)
  if (problem.status === 503) reply.header('retry-after', RETRY_SECONDS)
  reply
    .code(problem.status)
    .header('cache-control', 'no-store')
    .header('content-type', PROBLEM_TYPE)
    .send(Buffer.from(JSON.stringify(problem)))
}

/** Answers what is no HTTP, or too long or too slow: there is no request to speak of yet. */
export function brokenRequestAnswerer(
  headers: Readonly<Record<string, string>>,
): NonNullable<FastifyServerOptions['clientErrorHandler']> {
  return (error, socket) => answerBrokenRequest(error, socket, headers)
}

function answerBrokenRequest(
  error: Error & { readonly code?: string },
  socket: Socket,
  headers: Readonly<Record<string, string>>,
): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  if (!socket.writable) {
    socket.destroy()
    return
  }
  const problem = brokenRequestProblem(error.code ?? '', randomUUID())
  const body = Buffer.from(JSON.stringify(problem))
  const head = [
    `HTTP/1.1 ${problem.status} ${problem.title}`,
    `Content-Type: ${PROBLEM_TYPE}`,
    `Content-Length: ${body.length}`,
    'X-Content-Type-Options: nosniff',
    `X-Request-Id: ${problem.requestId}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    'Connection: close',
  ]
  socket.end(Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body]))
  // A client that never closes its half would keep the connection for ever.
  setTimeout(() => socket.destroy(), LINGER_MS).unref()
}
