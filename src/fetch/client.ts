import type { LookupFunction } from 'node:net'
import { Agent } from 'undici'
import { codeOf } from '../model/errors.ts'
import type { Exchange } from '../model/entry.ts'
import { documentBase } from '../url/public-url.ts'
import type { VisitError } from '../model/source.ts'
import type { Clock } from '../model/time.ts'
import { createAddressGuard } from './address-guard.ts'
import { BodyTooLargeError, CodingError, decompress } from './body.ts'
import { guardedConnector } from './connector.ts'
import { callLeniently, isOffStandard } from './call-leniently.ts'
import { describeNetworkError, HttpFailure, describeStatus } from './failure.ts'
import { freshFor, parseRetryAfter } from './timing-headers.ts'
import { type BodyBound, call, type Call, type Response } from './response.ts'
import { type Target, followRedirect, isRedirect, RedirectError, targetOf } from './target.ts'

export interface HttpClientOptions {
  /** Truthful, with a way to reach whoever runs the service. */
  readonly userAgent: string
  /** CIDR blocks that may be requested though they are not public. */
  readonly allowAddresses: readonly string[]
  /** For one `get`, redirects and body included. */
  readonly timeoutMs: number
  /** Of a body, on the wire and decompressed alike. */
  readonly maxBytes: number
  readonly now: Clock
  /** How names are found; the system's by default. */
  readonly lookup?: LookupFunction
}

export interface HttpRequest {
  readonly url: string
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  /** Headers that may be secret: they go to the address's own origin and nowhere else. */
  readonly ownHeaders?: Readonly<Record<string, string>> | undefined
  /** Less than the client's own bound. */
  readonly maxBytes?: number
}

/** A `2xx` or `304`; everything else is an `HttpFailure`. */
export interface HttpResponse {
  readonly status: number
  readonly headers: ReadonlyMap<string, string>
  /** Decompressed; empty for `304`. */
  readonly body: Buffer
  /** What relative addresses in the body are relative to. */
  readonly base: string
  readonly exchange: Exchange
}

/** The only way out: every request of the service leaves through here. */
export interface HttpClient {
  /**
   * @throws HttpFailure for whatever went wrong out there
   * @throws the signal's reason when it is aborted
   */
  get(request: HttpRequest, signal: AbortSignal): Promise<HttpResponse>
  close(): Promise<void>
}

/** Most redirects that are followed, one after the other. */
const MAX_REDIRECTS = 5
/** Of all headers of an answer: browsers take more. */
const MAX_HEADER_BYTES = 64 * 1024
/** Only so much of an error's page is read. */
const ERROR_PAGE_BYTES = 64 * 1024

export function createHttpClient(options: HttpClientOptions): HttpClient {
  const connect = guardedConnector(createAddressGuard(options.allowAddresses), options.lookup)
  const agent = new Agent({
    connect,
    maxHeaderSize: MAX_HEADER_BYTES,
    // Each request has its own deadline.
    headersTimeout: 0,
    bodyTimeout: 0,
  })
  return {
    get: (request, signal) => get({ agent, connect }, options, request, signal),
    close: () => agent.destroy(),
  }
}

/** The strict way out, whose connections are kept, and the lenient one. */
interface Ways {
  readonly agent: Agent
  readonly connect: ReturnType<typeof guardedConnector>
}

/** Where the time is over, or the caller aborted: each is reported by its own code. */
const NO_LONGER = 'no longer waited for'

/** What is known of a request while it runs. */
interface Progress {
  readonly startedAt: number
  target: Target
  /** Where permanent redirects alone have led so far. */
  permanentUrl: string | undefined
  status: number | null
  retryAfterMs: number | undefined
  freshForMs: number | undefined
  bytes: number
  /** What is waited for. */
  under: Call | undefined
  /** Set where the time is over, or the caller gave up. */
  isOver: boolean
}

async function get(
  ways: Ways,
  options: HttpClientOptions,
  request: HttpRequest,
  signal: AbortSignal,
): Promise<HttpResponse> {
  signal.throwIfAborted()
  const startedAt = performance.now()
  let progress: Progress | undefined
  const end = (): void => {
    if (progress === undefined) return
    progress.isOver = true
    progress.under?.end(new Error(NO_LONGER))
  }
  const timer = setTimeout(end, options.timeoutMs)
  signal.addEventListener('abort', end)

  try {
    const target = targetOf(request.url)
    progress = {
      startedAt,
      target,
      permanentUrl: undefined,
      status: null,
      retryAfterMs: undefined,
      freshForMs: undefined,
      bytes: 0,
      under: undefined,
      isOver: false,
    }
    const maxBytes = Math.min(request.maxBytes ?? Infinity, options.maxBytes)
    const response = await requestFollowing(ways, { ...options, maxBytes }, request, progress)
    return await readResponse(response, maxBytes, progress)
  } catch (cause) {
    if (signal.aborted) throw signal.reason
    if (cause instanceof HttpFailure) throw cause
    const host = progress?.target.url.host ?? 'the address'
    const error =
      progress?.isOver === true
        ? { code: 'timeout' as const, message: `${host} took longer than ${options.timeoutMs / 1_000} s` }
        : describe(cause, host)
    throw new HttpFailure(error, exchangeOf(progress, startedAt), { cause })
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', end)
  }
}

async function requestFollowing(
  ways: Ways,
  options: HttpClientOptions,
  request: HttpRequest,
  progress: Progress,
): Promise<Response> {
  let permanent = true
  for (let redirects = 0; ; redirects++) {
    const response = await requestOnce(ways, options, request, progress)
    const location = redirectOf(response.status, response.headers)
    if (location === undefined) return response

    if (redirects === MAX_REDIRECTS) throw new RedirectError(`more than ${MAX_REDIRECTS} redirects`)
    progress.target = followRedirect(progress.target, location)
    permanent &&= response.status === 301 || response.status === 308
    if (permanent) progress.permanentUrl = progress.target.url.href
  }
}

function redirectOf(status: number, headers: ReadonlyMap<string, string>): string | undefined {
  return isRedirect(status) ? headers.get('location') : undefined
}

/** Codes of a kept connection that the other side has closed meanwhile. */
const CLOSED_CODES: ReadonlySet<unknown> = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'])

/** One request; once more where a kept connection turns out to be closed by the other side, or the answer is off the standard. */
async function requestOnce(
  { agent, connect }: Ways,
  options: HttpClientOptions,
  request: HttpRequest,
  progress: Progress,
): Promise<Response> {
  const { url, authorization } = progress.target
  const { ownHeaders } = request
  const headers: Record<string, string> = {
    'user-agent': options.userAgent,
    'accept-encoding': 'gzip, deflate, br',
    ...request.headers,
    ...(ownHeaders !== undefined && url.origin === targetOf(request.url).url.origin ? ownHeaders : undefined),
  }
  if (authorization !== undefined) headers['authorization'] = authorization
  const parameters = {
    origin: url.origin,
    path: `${url.pathname}${url.search}`,
    method: 'GET' as const,
    headers,
  }
  let isAnswered = false
  const boundOf = (status: number, stated: ReadonlyMap<string, string>): BodyBound => {
    isAnswered = true
    return takeHead(progress, options, status, stated)
  }
  const send = (way: () => Call): Promise<Response> => {
    if (progress.isOver) throw new Error(NO_LONGER)
    progress.under = way()
    return progress.under.response
  }
  const strictly = (): Call => call(agent, parameters, boundOf)
  try {
    return await send(strictly)
  } catch (cause) {
    if (isOffStandard(cause))
      return send(() => callLeniently(connect, { url, headers }, MAX_HEADER_BYTES, boundOf))
    const stale = cause instanceof Error && 'code' in cause && CLOSED_CODES.has(cause.code)
    if (!stale || isAnswered) throw cause
    return send(strictly)
  }
}

/** Keeps what the answer says of itself. @returns how much of its body is taken in */
function takeHead(
  progress: Progress,
  { now, maxBytes }: HttpClientOptions,
  status: number,
  headers: ReadonlyMap<string, string>,
): BodyBound {
  progress.status = status
  // What these say in their body is of no use, but the connection can be used again.
  if (status === 304 || redirectOf(status, headers) !== undefined) return { bytes: 16 * 1024, beyond: 'cut' }
  progress.retryAfterMs = parseRetryAfter(headers.get('retry-after'), now())
  progress.freshForMs = freshFor(headers, now())
  if (status < 200 || status > 299) return { bytes: ERROR_PAGE_BYTES, beyond: 'cut' }
  const announced = headers.get('content-length')
  if (Number(announced ?? 0) > maxBytes) throw new BodyTooLargeError(`${announced} bytes`)
  return { bytes: maxBytes, beyond: 'refused' }
}

async function readResponse(
  { status, headers, body }: Response,
  maxBytes: number,
  progress: Progress,
): Promise<HttpResponse> {
  const coding = headers.get('content-encoding')
  if (status !== 304 && (status < 200 || status > 299)) {
    const text = await decompress(body, coding, 16 * ERROR_PAGE_BYTES).catch(() => body)
    const error = describeStatus(status, headers, text.toString('latin1'), progress.target.url.host)
    throw new HttpFailure(error, exchangeOf(progress, progress.startedAt))
  }
  if (status !== 304) progress.bytes = body.length
  return {
    status,
    headers,
    body: status === 304 ? NO_BODY : await decompress(body, coding, maxBytes),
    base: documentBase(progress.target.url),
    exchange: exchangeOf(progress, progress.startedAt),
  }
}

const NO_BODY = Buffer.alloc(0)

function describe(cause: unknown, host: string): VisitError {
  if (cause instanceof BodyTooLargeError)
    return { code: 'tooLarge', message: `${host} sent ${cause.message}` }
  if (cause instanceof CodingError)
    return { code: 'parse', message: `${host} sent an answer ${cause.message}` }
  if (cause instanceof RedirectError) return { code: cause.code, message: `${host} ${cause.message}` }
  const code = codeOf(cause) ?? ''
  if (code.startsWith('Z_') || code.startsWith('ERR_BROTLI') || code.startsWith('ERR__ERROR')) {
    return { code: 'parse', message: `${host} sent an answer that cannot be decompressed (${code})` }
  }
  return describeNetworkError(cause, host)
}

function exchangeOf(progress: Progress | undefined, startedAt: number): Exchange {
  const permanentUrl = progress?.permanentUrl
  const freshForMs = progress?.freshForMs
  return {
    status: progress?.status ?? null,
    latencyMs: Math.round(performance.now() - startedAt),
    finalUrl: progress?.target.url.href ?? '',
    retryAfterMs: progress?.retryAfterMs,
    bytes: progress?.bytes ?? 0,
    ...(permanentUrl === undefined ? {} : { permanentUrl }),
    ...(freshForMs === undefined ? {} : { freshForMs }),
  }
}
