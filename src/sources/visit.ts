import { createHash } from 'node:crypto'
import { decompress, isGzip } from '../fetch/body.ts'
import { HttpFailure } from '../fetch/failure.ts'
import type { HttpResponse } from '../fetch/progress.ts'
import { RequestError } from '../fetch/request.ts'
import type { FetchResult, Entry, Exchange, FeedInfo } from '../model/entry.ts'
import { NO_VALIDATORS, type SourceState, type Validators, type VisitError } from '../model/source.ts'
import type { EpochMs } from '../model/time.ts'
import { MAX_ENTRIES, newest, withinReach } from './newest.ts'

/** What a visit read from a source, by one request or several. */
export interface FeedContent {
  readonly feed: FeedInfo
  readonly entries: readonly Entry[]
  /** Whether the document is truncated, so that the source may have more entries. */
  readonly isCut?: boolean
  /** Number of entries in the document, where `entries` has only those within reach. */
  readonly listed?: number
}

export function failed(error: VisitError, exchange: Exchange): FetchResult {
  return { kind: 'failed', error, exchange }
}

/** The exchange of a visit that ended before it got a response. */
export function notRequested(url: string): Exchange {
  return { status: null, latencyMs: 0, finalUrl: url, retryAfterMs: undefined, bytes: 0 }
}

/** Turns the failure of a request into a result. Other errors are bugs or the caller's abort, and are thrown. */
export async function valueOfFailure(task: () => Promise<FetchResult>): Promise<FetchResult> {
  try {
    return await task()
  } catch (cause) {
    if (!(cause instanceof HttpFailure)) throw cause
    return failed({ code: cause.code, message: cause.message }, cause.exchange)
  }
}

/**
 * The result of a visit that took several requests. It has no validators, because each response has its own.
 *
 * @param documentHash of what was read. If it is that of the last visit, nothing changed. By default that of the entries.
 */
export function resultInParts(
  content: FeedContent,
  state: SourceState | undefined,
  exchange: Exchange,
  maxEntries: number,
  documentHash?: string,
): FetchResult {
  const retained = retainedOf(content, maxEntries)
  const hash = documentHash ?? hashOf(Buffer.from(JSON.stringify(retained.entries)))
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

/** The entries that a visit takes of a document: the newest, at most `maxEntries`. */
export function retainedOf(
  { entries, listed = entries.length }: FeedContent,
  maxEntries: number,
): Pick<Extract<FetchResult, { kind: 'entries' }>, 'entries' | 'leftOut'> {
  const reached = withinReach(entries, ({ publishedAt }) => publishedAt)
  return {
    entries: newest(reached, maxEntries),
    // A lower limit is the operator's own.
    ...(listed > MAX_ENTRIES && maxEntries >= MAX_ENTRIES ? { leftOut: listed - MAX_ENTRIES } : {}),
  }
}

/** SHA-256, hex. */
export function hashOf(body: Buffer): string {
  return createHash('sha256').update(body).digest('hex')
}

/**
 * Headers that make a request conditional. It sends both validators if there are two: some servers check only one of them.
 */
export function conditions({ etag, lastModified }: Validators): Record<string, string> {
  return {
    ...(etag === null ? {} : { 'if-none-match': etag }),
    ...(lastModified === null ? {} : { 'if-modified-since': lastModified }),
  }
}

/** Programs that build sites give all files a time in 1970 or 1980. */
const FIRST_CHANGE = Date.UTC(1990, 0)

/**
 * A date in the future is no validator: the document would count as unchanged until then. Nor is one before there were feeds,
 * or a `0` or `-1`. Some servers have such a date as `ETag` too.
 */
export function validatorsOf({ headers }: HttpResponse, now: EpochMs): Validators {
  const latest = Math.max(now, dateOf(headers.get('date')) ?? now)
  // Only what can be sent back in a header unchanged.
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
 * The body of a response. A gzip file is unpacked: some servers send these without a `Content-Encoding`.
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
