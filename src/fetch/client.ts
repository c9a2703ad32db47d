import type { LookupFunction } from 'node:net'
import { Agent } from 'undici'
import type { ProxyRoutes } from '../model/proxy.ts'
import { createAddressGuard } from './address-guard.ts'
import { callLeniently, isOffStandard } from './call-leniently.ts'
import { CookieJar } from './cookies.ts'
import { createNameLookup } from './name-lookup.ts'
import {
  type Bounds,
  type HttpResponse,
  NO_LONGER,
  type Progress,
  readResponse,
  takeHead,
  withDeadline,
} from './progress.ts'
import { proxiedConnector } from './proxy.ts'
import {
  followRedirect,
  headersOf,
  type HttpRequest,
  type PostRequest,
  redirectOf,
  RequestError,
  type Target,
  targetOf,
} from './request.ts'
import { type BoundOf, call, type Call, isClosed, type Response } from './response.ts'

export interface HttpClientOptions extends Bounds {
  /** Truthful, with a contact address of the operator. */
  readonly userAgent: string
  /** CIDR blocks of private addresses that may be requested. */
  readonly allowAddresses: readonly string[]
  /** Proxies of requests; default none. */
  readonly proxy?: ProxyRoutes | undefined
  /** Name resolution; default `createNameLookup`. */
  readonly lookup?: LookupFunction | undefined
}

/** The only HTTP client for sources. */
export interface HttpClient {
  /**
   * @throws HttpFailure for any network or HTTP error
   * @throws the signal's reason when it is aborted
   */
  get(request: HttpRequest, signal: AbortSignal): Promise<HttpResponse>
}

/** The same client, for requests with a body. */
export interface PostingClient {
  /**
   * Sends once, on its own connection. Redirects are not followed: the body is for this address.
   *
   * @returns for `2xx`
   * @throws as `get` does; any other status is an `HttpFailure`
   */
  post(request: PostRequest, signal: AbortSignal): Promise<HttpResponse>
}

/** A client for one visit: cookies are sent back to the host that set them. */
export function withCookies(http: HttpClient): HttpClient {
  const cookies = new CookieJar()
  return { get: (request, signal) => http.get({ ...request, cookies }, signal) }
}

const MAX_REDIRECTS = 5
/** Maximum size of all response headers; browsers allow more. */
const MAX_HEADER_BYTES = 64 * 1024

export interface OpenClient extends HttpClient, PostingClient {
  close(): Promise<void>
}

export function createHttpClient(options: HttpClientOptions): OpenClient {
  const permits = createAddressGuard(options.allowAddresses)
  const connect = proxiedConnector(options.proxy ?? {}, permits, options.lookup ?? createNameLookup())
  const agent = new Agent({
    connect,
    maxHeaderSize: MAX_HEADER_BYTES,
    // Each request has its own deadline.
    headersTimeout: 0,
    bodyTimeout: 0,
  })
  const sender = { ...options, agent, connect }
  return {
    get: (request, signal) =>
      withDeadline(options, signal, (progress) => {
        const maxBytes = Math.min(request.maxBytes ?? Infinity, options.maxBytes)
        return requestFollowing({ ...sender, maxBytes }, request, progress)
      }),
    post: (request, signal) =>
      withDeadline(options, signal, (progress) => postOnce(sender, request, progress)),
    close: () => agent.destroy(),
  }
}

/** Dependencies of both kinds of request: the strict one reuses connections, the lenient one opens its own. */
interface Sender extends HttpClientOptions {
  readonly agent: Agent
  readonly connect: ReturnType<typeof proxiedConnector>
}

/**
 * Sends a body once. After a failure it is unknown whether it was received, so the caller decides about repeating it.
 */
async function postOnce(
  sender: Sender,
  { url, headers, body }: PostRequest,
  progress: Progress,
): Promise<HttpResponse> {
  const target = targetOf(url)
  progress.exchange.finalUrl = target.url.href
  const sent = { url: target.url, headers: headersOf({ url, headers }, target, sender.userAgent), body }
  // Leniently at once, since a refused response is no reason to send the body again. A kept-alive connection may be
  // closed by now, which looks like a server that ended without an answer.
  progress.under = callLeniently(sender.connect, sent, MAX_HEADER_BYTES, (status, stated) =>
    takeHead(progress.exchange, sender, status, stated),
  )
  const response = await progress.under.response
  const location = redirectOf(response.status, response.headers)
  if (location === undefined) return readResponse(response, target.url, sender.maxBytes, progress)
  const { origin } = followRedirect(target, location).url
  const place = origin === target.url.origin ? 'another path' : origin
  throw new RequestError(
    'badRedirect',
    `redirects to ${place} (HTTP ${response.status}), which is not followed`,
  )
}

function parametersOf(request: HttpRequest, target: Target, { userAgent }: Sender) {
  const { origin, pathname, search } = target.url
  return {
    origin,
    path: `${pathname}${search}`,
    method: 'GET' as const,
    headers: headersOf(request, target, userAgent),
  }
}

async function requestFollowing(
  sender: Sender,
  request: HttpRequest,
  progress: Progress,
): Promise<HttpResponse> {
  const { cookies = new CookieJar() } = request
  let target = targetOf(request.url)
  let permanent = true
  for (let redirects = 0; ; redirects++) {
    progress.exchange.finalUrl = target.url.href
    const response = await requestOnce(sender, { ...request, cookies }, target, progress)
    cookies.take(response.cookies, target.url, sender.now())
    const location = redirectOf(response.status, response.headers)
    if (location === undefined) return readResponse(response, target.url, sender.maxBytes, progress)

    if (redirects === MAX_REDIRECTS)
      throw new RequestError('badRedirect', `needs more than ${MAX_REDIRECTS} redirects`)
    target = followRedirect(target, location)
    permanent &&= response.status === 301 || response.status === 308
    if (permanent) progress.exchange.permanentUrl = target.url.href
  }
}

/**
 * Makes one request. Repeats it once if the server had closed a kept-alive connection, and once leniently if the
 * response violates HTTP.
 */
async function requestOnce(
  sender: Sender,
  request: HttpRequest,
  target: Target,
  progress: Progress,
): Promise<Response> {
  const parameters = parametersOf(request, target, sender)
  let isAnswered = false
  const boundOf: BoundOf = (status, stated) => {
    isAnswered = true
    return takeHead(progress.exchange, sender, status, stated)
  }
  const send = (way: () => Call): Promise<Response> => {
    if (progress.isOver) throw new Error(NO_LONGER)
    progress.under = way()
    return progress.under.response
  }
  const strictly = (): Call => call(sender.agent, parameters, boundOf)
  try {
    return await send(strictly)
  } catch (cause) {
    if (isOffStandard(cause))
      return send(() =>
        callLeniently(
          sender.connect,
          { url: target.url, headers: parameters.headers },
          MAX_HEADER_BYTES,
          boundOf,
        ),
      )
    if (!isClosed(cause) || isAnswered) throw cause
    return send(strictly)
  }
}
