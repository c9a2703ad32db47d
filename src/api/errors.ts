import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify'
import type { z } from 'zod'
import { DigestError, type ErrorCode, type ParameterError } from '../model/errors.ts'
import type { ProblemBody } from './schemas/problem.ts'

type ProblemJson = z.output<typeof ProblemBody>
type ProblemCode = ProblemJson['code']

/** The one place that knows which error is which status. */
const STATUS: Record<ProblemCode, number> = {
  requestInvalid: 400,
  parameterInvalid: 400,
  parameterMissing: 400,
  parameterUnknown: 400,
  queryInvalid: 400,
  cursorInvalid: 400,
  notFound: 404,
  methodNotAllowed: 405,
  unauthorized: 401,
  rateLimited: 429,
  unavailable: 503,
  overloaded: 503,
  searchUnavailable: 503,
  internal: 500,
}

const TITLE: Record<ProblemCode, string> = {
  requestInvalid: 'The request is malformed',
  parameterInvalid: 'A parameter is invalid',
  parameterMissing: 'A required parameter is missing',
  parameterUnknown: 'A parameter is unknown',
  queryInvalid: 'The search query cannot be answered',
  cursorInvalid: 'The cursor is invalid',
  notFound: 'Not found',
  methodNotAllowed: 'Method not allowed',
  unauthorized: 'A valid API key is required',
  rateLimited: 'Too many requests',
  unavailable: 'Temporarily unavailable',
  overloaded: 'Too many requests at once',
  searchUnavailable: 'Search is not ready yet',
  internal: 'Internal error',
}

/** A problem of a status, as the description of the interface shows it. */
export function exampleProblem(status: number): ProblemJson {
  const [code] = CODES.filter((each) => STATUS[each] === status && each !== 'requestInvalid')
  if (code === undefined) {
    const broken = Object.entries(BROKEN).find(([, each]) => each.status === status)
    return brokenRequestProblem(broken?.[0] ?? '', EXAMPLE_ID)
  }
  const detail = DISCREET[code] ?? EXAMPLE_DETAIL[code] ?? TITLE[code]
  const request = { id: EXAMPLE_ID, url: '/api/items?limit=5000' }
  return { ...problemOf(undefined, request), type: typeOf(code), title: TITLE[code], status, detail, code }
}

const CODES = Object.keys(STATUS) as ProblemCode[]
const EXAMPLE_ID = '0c3b27e0-6a7c-4c04-a2ab-6f7d6d5ac0a5'
const EXAMPLE_DETAIL: Partial<Record<ProblemCode, string>> = {
  parameterInvalid: "limit must be a whole number from 1 to 500, got '5000'",
}

/** The message for callers if the cause must stay internal. */
const DISCREET: Partial<Record<ProblemCode, string>> = {
  unavailable: 'The collection cannot be read at the moment; try again later.',
  internal: 'Something went wrong on our side; the log has the details under the request id.',
}

/** How callers see each failure; errors of settings and of starting never come from a request. */
const SEEN_AS: Record<ErrorCode, ProblemCode> = {
  parameterInvalid: 'parameterInvalid',
  parameterMissing: 'parameterMissing',
  parameterUnknown: 'parameterUnknown',
  queryInvalid: 'queryInvalid',
  cursorInvalid: 'cursorInvalid',
  notFound: 'notFound',
  methodNotAllowed: 'methodNotAllowed',
  unauthorized: 'unauthorized',
  rateLimited: 'rateLimited',
  unavailable: 'unavailable',
  overloaded: 'overloaded',
  internal: 'internal',
  storeFailed: 'unavailable',
  configInvalid: 'internal',
  storeForeign: 'internal',
  storeNewer: 'internal',
  storeForbidden: 'unavailable',
  storeUnusable: 'unavailable',
  portInUse: 'internal',
  storeInUse: 'internal',
  searchUnavailable: 'searchUnavailable',
}

/** Longest part of a request's address that an answer repeats. */
const MAX_INSTANCE = 2000

/** A failure as its caller may see it: code and status of known errors, `internal` for all others. */
function problemOf(error: unknown, request: { readonly id: string; readonly url: string }): ProblemJson {
  const code = codeOf(error)
  const parameterErrors: readonly ParameterError[] = error instanceof DigestError ? error.parameterErrors : []
  return {
    type: typeOf(code),
    title: TITLE[code],
    status: STATUS[code],
    detail: DISCREET[code] ?? detailOf(error),
    instance: withoutKey(request.url).slice(0, MAX_INSTANCE),
    code,
    requestId: request.id,
    errors: parameterErrors.map(({ parameter, value, message }) => ({ parameter, value, message })),
  }
}

/** The address of a feed may contain a key; a response must not. */
function withoutKey(url: string): string {
  return url.replaceAll(/([?&](?:k|%6b)(?:e|%65)(?:y|%79)=)[^&#]*/gi, '$1hidden')
}

interface BrokenRequest {
  readonly status: number
  readonly title: string
  readonly detail: string
}

function badRequest(detail: string): BrokenRequest {
  return { status: 400, title: 'Bad Request', detail }
}

/** Requests that Node's HTTP parser refuses, by error code; others are not HTTP. */
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

/** What can be said of a request that could not be read; `title` is the status line's phrase. */
function brokenRequestProblem(cause: string, requestId: string): ProblemJson {
  const { status, title, detail } = BROKEN[cause] ?? badRequest('This is not a valid HTTP request.')
  const code = 'requestInvalid'
  return { type: typeOf(code), title, status, detail, instance: '', code, requestId, errors: [] }
}

function typeOf(code: ProblemCode): string {
  return `urn:problem-type:content-digest:${code}`
}

function codeOf(error: unknown): ProblemCode {
  if (error instanceof DigestError) return SEEN_AS[error.code]
  // Fastify's own refusals of a malformed request; their texts name nothing of ours.
  return isClientError(error) ? 'requestInvalid' : 'internal'
}

function detailOf(error: unknown): string {
  return error instanceof Error ? error.message : ''
}

function isClientError(error: unknown): boolean {
  if (!(error instanceof Error) || !('statusCode' in error)) return false
  return typeof error.statusCode === 'number' && error.statusCode >= 400 && error.statusCode < 500
}

/** `Retry-After` of a failure of unknown duration, seconds. */
export const RETRY_SECONDS = 5

/** Time for a client to read the response to an invalid request before its connection is closed, ms. */
const LINGER_MS = 500

/** The search index has log lines of its own; an overload would have thousands. */
const UNLOGGED = new Set<ProblemCode>(['searchUnavailable', 'overloaded'])

const PROBLEM_TYPE = 'application/problem+json; charset=utf-8'

/** Turns every failure into a problem response, and logs internal ones once. */
export function answerProblems(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => sendProblem(error, request, reply))
}

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

/** Answers requests that are not HTTP, too long or too slow: Fastify has no request object for them. */
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
  // A client that never closes its side would keep the connection open for ever.
  setTimeout(() => socket.destroy(), LINGER_MS).unref()
}
