import type { LookupFunction } from 'node:net'
import { Agent } from 'undici'
import type { Exchange } from '../model/entry.ts'
import type { Clock } from '../model/time.ts'
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
  type PostRequest,
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

/** The same client, for requests that send something. */
export interface PostingClient extends Pick<HttpClient, 'close'> {
  /**
   * Sends once, on a connection of its own. A redirect is not followed: the body is for this address.
   *
   * @returns for `2xx`
   * @throws as `get` does; any other status is an `HttpFailure`
   */
  post(request: PostRequest, signal: AbortSignal): Promise<HttpResponse>
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

export function createHttpClient(options: HttpClientOptions): HttpClient & PostingClient {
  const connect = guardedConnector(createAddressGuard(options.allowAddresses), options.lookup)
  const agent = new Agent({
    connect,
    maxHeaderSize: MAX_HEADER_BYTES,
    // Each request has its own deadline.
    headersTimeout: 0,
    bodyTimeout: 0,
  })
  return {
    get: (request, signal) =>
      withDeadline(options, signal, (progress) => {
        const maxBytes = Math.min(request.maxBytes ?? Infinity, options.maxBytes)
        return requestFollowing({ agent, connect }, { ...options, maxBytes }, request, progress)
      }),
    post: (request, signal) =>
      withDeadline(options, signal, (progress) => postOnce(agent, options, request, progress)),
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
  /** What is known so far, but for the time that it takes. */
  readonly exchange: { -readonly [Part in keyof Exchange]: Exchange[Part] }
  /** The call that is awaited. */
  under?: Call
  /** Set on timeout or abort. */
  isOver: boolean
}

/** Runs `work` until the deadline of a request or the signal, and describes what went wrong. */
async function withDeadline(
  options: HttpClientOptions,
  signal: AbortSignal,
  work: (progress: Progress) => Promise<HttpResponse>,
): Promise<HttpResponse> {
  signal.throwIfAborted()
  const progress: Progress = {
    startedAt: performance.now(),
    exchange: { status: null, latencyMs: 0, finalUrl: '', retryAfterMs: undefined, bytes: 0 },
    isOver: false,
  }
  const end = (): void => {
    progress.isOver = true
    progress.under?.end(new Error(NO_LONGER))
  }
  const cancel = startDeadline(options.timeoutMs, end)
  const stopListening = onAbort(signal, end)

  try {
    return await work(progress)
  } catch (cause) {
    if (signal.aborted) throw signal.reason
    if (cause instanceof HttpFailure) throw cause
    const { finalUrl } = progress.exchange
    const host = finalUrl === '' ? 'the address' : new URL(finalUrl).host
    const error = progress.isOver
      ? { code: 'timeout' as const, message: `${host} took longer than ${options.timeoutMs / 1_000} s` }
      : describeFailure(cause, host)
    throw new HttpFailure(error, exchangeOf(progress), { cause })
  } finally {
    cancel()
    stopListening()
  }
}

/** Sends a body once. Whether it was received is not known after a failure, so repeating it is up to the caller. */
async function postOnce(
  agent: Agent,
  options: HttpClientOptions,
  { url, headers, body }: PostRequest,
  progress: Progress,
): Promise<HttpResponse> {
  const target = targetOf(url)
  progress.exchange.finalUrl = target.url.href
  const parameters = {
    origin: target.url.origin,
    path: `${target.url.pathname}${target.url.search}`,
    method: 'POST' as const,
    headers: headersOf({ url, headers }, target, options.userAgent),
    body,
    // A kept connection may be closed by now, which looks like a server that ended without an answer.
    reset: true,
  }
  progress.under = call(agent, parameters, (status, stated) =>
    takeHead(progress.exchange, options, status, stated),
  )
  const response = await progress.under.response
  const location = redirectOf(response.status, response.headers)
  if (location === undefined) return readResponse(response, target.url, options.maxBytes, progress)
  const { host } = followRedirect(target, location).url
  throw new RedirectError(`redirects to ${host} (HTTP ${response.status}), which is not followed`)
}

async function requestFollowing(
  ways: Ways,
  options: HttpClientOptions,
  request: HttpRequest,
  progress: Progress,
): Promise<HttpResponse> {
  const { cookies = new CookieJar() } = request
  let target = targetOf(request.url)
  let permanent = true
  for (let redirects = 0; ; redirects++) {
    progress.exchange.finalUrl = target.url.href
    const response = await requestOnce(ways, options, { ...request, cookies }, target, progress)
    cookies.take(response.cookies, target.url, options.now())
    const location = redirectOf(response.status, response.headers)
    if (location === undefined) return readResponse(response, target.url, options.maxBytes, progress)

    if (redirects === MAX_REDIRECTS) throw new RedirectError(`needs more than ${MAX_REDIRECTS} redirects`)
    target = followRedirect(target, location)
    permanent &&= response.status === 301 || response.status === 308
    if (permanent) progress.exchange.permanentUrl = target.url.href
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
  target: Target,
  progress: Progress,
): Promise<Response> {
  const { url } = target
  const headers = headersOf(request, target, options.userAgent)
  const parameters = {
    origin: url.origin,
    path: `${url.pathname}${url.search}`,
    method: 'GET' as const,
    headers,
  }
  let isAnswered = false
  const boundOf: BoundOf = (status, stated) => {
    isAnswered = true
    return takeHead(progress.exchange, options, status, stated)
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
  exchange: Progress['exchange'],
  { now, maxBytes }: HttpClientOptions,
  status: number,
  headers: ReadonlyMap<string, string>,
): BodyBound {
  exchange.status = status
  exchange.serverAt = serverTime(headers)
  // These bodies are not used. Reading them lets the connection be reused.
  if (status === 304 || redirectOf(status, headers) !== undefined) return { bytes: 16 * 1024, beyond: 'cut' }
  exchange.retryAfterMs = parseRetryAfter(headers.get('retry-after'), now())
  exchange.freshForMs = freshFor(headers, now())
  if (status < 200 || status > 299) return { bytes: ERROR_PAGE_BYTES, beyond: 'cut' }
  const announced = headers.get('content-length')
  if (Number(announced ?? 0) > maxBytes) throw new BodyTooLargeError(`${announced} bytes`)
  return { bytes: maxBytes, beyond: 'refused' }
}

async function readResponse(
  { status, headers, body, isCut }: Response,
  url: URL,
  maxBytes: number,
  progress: Progress,
): Promise<HttpResponse> {
  const base = documentBase(url)
  if (status === 304) return { status, headers, body: Buffer.alloc(0), base, exchange: exchangeOf(progress) }
  const coding = headers.get('content-encoding')
  if (status < 200 || status > 299) {
    const text = await decompress(body, coding, 16 * ERROR_PAGE_BYTES).catch(() => body)
    const error = describeStatus(status, headers, text.toString('latin1'), url.host)
    throw new HttpFailure(error, exchangeOf(progress))
  }
  progress.exchange.bytes = body.length
  const decoded = await decompress(body, coding, maxBytes)
  if (isCut && !isComplete(decoded)) {
    const message = `${url.host} ended its answer early, after ${body.length} bytes`
    throw new HttpFailure({ code: 'truncated', message }, exchangeOf(progress))
  }
  return { status, headers, body: decoded, base, exchange: exchangeOf(progress) }
}

function exchangeOf({ exchange, startedAt }: Progress): Exchange {
  return { ...exchange, latencyMs: Math.round(performance.now() - startedAt) }
}
