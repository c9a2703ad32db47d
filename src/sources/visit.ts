import { createHash } from 'node:crypto'
import { decompress, isGzip } from '../fetch/body.ts'
import { HttpFailure } from '../fetch/failure.ts'
import type { HttpResponse } from '../fetch/progress.ts'
import { RequestError } from '../fetch/request.ts'
import type { FetchResult, Entry, Exchange, FeedInfo } from '../model/entry.ts'
import { NO_VALIDATORS, type SourceState, type Validators, type VisitError } from '../model/source.ts'
import type { EpochMs } from '../model/time.ts'
import { MAX_ENTRIES, newest, withinReach } from './newest.ts'

/** The content that a visit read, in one request or several. */
export interface FeedContent {
  readonly feed: FeedInfo
  readonly entries: readonly Entry[]
  /** Whether the document is truncated: the source may have more entries. */
  readonly isCut?: boolean
  /** Entries in the document, if `entries` has fewer. */
  readonly listed?: number
}

export function failed(error: VisitError, exchange: Exchange): FetchResult {
  return { kind: 'failed', error, exchange }
}

/** The exchange of a visit without a response. */
export function notRequested(url: string): Exchange {
  return { status: null, latencyMs: 0, finalUrl: url, retryAfterMs: undefined, bytes: 0 }
}

/** Turns a failed request into a result. Other errors are bugs or the caller's abort, and are thrown. */
export async function valueOfFailure(task: () => Promise<FetchResult>): Promise<FetchResult> {
  try {
    return await task()
  } catch (cause) {
    if (!(cause instanceof HttpFailure)) throw cause
    return failed({ code: cause.code, message: cause.message }, cause.exchange)
  }
}

/**
 * The result of a visit with several requests. It has no validators, because each response has its own.
 *
 * @param documentHash of what was read: if equal to the last visit's, nothing changed. Default: that of the entries
 */
export function resultInParts(
  content: FeedContent,
  state: SourceState | undefined,
  exchange: Exchange,
  maxEntries: number,
  documentHash?: string,
): FetchResult {
  const retained = retainedOf(content, maxEntries)
  const hash = documentHash ?? sha256Of(Buffer.from(JSON.stringify(retained.entries)))
  return hash === state?.documentHash
    ? { kind: 'unchanged', validators: NO_VALIDATORS, exchange }
    : {
        kind: 'entries',
        feed: content.feed,
        ...retained,
        validators: NO_VALIDATORS,
        documentHash: hash,
        exchange,
      }
}

/** The entries that a visit keeps: the newest, at most `maxEntries`. */
export function retainedOf(
  { entries, listed = entries.length }: FeedContent,
  maxEntries: number,
): Pick<Extract<FetchResult, { kind: 'entries' }>, 'entries' | 'leftOut'> {
  const reached = withinReach(entries, ({ publishedAt }) => publishedAt)
  return {
    entries: newest(reached, maxEntries),
    // A lower limit is the operator's choice.
    ...(listed > MAX_ENTRIES && maxEntries >= MAX_ENTRIES ? { leftOut: listed - MAX_ENTRIES } : {}),
  }
}

/** SHA-256, hex. */
export function sha256Of(body: Buffer): string {
  return createHash('sha256').update(body).digest('hex')
}

/** Headers of a conditional request. Both validators are sent, since some servers check only one. */
export function conditions({ etag, lastModified }: Validators): Record<string, string> {
  return {
    ...(etag === null ? {} : { 'if-none-match': etag }),
    ...(lastModified === null ? {} : { 'if-modified-since': lastModified }),
  }
}

/** Site generators may give all files a time in 1970 or 1980. */
const FIRST_CHANGE = Date.UTC(1990, 0)

/**
 * Validators of a response. A date in the future is not one: the document would count as unchanged until then. Nor is a
 * date before feeds existed, or `0` and `-1`. Some servers also send such a date as `ETag`.
 */
export function validatorsOf({ headers }: HttpResponse, now: EpochMs): Validators {
  const latest = Math.max(now, dateOf(headers.get('date')) ?? now)
  // Only values that can be sent back unchanged in a header.
  const valid = (value = ''): string | null => {
    const at = dateOf(value) ?? latest
    return at >= FIRST_CHANGE && at <= latest && /^(?!-?\d$)[\x20-\x7e]{1,512}$/.test(value) ? value : null
  }
  return { etag: valid(headers.get('etag')), lastModified: valid(headers.get('last-modified')) }
}

/** The time of a date, with or without quotes; `undefined` for anything else, such as a number. */
function dateOf(value: string | undefined): EpochMs | undefined {
  const [, date = ''] =
    /^(?:W\/)?"?((?:[a-z]{3,9},? |\d{4}-\d\d-\d\dT)[\da-z:.+ -]+)"?$/i.exec(value ?? '') ?? []
  const at = Date.parse(date)
  return Number.isNaN(at) ? undefined : at
}

/**
 * The body of a response. Gzip files are unpacked: some servers send them without `Content-Encoding`.
 *
 * @throws HttpFailure for a broken file, and for one larger than `maxBytes` when unpacked
 */
export async function unpacked({ body, exchange }: HttpResponse, maxBytes: number): Promise<Buffer> {
  if (!isGzip(body)) return body
  try {
    return await decompress(body, 'gzip', maxBytes)
  } catch (cause) {
    const error: VisitError =
      cause instanceof RequestError
        ? { code: cause.code, message: `the packed document has more than ${maxBytes} bytes` }
        : { code: 'parse', message: 'the packed document cannot be unpacked' }
    throw new HttpFailure(error, exchange, { cause })
  }
}
