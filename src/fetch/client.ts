import type { LookupFunction } from 'node:net'
import { Agent } from 'undici'
import type { Exchange } from '../model/entry.ts'
import type { Clock, EpochMs } from '../model/time.ts'
import { documentBase } from '../url/public-url.ts'
import { createAddressGuard, guardedConnector } from './address-guard.ts'
import { BodyTooLargeError, decompress, isComplete } from './body.ts'
import { callLeniently, isOffStandard } from './call-leniently.ts'
import { CookieJar } from './cookies.ts'
import { startDeadline } from './deadline.ts'
import { describeFailure, describeStatus, HttpFailure } from './failure.ts'
import { onAbort } from './on-abort.ts'
import {
  followRedirect,
  headersOf,
  type HttpRequest,
  isRedirect,
  RedirectError,
  type Target,
  targetOf,
} from './request.ts'
import {
  type BodyBound,
  type BoundOf,
  call,
  type Call,
  freshFor,
  isClosed,
  parseRetryAfter,
  type Response,
  serverTime,
} from './response.ts'

export interface HttpClientOptions {
  /** Truthful, with a contact address of the operator. */
  readonly userAgent: string
  /** CIDR blocks that may be requested although they are not public. */
  readonly allowAddresses: readonly string[]
  /** Time that one `get` waits for servers, including redirects and body. */
  readonly timeoutMs: number
  /** Maximum size of a body, both on the wire and decompressed. */
  readonly maxBytes: number
  readonly now: Clock
  /** Name resolution; default the system's. */
  readonly lookup?: LookupFunction | undefined
}

/** A `2xx` or `304`; everything else is an `HttpFailure`. */
export interface HttpResponse {
  readonly status: number
  readonly headers: ReadonlyMap<string, string>
  /** Decompressed; empty for `304`. */
  readonly body: Buffer
  /** Base of relative addresses in the body. */
  readonly base: string
  readonly exchange: Exchange
}

/** The only HTTP client for sources: all requests to the outside go through it. */
export interface HttpClient {
  /**
   * @throws HttpFailure for any network or HTTP error
   * @throws the signal's reason when it is aborted
   */
  get(request: HttpRequest, signal: AbortSignal): Promise<HttpResponse>
  close(): Promise<void>
}

/** A client for one visit: cookies that responses set go with its further requests to the same host. */
export function withCookies(http: HttpClient): HttpClient {
  const cookies = new CookieJar()
  return {
    get: (request, signal) => http.get({ ...request, cookies }, signal),
    close: () => http.close(),
  }
}

/** Maximum number of redirects. */
const MAX_REDIRECTS = 5
/** Maximum size of all response headers; browsers accept more. */
const MAX_HEADER_BYTES = 64 * 1024
/** Maximum bytes that are read of an error page. */
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

/** What the two ways of a request need: the strict one reuses connections, the lenient one opens its own. */
interface Ways {
  readonly agent: Agent
  readonly connect: ReturnType<typeof guardedConnector>
}

/** Ends a running request. `get` reports whether the reason was its timeout or the caller's abort. */
const NO_LONGER = 'no longer waited for'

/** State of a running request. */
interface Progress {
  readonly startedAt: number
  target: Target
  /** Address that permanent redirects have led to so far. */
  permanentUrl: string | undefined
  status: number | null
  retryAfterMs: number | undefined
  freshForMs: number | undefined
  serverAt: EpochMs | undefined
  bytes: number
  /** The call that is awaited. */
  under: Call | undefined
  /** Set on timeout or abort. */
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
  const cancel = startDeadline(options.timeoutMs, end)
  const stopListening = onAbort(signal, end)

  try {
    const target = targetOf(request.url)
    progress = {
      startedAt,
      target,
      permanentUrl: undefined,
      status: null,
      retryAfterMs: undefined,
      freshForMs: undefined,
      serverAt: undefined,
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
        : describeFailure(cause, host)
    throw new HttpFailure(error, exchangeOf(progress, startedAt), { cause })
  } finally {
    cancel()
    stopListening()
  }
}

async function requestFollowing(
  ways: Ways,
  options: HttpClientOptions,
  request: HttpRequest,
  progress: Progress,
): Promise<Response> {
  const { cookies = new CookieJar() } = request
  let permanent = true
  for (let redirects = 0; ; redirects++) {
    const response = await requestOnce(ways, options, { ...request, cookies }, progress)
    cookies.take(response.cookies, progress.target.url, options.now())
    const location = redirectOf(response.status, response.headers)
    if (location === undefined) return response

    if (redirects === MAX_REDIRECTS) throw new RedirectError(`needs more than ${MAX_REDIRECTS} redirects`)
    progress.target = followRedirect(progress.target, location)
    permanent &&= response.status === 301 || response.status === 308
    if (permanent) progress.permanentUrl = progress.target.url.href
  }
}

function redirectOf(status: number, headers: ReadonlyMap<string, string>): string | undefined {
  return isRedirect(status) ? headers.get('location') : undefined
}

/**
 * Makes one request. It is repeated once if the server had closed a kept connection, and once leniently if the
 * response violates the standard.
 */
async function requestOnce(
  { agent, connect }: Ways,
  options: HttpClientOptions,
  request: HttpRequest,
  progress: Progress,
): Promise<Response> {
  const { url } = progress.target
  const headers = headersOf(request, progress.target, options.userAgent)
  const parameters = {
    origin: url.origin,
    path: `${url.pathname}${url.search}`,
    method: 'GET' as const,
    headers,
  }
  let isAnswered = false
  const boundOf: BoundOf = (status, stated) => {
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
    if (!isClosed(cause) || isAnswered) throw cause
    return send(strictly)
  }
}

/** Stores status and headers of the response. @returns how much of its body is read */
function takeHead(
  progress: Progress,
  { now, maxBytes }: HttpClientOptions,
  status: number,
  headers: ReadonlyMap<string, string>,
): BodyBound {
  progress.status = status
  progress.serverAt = serverTime(headers)
  // These bodies are not used. Reading them lets the connection be reused.
  if (status === 304 || redirectOf(status, headers) !== undefined) return { bytes: 16 * 1024, beyond: 'cut' }
  progress.retryAfterMs = parseRetryAfter(headers.get('retry-after'), now())
  progress.freshForMs = freshFor(headers, now())
  if (status < 200 || status > 299) return { bytes: ERROR_PAGE_BYTES, beyond: 'cut' }
  const announced = headers.get('content-length')
  if (Number(announced ?? 0) > maxBytes) throw new BodyTooLargeError(`${announced} bytes`)
  return { bytes: maxBytes, beyond: 'refused' }
}

async function readResponse(
  { status, headers, body, isCut }: Response,
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
  const decoded = status === 304 ? NO_BODY : await decompress(body, coding, maxBytes)
  if (isCut && status !== 304 && !isComplete(decoded)) {
    const message = `${progress.target.url.host} ended its answer early, after ${body.length} bytes`
    throw new HttpFailure({ code: 'truncated', message }, exchangeOf(progress, progress.startedAt))
  }
  return {
    status,
    headers,
    body: decoded,
    base: documentBase(progress.target.url),
    exchange: exchangeOf(progress, progress.startedAt),
  }
}

const NO_BODY = Buffer.alloc(0)

function exchangeOf(progress: Progress | undefined, startedAt: number): Exchange {
  const permanentUrl = progress?.permanentUrl
  const freshForMs = progress?.freshForMs
  const serverAt = progress?.serverAt
  return {
    status: progress?.status ?? null,
    latencyMs: Math.round(performance.now() - startedAt),
    finalUrl: progress?.target.url.href ?? '',
    retryAfterMs: progress?.retryAfterMs,
    bytes: progress?.bytes ?? 0,
    ...(permanentUrl === undefined ? {} : { permanentUrl }),
    ...(freshForMs === undefined ? {} : { freshForMs }),
    ...(serverAt === undefined ? {} : { serverAt }),
  }
}
