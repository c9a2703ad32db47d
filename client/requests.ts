import { DigestProblem, isProblem, problemOf } from './problem.ts'
import type { Cancellable } from './types.ts'

export interface ClientOptions {
  /** An API key, sent as `Authorization: Bearer`. */
  readonly key?: string | undefined
  /** Replaces the runtime's `fetch`. */
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined
  /** How often a temporary failure is retried; default 2. `changes` never gives up. */
  readonly retries?: number | undefined
  /** Time limit of an answer, ms; default 30,000. */
  readonly timeoutMs?: number | undefined
  /** Called before each wait. */
  readonly onRetry?: ((problem: DigestProblem, delayMs: number) => void) | undefined
}

interface RequestOptions {
  readonly signal?: AbortSignal | undefined
  readonly retries?: number
  /** How long the service may delay its answer, ms. */
  readonly waitMs?: number
  /** A status other than 200 that counts as an answer. */
  readonly accepts?: number | undefined
}

export type Asked = Cancellable & Values

type Values = Readonly<Record<string, string | number | boolean | readonly (string | number)[] | undefined>>

/** Requests a path. Rejects with a `DigestProblem`, or with the signal's reason. */
export type Ask = (path: string, query: Values, options?: RequestOptions) => Promise<unknown>

/** Delays between attempts: 0.5 s, doubled each time up to 30 s, plus up to 100 % at random. */
const FIRST_DELAY_MS = 500
const MAX_DELAY_MS = 30_000

/** Longest wait of a request with limited retries. */
const MAX_RETRY_AFTER_SECONDS = 60

export function createAsk(baseUrl: string, options: ClientOptions): Ask {
  return async (path, query, { signal, retries = options.retries ?? 2, waitMs = 0, accepts } = {}) => {
    const url = `${baseUrl}${path}${queryString(query)}`
    for (let tries = 0; ; tries += 1) {
      try {
        return await send(url, options, { signal, waitMs, accepts })
      } catch (error) {
        if (!(error instanceof DigestProblem) || !error.isTemporary || tries >= retries) throw error
        const { retryAfterSeconds = 0 } = error
        if (retries !== Infinity && retryAfterSeconds > MAX_RETRY_AFTER_SECONDS) throw error
        const delayMs = Math.max(retryAfterSeconds * 1000, growingDelay(tries))
        options.onRetry?.(error, delayMs)
        await delay(delayMs, signal)
      }
    }
  }
}

async function send(
  url: string,
  { fetch = globalThis.fetch, key, timeoutMs = 30_000 }: ClientOptions,
  { signal, waitMs, accepts }: RequestOptions & { readonly waitMs: number },
): Promise<unknown> {
  signal?.throwIfAborted()
  // In Node.js 20, AbortSignal.any leaks a signal per call while the source signal lives.
  const stop = new AbortController()
  const abort = () => stop.abort(signal?.reason)
  signal?.addEventListener('abort', abort)
  const timer = setTimeout(
    () => stop.abort(new DOMException('no answer in time', 'TimeoutError')),
    timeoutMs + waitMs,
  )
  try {
    const headers = {
      accept: 'application/json',
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
    }
    const response = await fetch(url, { headers, signal: stop.signal })
    const body: unknown = await response.json().catch((error: unknown) => {
      if (error instanceof SyntaxError) return undefined
      throw error
    })
    const isAnswer = response.ok || (response.status === accepts && !isProblem(body))
    if (isAnswer && body !== undefined) return body
    throw problemOf(response, body)
  } catch (cause) {
    signal?.throwIfAborted()
    if (cause instanceof DigestProblem) throw cause
    const detail = `No answer of ${url}: ${cause instanceof Error ? cause.message : String(cause)}`
    throw new DigestProblem({ status: 0, code: 'unreachable', detail }, { cause })
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
  }
}

function growingDelay(tries: number): number {
  return Math.min(FIRST_DELAY_MS * 2 ** tries, MAX_DELAY_MS) * (1 + Math.random())
}

/** Rejects with the signal's reason. */
export async function delay(ms: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted()
  let end = (): void => undefined
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    end = () => {
      clearTimeout(timer)
      resolve()
    }
    signal?.addEventListener('abort', end)
  })
  signal?.removeEventListener('abort', end)
  signal?.throwIfAborted()
}

/** Joins lists by commas and skips `undefined`. */
function queryString(query: Values): string {
  const given = Object.entries(query).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, String(value)]],
  )
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`
}
