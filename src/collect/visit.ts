import { createHash } from 'node:crypto'
import type { Collected, Entry, Exchange, FeedInfo } from '../domain/entry.ts'
import { NO_VALIDATORS, type SourceState, type Validators, type VisitError } from '../domain/source.ts'
import type { HttpAnswer } from './http/client.ts'
import { HttpFailure } from './http/failure.ts'

/** What a source said, however it was asked. */
export interface Said {
  readonly feed: FeedInfo
  readonly entries: readonly Entry[]
  /** Whether there may be more: what came ends before its end. */
  readonly isCut?: boolean
}

export function failed(error: VisitError, exchange: Exchange): Collected {
  return { kind: 'failed', error, exchange }
}

/** The exchange of a visit that ended before any answer. */
export function notAsked(url: string): Exchange {
  return { status: null, latencyMs: 0, finalUrl: url, retryAfterMs: undefined, bytes: 0 }
}

/** Gives what went wrong out there as a value; anything else is a bug, or the caller giving up. */
export async function valueOfFailure(task: () => Promise<Collected>): Promise<Collected> {
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
export function saidInParts(
  { feed, entries }: Said,
  state: SourceState | undefined,
  exchange: Exchange,
  maxEntries: number,
): Collected {
  const kept = newest(entries, maxEntries)
  const documentHash = hashOf(Buffer.from(JSON.stringify(kept)))
  return documentHash === state?.documentHash
    ? { kind: 'unchanged', validators: NO_VALIDATORS, exchange }
    : { kind: 'entries', feed, entries: kept, validators: NO_VALIDATORS, documentHash, exchange }
}

/** SHA-256, hex. */
export function hashOf(body: Buffer): string {
  return createHash('sha256').update(body).digest('hex')
}

/** Both validators where there are both: some servers look at one, some at the other. */
export function conditions({ etag, lastModified }: Validators): Record<string, string> {
  return {
    ...(etag === null ? {} : { 'if-none-match': etag }),
    ...(lastModified === null ? {} : { 'if-modified-since': lastModified }),
  }
}

export function validatorsOf({ headers }: HttpAnswer): Validators {
  return { etag: headerValue(headers.get('etag')), lastModified: headerValue(headers.get('last-modified')) }
}

/** What can be sent back in a header as it came. */
function headerValue(value: string | undefined): string | null {
  return value !== undefined && /^[\x20-\x7e]{1,512}$/.test(value) ? value : null
}

/** The newest by date where there are too many, in the order of the document. */
export function newest(entries: readonly Entry[], most: number): readonly Entry[] {
  if (entries.length <= most) return entries
  const kept = new Set(
    entries
      .map((entry, index) => ({ entry, index }))
      .toSorted((a, b) => (b.entry.publishedAt ?? 0) - (a.entry.publishedAt ?? 0) || a.index - b.index)
      .slice(0, most)
      .map(({ entry }) => entry),
  )
  return entries.filter((entry) => kept.has(entry))
}
