import { DigestProblem, isProblem, problemOf } from './problem.ts'
import type { Cancellable } from './types.ts'

export interface ClientOptions {
  /** An API key, sent as `Authorization: Bearer`. */
  readonly key?: string | undefined
  /** Sends the requests; default is the runtime's own. */
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined
  /** How often a request that failed for a while is sent again; default 2. `changes` never gives up. */
  readonly retries?: number | undefined
  /** How long to wait for an answer, ms; default 30,000. */
  readonly timeoutMs?: number | undefined
  /** Called before each wait. */
  readonly onRetry?: ((problem: DigestProblem, delayMs: number) => void) | undefined
}

interface RequestOptions {
  readonly signal?: AbortSignal | undefined
  readonly retries?: number
  /** How long the service may wait before it answers, ms. */
  readonly waitMs?: number
  /** A status besides 200 that has an answer. */
  readonly accepts?: number | undefined
}

/** What a path is asked, and the signal beside it. */
export type Asked = Cancellable & Values

type Values = Readonly<Record<string, string | number | boolean | readonly (string | number)[] | undefined>>

/** Asks a path. Rejects with a `DigestProblem`, or with the reason of the signal. */
export type Ask = (path: string, query: Values, options?: RequestOptions) => Promise<unknown>

/** Waits between tries: half a second, doubled each time, at most half a minute, and up to as much again at random. */
const FIRST_DELAY_MS = 500
const MAX_DELAY_MS = 30_000

/** A request that is given up some time waits no longer than this. */
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
  // AbortSignal.any keeps every signal that was ever made of one that lives long in the memory of Node.js 20.
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

/** Rejects with the reason of the signal. */
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

/** Lists are joined by commas; what is `undefined` is left out. */
function queryString(query: Values): string {
  const given = Object.entries(query).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, String(value)]],
  )
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`
}
