import type { LookupFunction } from 'node:net'
import { Agent, type Dispatcher } from 'undici'
import type { Exchange } from '../../domain/entry.ts'
import type { VisitError } from '../../domain/source.ts'
import type { Clock } from '../../domain/time.ts'
import { createAddressGuard } from './address-guard.ts'
import { BodyTooLargeError, CodingError, decompress, readBody, readStart } from './body.ts'
import { guardedConnector } from './connector.ts'
import { describeNetworkError, HttpFailure } from './failure.ts'
import { freshFor } from './freshness.ts'
import { parseRetryAfter } from './retry-after.ts'
import { describeStatus } from './status.ts'
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
export interface HttpAnswer {
  readonly status: number
  readonly headers: ReadonlyMap<string, string>
  /** Decompressed; empty for `304`. */
  readonly body: Buffer
  readonly exchange: Exchange
}

/** The only way out: every request of the service leaves through here. */
export interface HttpClient {
  /**
   * @throws HttpFailure for whatever went wrong out there
   * @throws the signal's reason when it is aborted
   */
  get(request: HttpRequest, signal: AbortSignal): Promise<HttpAnswer>
  close(): Promise<void>
}

/** Most redirects that are followed, one after the other. */
const MOST_REDIRECTS = 5
/** Only so much of an error's page is read. */
const ERROR_PAGE_BYTES = 64 * 1024

export function createHttpClient(options: HttpClientOptions): HttpClient {
  const agent = new Agent({
    connect: guardedConnector(createAddressGuard(options.allowAddresses), options.lookup),
    maxHeaderSize: 16 * 1024,
    headersTimeout: options.timeoutMs,
    bodyTimeout: options.timeoutMs,
  })
  return {
    get: (request, signal) => get(agent, options, request, signal),
    close: () => agent.destroy(),
  }
}

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
}

async function get(
  agent: Agent,
  options: HttpClientOptions,
  request: HttpRequest,
  signal: AbortSignal,
): Promise<HttpAnswer> {
  signal.throwIfAborted()
  const startedAt = performance.now()
  const deadline = new AbortController()
  const timer = setTimeout(() => deadline.abort(), options.timeoutMs)
  const abort = (): void => deadline.abort()
  signal.addEventListener('abort', abort, { once: true })

  let progress: Progress | undefined
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
    }
    const response = await requestFollowing(agent, options, request, progress, deadline.signal)
    const maxBytes = Math.min(request.maxBytes ?? Infinity, options.maxBytes)
    return await readAnswer(response, { ...options, maxBytes }, progress)
  } catch (cause) {
    if (signal.aborted) throw signal.reason
    if (cause instanceof HttpFailure) throw cause
    const host = progress?.target.url.host ?? 'the address'
    const error = deadline.signal.aborted
      ? { code: 'timeout' as const, message: `${host} took longer than ${options.timeoutMs / 1_000} s` }
      : describe(cause, host)
    throw new HttpFailure(error, exchangeOf(progress, startedAt), { cause })
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', abort)
  }
}

async function requestFollowing(
  agent: Agent,
  options: HttpClientOptions,
  request: HttpRequest,
  progress: Progress,
  signal: AbortSignal,
): Promise<Dispatcher.ResponseData> {
  let permanent = true
  for (let redirects = 0; ; redirects++) {
    const response = await requestOnce(agent, options, request, progress.target, signal)
    progress.status = response.statusCode
    const location = header(response, 'location')
    if (!isRedirect(response.statusCode) || location === undefined) return response

    // What a redirect says in its body is of no use, but the connection can be used again.
    await response.body.dump({ limit: 16 * 1024 })
    if (redirects === MOST_REDIRECTS) throw new RedirectError(`more than ${MOST_REDIRECTS} redirects`)
    progress.target = followRedirect(progress.target, location)
    permanent &&= response.statusCode === 301 || response.statusCode === 308
    if (permanent) progress.permanentUrl = progress.target.url.href
  }
}

/** Codes of a kept connection that the other side has closed meanwhile. */
const CLOSED_CODES: ReadonlySet<unknown> = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'])

/** One request; once more where a kept connection turns out to be closed by the other side. */
async function requestOnce(
  agent: Agent,
  options: HttpClientOptions,
  request: HttpRequest,
  target: Target,
  signal: AbortSignal,
): Promise<Dispatcher.ResponseData> {
  const { url, authorization } = target
  const headers: Record<string, string> = {
    'user-agent': options.userAgent,
    'accept-encoding': 'gzip, deflate, br',
    ...request.headers,
    ...(url.origin === targetOf(request.url).url.origin ? request.ownHeaders : {}),
  }
  if (authorization !== undefined) headers['authorization'] = authorization
  const parameters = {
    origin: url.origin,
    path: `${url.pathname}${url.search}`,
    method: 'GET' as const,
    headers,
    signal,
  }
  try {
    return await agent.request(parameters)
  } catch (cause) {
    const stale = cause instanceof Error && 'code' in cause && CLOSED_CODES.has(cause.code)
    if (!stale || signal.aborted) throw cause
    return agent.request(parameters)
  }
}

async function readAnswer(
  response: Dispatcher.ResponseData,
  options: HttpClientOptions,
  progress: Progress,
): Promise<HttpAnswer> {
  const headers = headerMap(response)
  const { statusCode: status, body } = response
  progress.retryAfterMs = parseRetryAfter(headers.get('retry-after'), options.now())
  progress.freshForMs = freshFor(headers, options.now())
  const answer = (bytes: Buffer): HttpAnswer => ({
    status,
    headers,
    body: bytes,
    exchange: exchangeOf(progress, progress.startedAt),
  })

  if (status === 304) {
    await body.dump({ limit: 16 * 1024 })
    return answer(Buffer.alloc(0))
  }
  if (status < 200 || status > 299) {
    const page = await readStart(body, ERROR_PAGE_BYTES)
    const text = await decompress(page, headers.get('content-encoding'), 16 * ERROR_PAGE_BYTES).catch(
      () => page,
    )
    const error = describeStatus(status, headers, text.toString('latin1'), progress.target.url.host)
    throw new HttpFailure(error, exchangeOf(progress, progress.startedAt))
  }
  if (Number(headers.get('content-length') ?? 0) > options.maxBytes) {
    body.destroy()
    throw new BodyTooLargeError(`${headers.get('content-length')} bytes`)
  }
  const wire = await readBody(body, options.maxBytes)
  progress.bytes = wire.length
  return answer(await decompress(wire, headers.get('content-encoding'), options.maxBytes))
}

function describe(cause: unknown, host: string): VisitError {
  if (cause instanceof BodyTooLargeError)
    return { code: 'tooLarge', message: `${host} sent ${cause.message}` }
  if (cause instanceof CodingError)
    return { code: 'parse', message: `${host} sent an answer ${cause.message}` }
  if (cause instanceof RedirectError) return { code: cause.code, message: `${host} ${cause.message}` }
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
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

function header(response: Dispatcher.ResponseData, name: string): string | undefined {
  const value = response.headers[name]
  return Array.isArray(value) ? value[0] : value
}

function headerMap(response: Dispatcher.ResponseData): ReadonlyMap<string, string> {
  const headers = new Map<string, string>()
  for (const [name, value] of Object.entries(response.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value)
  }
  return headers
}
