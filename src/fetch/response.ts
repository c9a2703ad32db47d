import type { Dispatcher } from 'undici'
import { codeOf } from '../model/errors.ts'
import { DAY_MS, type EpochMs, SECOND_MS } from '../model/time.ts'
import { RequestError } from './request.ts'

/** A response with its body as received, not decompressed. */
export interface Response {
  readonly status: number
  /** Lower-case names; repeated headers are joined by commas. Without `Set-Cookie`. */
  readonly headers: ReadonlyMap<string, string>
  /** The `Set-Cookie` headers. */
  readonly cookies: readonly string[]
  readonly body: Buffer
  /** Whether the connection closed before the announced end of the body. */
  readonly isCut: boolean
}

/** Error codes of a connection that the server closed. */
const CLOSED_CODES: ReadonlySet<unknown> = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'])

export function isClosed(cause: unknown): boolean {
  return CLOSED_CODES.has(codeOf(cause))
}

/** Limit of a body's bytes. A longer one is an error or is cut. */
export interface BodyBound {
  readonly bytes: number
  readonly beyond: 'refused' | 'cut'
}

/** Receives status and headers before the body is read. An exception ends the request. */
export type BoundOf = (status: number, headers: ReadonlyMap<string, string>) => BodyBound

/** Maximum of interim responses such as "early hints". Endless ones would keep the thread busy. */
const MAX_INTERIM = 20

/** @returns counts one more interim response, and ends the request when there are too many */
export function limitInterim(end: Call['end']): () => void {
  let count = 0
  return () => {
    count += 1
    if (count > MAX_INTERIM)
      end(new RequestError('tooLarge', `sent more than ${MAX_INTERIM} interim responses`))
  }
}

export interface Call {
  /** @throws RequestError, undici's error for what went wrong, or the reason of `end` */
  readonly response: Promise<Response>
  /** Aborts it at any stage. */
  end(reason: Error): void
}

/**
 * Sends a request and reads its whole response. The body is collected without a stream, which would double the cost of
 * a short response.
 */
export function call(dispatcher: Dispatcher, options: Dispatcher.DispatchOptions, boundOf: BoundOf): Call {
  let controller: Dispatcher.DispatchController | undefined
  let end: Call['end'] = () => undefined
  const response = new Promise<Response>((resolve, reject) => {
    const chunks: Buffer[] = []
    let length = 0
    let head: (Omit<Response, 'body' | 'isCut'> & { readonly bound: BodyBound }) | undefined
    let ended: Error | undefined
    const countInterim = limitInterim((reason) => end(reason))

    end = (reason) => {
      if (ended !== undefined) return
      ended = reason
      reject(reason)
      controller?.abort(reason)
    }

    function finish(isCut: boolean): void {
      if (head === undefined) return
      const { status, headers, cookies } = head
      const [only] = chunks
      const body = only !== undefined && chunks.length === 1 ? only : Buffer.concat(chunks, length)
      resolve({ status, headers, cookies, body, isCut })
    }

    dispatcher.dispatch(options, {
      onRequestStart(started) {
        controller = started
        if (ended !== undefined) started.abort(ended)
      },
      onResponseStart(_, status, stated) {
        if (ended !== undefined) return
        if (status < 200) return countInterim()
        const headers = headerMap(stated)
        try {
          head = { status, headers, cookies: cookiesOf(stated), bound: boundOf(status, headers) }
        } catch (cause) {
          end(cause instanceof Error ? cause : new Error(String(cause)))
        }
      },
      onResponseData(_, chunk) {
        if (head === undefined || ended !== undefined) return
        const { bytes, beyond } = head.bound
        chunks.push(chunk)
        length += chunk.length
        if (length < bytes || (length === bytes && beyond === 'refused')) return
        if (beyond === 'cut') finish(false)
        end(new RequestError('tooLarge', `sent more than ${bytes} bytes`))
      },
      onResponseEnd: () => finish(false),
      onResponseError(_, error) {
        if (ended === undefined && isClosed(error)) finish(true)
        end(error)
      },
    })
  })
  return { response, end: (reason) => end(reason) }
}

type StatedHeaders = Readonly<Record<string, string | string[] | undefined>>

export function cookiesOf(stated: StatedHeaders): readonly string[] {
  return [stated['set-cookie'] ?? []].flat()
}

/** Joins repeated headers by commas; of several `Location`s, the first counts. */
export function headerMap(stated: StatedHeaders): ReadonlyMap<string, string> {
  const headers = new Map<string, string>()
  for (const name in stated) {
    const value = stated[name]
    if (value !== undefined && name !== 'set-cookie')
      headers.set(
        name,
        Array.isArray(value) ? (name === 'location' ? (value[0] ?? '') : value.join(', ')) : value,
      )
  }
  return headers
}

/**
 * The freshness lifetime of a response: `Cache-Control: max-age` minus `Age`, or else `Expires`; at most 24 hours.
 *
 * @param now by the server's clock, if it states its time
 * @returns `undefined` if there is none, or it requires revalidation
 * @see RFC 9111 section 4.2
 */
export function freshFor(headers: ReadonlyMap<string, string>, now: EpochMs): number | undefined {
  const control = headers.get('cache-control')?.toLowerCase() ?? ''
  if (/\bno-(?:cache|store)\b/.test(control)) return undefined
  const [, maxAge] = /(?:^|[\s,])max-age\s*=\s*"?(\d{1,10})/.exec(control) ?? []
  const left =
    maxAge === undefined
      ? Date.parse(headers.get('expires') ?? '') - now
      : (Number(maxAge) - Number(headers.get('age') ?? 0)) * SECOND_MS
  return left > 0 ? Math.min(DAY_MS, left) : undefined
}

/** Years in HTTP dates have four digits. */
const LAST_DATE = Date.UTC(9999, 11, 31)

/**
 * The current time of a server's clock, by `Date`, and `Age` if a cache answered.
 *
 * @returns `undefined` if it states none
 * @see RFC 9110 section 6.6.1, RFC 9111 section 5.1
 */
export function serverTime(headers: ReadonlyMap<string, string>): EpochMs | undefined {
  const at = httpDate(headers.get('date'))
  const ageMs = Number(/^\d{1,9}$/.exec(headers.get('age') ?? '')?.[0] ?? 0) * SECOND_MS
  return at <= LAST_DATE ? at + ageMs : undefined
}

/** `NaN` for anything else. `Date.parse` would accept bare numbers. */
function httpDate(written = ''): EpochMs {
  return /[a-z]/i.test(written) ? Date.parse(written) : Number.NaN
}

/** Longest wait that a server can ask for. */
const LONGEST_RETRY_MS = DAY_MS

/**
 * Reads `Retry-After`, seconds or a date, as a delay of 0 to 24 hours, ms.
 *
 * @param now by the server's clock, if it states its time
 * @see RFC 9110 section 10.2.3
 */
export function parseRetryAfter(value: string | undefined, now: EpochMs): number | undefined {
  const text = value?.trim() ?? ''
  const delay = /^\d+$/.test(text) ? Number(text) * SECOND_MS : httpDate(text) - now
  return Number.isNaN(delay) ? undefined : Math.min(LONGEST_RETRY_MS, Math.max(0, delay))
}
