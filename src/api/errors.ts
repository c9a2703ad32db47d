import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { DigestError, type ErrorCode, type ParameterError, PROBLEM_CODES } from '../model/errors.ts'
import { hideKey } from './access/key-parameter.ts'
import type { ProblemBody } from './schemas/problem.ts'

type ProblemJson = z.output<typeof ProblemBody>
type ProblemCode = ProblemJson['code']

interface Answered {
  readonly status: number
  readonly title: string
  /** The message for callers if the cause must stay internal. */
  readonly detail?: string
}

/** Maps each error to its HTTP status. */
const PROBLEMS: Record<ProblemCode, Answered> = {
  requestInvalid: { status: 400, title: 'The request is malformed' },
  parameterInvalid: { status: 400, title: 'A parameter is invalid' },
  parameterMissing: { status: 400, title: 'A required parameter is missing' },
  parameterUnknown: { status: 400, title: 'A parameter is unknown' },
  queryInvalid: { status: 400, title: 'The search query cannot be answered' },
  cursorInvalid: { status: 400, title: 'The cursor is invalid' },
  notFound: { status: 404, title: 'Not found' },
  methodNotAllowed: { status: 405, title: 'Method not allowed' },
  conflict: { status: 409, title: 'The collection is another one' },
  gone: { status: 410, title: 'No longer known' },
  unauthorized: { status: 401, title: 'A valid API key is required' },
  rateLimited: { status: 429, title: 'Too many requests' },
  unavailable: {
    status: 503,
    title: 'Temporarily unavailable',
    detail: 'The collection cannot be read at the moment; try again later.',
  },
  overloaded: { status: 503, title: 'Too many requests at once' },
  searchUnavailable: { status: 503, title: 'Search is not ready yet' },
  internal: {
    status: 500,
    title: 'Internal error',
    detail: 'Something went wrong on our side; the log has the details under the request id.',
  },
}

/** A problem with a status, as an example for the OpenAPI document. */
export function exampleProblem(status: number): ProblemJson {
  const named = PROBLEM_CODES.filter((each) => each !== 'requestInvalid')
  const code = named.find((each) => PROBLEMS[each].status === status)
  if (code === undefined) {
    const broken = Object.entries(BROKEN).find(([, each]) => each.status === status)
    return brokenRequestProblem(broken?.[0] ?? '', EXAMPLE_ID)
  }
  const example =
    code === 'parameterInvalid'
      ? "limit must be a whole number from 1 to 500, got '5000'"
      : PROBLEMS[code].title
  const request = { id: EXAMPLE_ID, url: '/api/items?limit=5000' }
  return problemOf(new DigestError(code, example), request)
}

const EXAMPLE_ID = '0c3b27e0-6a7c-4c04-a2ab-6f7d6d5ac0a5'

/** Errors without a problem code of their own. Errors of settings and start-up never come from a request. */
const SEEN_AS: Record<Exclude<ErrorCode, ProblemCode>, ProblemCode> = {
  storeFailed: 'unavailable',
  configInvalid: 'internal',
  storeForeign: 'internal',
  storeNewer: 'internal',
  storeForbidden: 'unavailable',
  storeUnusable: 'unavailable',
  portInUse: 'internal',
  storeInUse: 'internal',
}

/** Longest part of a request's address that an answer repeats. */
const MAX_INSTANCE = 2000

/** A failure as callers may see it: code and status of known errors, `internal` for all others. */
function problemOf(error: unknown, request: { readonly id: string; readonly url: string }): ProblemJson {
  const code = codeOf(error)
  const parameterErrors: readonly ParameterError[] = error instanceof DigestError ? error.parameterErrors : []
  const { status, title, detail } = PROBLEMS[code]
  return {
    type: typeOf(code),
    title,
    status,
    detail: detail ?? (error instanceof Error ? error.message : ''),
    instance: hideKey(request.url).slice(0, MAX_INSTANCE),
    code,
    requestId: request.id,
    errors: parameterErrors.map(({ parameter, value, message }) => ({ parameter, value, message })),
    ...(code === 'gone' ? { restartSince: 0 as const } : {}),
  }
}

type BrokenRequest = Required<Answered>

function badRequest(detail: string): BrokenRequest {
  return { status: 400, title: 'Bad Request', detail }
}

/** Requests that Node's HTTP parser refuses, by error code; other errors mean that it is not HTTP. */
const BROKEN: Readonly<Record<string, BrokenRequest>> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    title: 'Request Header Fields Too Large',
    detail: 'Address and headers must together stay below 16 KiB.',
  },
  HPE_INVALID_URL: badRequest(
    'The address has characters outside ASCII; percent-encode them, such as %E6%9D%B1 for 東 (curl -G --data-urlencode).',
  ),
  HPE_INVALID_CONSTANT: badRequest(
    'After the address HTTP/1.1 is expected; percent-encode blanks in the address as %20.',
  ),
  HPE_INVALID_VERSION: badRequest('The request line must end with HTTP/1.1 or HTTP/1.0.'),
  HPE_INVALID_METHOD: badRequest(
    'The request does not begin with a method of HTTP, such as GET; is it HTTPS?',
  ),
  HPE_INVALID_HEADER_TOKEN: badRequest('A header has a character that is not allowed there.'),
  HPE_INVALID_CONTENT_LENGTH: badRequest('Content-Length must be one whole number.'),
  HPE_UNEXPECTED_CONTENT_LENGTH: badRequest('Content-Length was given twice, or beside Transfer-Encoding.'),
  HPE_INVALID_TRANSFER_ENCODING: badRequest('Transfer-Encoding must end with chunked.'),
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    title: 'Request Timeout',
    detail: 'The request took too long to arrive.',
  },
}

/** The problem of an unreadable request; `title` is the phrase of the status line. */
function brokenRequestProblem(cause: string, requestId: string): ProblemJson {
  const { status, title, detail } = BROKEN[cause] ?? badRequest('This is not a valid HTTP request.')
  const code = 'requestInvalid'
  return { type: typeOf(code), title, status, detail, instance: '', code, requestId, errors: [] }
}

function typeOf(code: ProblemCode): string {
  return `urn:problem-type:content-digest:${code}`
}

function codeOf(error: unknown): ProblemCode {
  if (error instanceof DigestError) return isProblemCode(error.code) ? error.code : SEEN_AS[error.code]
  // Fastify's own refusals of malformed requests; their texts reveal nothing internal.
  return isClientError(error) ? 'requestInvalid' : 'internal'
}

function isProblemCode(code: ErrorCode): code is ProblemCode {
  return code in PROBLEMS
}

function isClientError(error: unknown): boolean {
  if (!(error instanceof Error) || !('statusCode' in error)) return false
  return typeof error.statusCode === 'number' && error.statusCode >= 400 && error.statusCode < 500
}

/** `Retry-After` where the duration of the failure is unknown, seconds. */
export const RETRY_SECONDS = 5

/** Time for a client to read the answer to an invalid request before the connection closes. */
const LINGER_MS = 500

/** The search index logs its own failures, and an overload would log thousands of lines. */
const UNLOGGED = new Set<ProblemCode>(['searchUnavailable', 'overloaded'])

const PROBLEM_TYPE = 'application/problem+json; charset=utf-8'

/** Answers with a problem, and logs internal failures once. */
export function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const problem = problemOf(error, { id: request.id, url: request.originalUrl })
  if (problem.status >= 500 && !UNLOGGED.has(problem.code))
    request.log.error({ err: error, requestId: request.id }, problem.title)
  if (problem.status === 503) reply.header('retry-after', RETRY_SECONDS)
  reply
    .code(problem.status)
    .header('cache-control', 'no-store')
    .header('content-type', PROBLEM_TYPE)
    .send(Buffer.from(JSON.stringify(problem)))
}

/** Answers requests that are not HTTP, too long or too slow. Fastify has no request object for them. */
export function brokenRequestAnswerer(
  headers: Readonly<Record<string, string>>,
): (error: Error & { readonly code?: string }, socket: Socket) => void {
  return (error, socket) => {
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
    // Otherwise a client that never closes its side keeps the connection open for ever.
    setTimeout(() => socket.destroy(), LINGER_MS).unref()
  }
}
