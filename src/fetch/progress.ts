import type { Exchange } from '../model/entry.ts'
import type { Clock } from '../model/time.ts'
import { documentBase } from '../url/public-url.ts'
import { decompress, isComplete } from './body.ts'
import { startDeadline } from './deadline.ts'
import { describeFailure, describeStatus, HttpFailure } from './failure.ts'
import { onAbort } from './on-abort.ts'
import { redirectOf, RequestError } from './request.ts'
import {
  type BodyBound,
  type Call,
  freshFor,
  parseRetryAfter,
  type Response,
  serverTime,
} from './response.ts'

export interface Bounds {
  /** Time limit of waiting for servers, including redirects and body. */
  readonly timeoutMs: number
  /** Maximum size of a body, on the wire and decompressed. */
  readonly maxBytes: number
  readonly now: Clock
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

const ERROR_PAGE_BYTES = 64 * 1024

/** Abort reason of a running request. `withDeadline` reports whether timeout or caller caused it. */
export const NO_LONGER = 'no longer waited for'

/** State of a running request. */
export interface Progress {
  readonly startedAt: number
  /** Facts so far, without the latency. */
  readonly exchange: { -readonly [Part in keyof Exchange]: Exchange[Part] }
  under?: Call
  /** Set on timeout or abort. */
  isOver: boolean
}

/** Runs `work` until the deadline or the signal, and describes failures. */
export async function withDeadline(
  { timeoutMs }: Pick<Bounds, 'timeoutMs'>,
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
  const cancel = startDeadline(timeoutMs, end)
  const stopListening = onAbort(signal, end)

  try {
    return await work(progress)
  } catch (cause) {
    if (signal.aborted) throw signal.reason
    if (cause instanceof HttpFailure) throw cause
    const { finalUrl } = progress.exchange
    const host = finalUrl === '' ? 'the address' : new URL(finalUrl).host
    const error = progress.isOver
      ? { code: 'timeout' as const, message: `${host} took longer than ${timeoutMs / 1_000} s` }
      : describeFailure(cause, host)
    throw new HttpFailure(error, exchangeOf(progress), { cause })
  } finally {
    cancel()
    stopListening()
  }
}

/** Stores status and headers of the response. @returns the bound of its body */
export function takeHead(
  exchange: Progress['exchange'],
  { now, maxBytes }: Pick<Bounds, 'now' | 'maxBytes'>,
  status: number,
  headers: ReadonlyMap<string, string>,
): BodyBound {
  exchange.status = status
  exchange.serverAt = serverTime(headers)
  // An unused body is read, so that the connection can be reused.
  if (redirectOf(status, headers) !== undefined) return { bytes: 16 * 1024, beyond: 'cut' }
  // Its dates are by the server's clock, which may be wrong.
  const at = exchange.serverAt ?? now()
  exchange.retryAfterMs = parseRetryAfter(headers.get('retry-after'), at)
  exchange.freshForMs = freshFor(headers, at)
  if (status < 200 || status > 299) return { bytes: ERROR_PAGE_BYTES, beyond: 'cut' }
  const announced = headers.get('content-length')
  if (Number(announced ?? 0) > maxBytes) throw new RequestError('tooLarge', `sent ${announced} bytes`)
  return { bytes: maxBytes, beyond: 'refused' }
}

export async function readResponse(
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
    throw new HttpFailure(error, exchangeOf(progress), { page: text.toString() })
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
