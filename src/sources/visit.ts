import { createHash } from 'node:crypto'
import { BodyTooLargeError, decompress, isGzip } from '../fetch/body.ts'
import type { HttpResponse } from '../fetch/client.ts'
import { HttpFailure } from '../fetch/failure.ts'
import type { FetchResult, Entry, Exchange, FeedInfo } from '../model/entry.ts'
import { NO_VALIDATORS, type SourceState, type Validators, type VisitError } from '../model/source.ts'

/** What a source said, however it was asked. */
export interface FeedContent {
  readonly feed: FeedInfo
  readonly entries: readonly Entry[]
  /** Whether the document is truncated, so that the source may have more entries. */
  readonly isCut?: boolean
}

export function failed(error: VisitError, exchange: Exchange): FetchResult {
  return { kind: 'failed', error, exchange }
}

/** The exchange of a visit that ended before any answer. */
export function notRequested(url: string): Exchange {
  return { status: null, latencyMs: 0, finalUrl: url, retryAfterMs: undefined, bytes: 0 }
}

/** Gives what went wrong out there as a value; anything else is a bug, or the caller giving up. */
export async function valueOfFailure(task: () => Promise<FetchResult>): Promise<FetchResult> {
  try {
    return await task()
  } catch (cause) {
    if (!(cause instanceof HttpFailure)) throw cause
    return failed({ code: cause.code, message: cause.message }, cause.exchange)
  }
}

/**
 * What a source said that took several requests: unchanged if it is the same, word for word, as before.
 * There are no validators, since they would be of one request of many.
 */
export function resultInParts(
  { feed, entries }: FeedContent,
  state: SourceState | undefined,
  exchange: Exchange,
  maxEntries: number,
): FetchResult {
  const retained = newest(entries, maxEntries)
  const documentHash = hashOf(Buffer.from(JSON.stringify(retained)))
  return documentHash === state?.documentHash
    ? { kind: 'unchanged', validators: NO_VALIDATORS, exchange }
    : { kind: 'entries', feed, entries: retained, validators: NO_VALIDATORS, documentHash, exchange }
}

/** SHA-256, hex. */
export function hashOf(body: Buffer): string {
  return createHash('sha256').update(body).digest('hex')
}

/** Both validators where there are both: some servers check the one, some the other. */
export function conditions({ etag, lastModified }: Validators): Record<string, string> {
  return {
    ...(etag === null ? {} : { 'if-none-match': etag }),
    ...(lastModified === null ? {} : { 'if-modified-since': lastModified }),
  }
}

export function validatorsOf({ headers }: HttpResponse): Validators {
  return { etag: headerValue(headers.get('etag')), lastModified: headerValue(headers.get('last-modified')) }
}

/** Whether a value can be sent back in a header unchanged. */
function headerValue(value: string | undefined): string | null {
  return value !== undefined && /^[\x20-\x7e]{1,512}$/.test(value) ? value : null
}

/** The newest by date where there are too many, in the order of the document. */
export function newest(entries: readonly Entry[], most: number): readonly Entry[] {
  if (entries.length <= most) return entries
  const retained = new Set(
    entries
      .map((entry, index) => ({ entry, index }))
      .toSorted((a, b) => (b.entry.publishedAt ?? 0) - (a.entry.publishedAt ?? 0) || a.index - b.index)
      .slice(0, most)
      .map(({ entry }) => entry),
  )
  return entries.filter((entry) => retained.has(entry))
}

/**
 * The body of an answer, unpacked where it is a gzip file: some servers send these without a `Content-Encoding`.
 *
 * @throws HttpFailure for one that is broken, or a bomb
 */
export async function unpacked({ body, exchange }: HttpResponse, maxBytes: number): Promise<Buffer> {
  if (!isGzip(body)) return body
  try {
    return await decompress(body, 'gzip', maxBytes)
  } catch (cause) {
    const error: VisitError =
      cause instanceof BodyTooLargeError
        ? { code: 'tooLarge', message: `the packed document has ${cause.message}` }
        : { code: 'parse', message: 'the packed document cannot be unpacked' }
    throw new HttpFailure(error, exchange, { cause })
  }
}
