import { createHash } from 'node:crypto'
import type { Collected, Entry, FeedInfo } from '../domain/entry.ts'
import { NO_VALIDATORS, type SourceState, type Validators, type VisitError } from '../domain/source.ts'
import type { HttpAnswer } from './http/client.ts'
import { HttpFailure } from './http/failure.ts'
import type { CollectDeps } from './kind.ts'

/** What a document says, once read; or why it cannot be. */
export type DocumentReading = { readonly feed: FeedInfo; readonly entries: readonly Entry[] } | VisitError

/**
 * Visits a source that is one document: asks for it on condition that it changed, and has it read where it
 * did. A document that is the same byte for byte is not read again, whatever the server says of it.
 */
export async function collectDocument(
  request: { readonly url: string; readonly accept: string },
  state: SourceState | undefined,
  { http, maxEntries }: CollectDeps,
  signal: AbortSignal,
  read: (answer: HttpAnswer) => DocumentReading,
): Promise<Collected> {
  const before = state?.validators ?? NO_VALIDATORS
  let answer: HttpAnswer
  try {
    answer = await http.get(
      { url: request.url, headers: { accept: request.accept, ...conditions(before) } },
      signal,
    )
  } catch (cause) {
    if (!(cause instanceof HttpFailure)) throw cause
    return { kind: 'failed', error: { code: cause.code, message: cause.message }, exchange: cause.exchange }
  }
  const { exchange } = answer
  const validators = validatorsOf(answer)
  if (answer.status === 304) {
    return {
      kind: 'unchanged',
      exchange,
      validators: {
        etag: validators.etag ?? before.etag,
        lastModified: validators.lastModified ?? before.lastModified,
      },
    }
  }
  if (isBlank(answer.body)) {
    return { kind: 'failed', error: { code: 'empty', message: 'the answer is empty' }, exchange }
  }
  const documentHash = createHash('sha256').update(answer.body).digest('hex')
  if (documentHash === state?.documentHash) return { kind: 'unchanged', validators, exchange }

  const reading = read(answer)
  if ('code' in reading) return { kind: 'failed', error: reading, exchange }
  return {
    kind: 'entries',
    feed: reading.feed,
    entries: newest(reading.entries, maxEntries),
    validators,
    documentHash,
    exchange,
  }
}

/** Both validators where there are both: some servers look at one, some at the other. */
function conditions({ etag, lastModified }: Validators): Record<string, string> {
  return {
    ...(etag === null ? {} : { 'if-none-match': etag }),
    ...(lastModified === null ? {} : { 'if-modified-since': lastModified }),
  }
}

function validatorsOf({ headers }: HttpAnswer): Validators {
  return { etag: headerValue(headers.get('etag')), lastModified: headerValue(headers.get('last-modified')) }
}

/** What can be sent back in a header as it came. */
function headerValue(value: string | undefined): string | null {
  return value !== undefined && /^[\x20-\x7e]{1,512}$/.test(value) ? value : null
}

function isBlank(body: Buffer): boolean {
  return body.length < 64 && body.toString('latin1').trim() === ''
}

/** The newest by date where there are too many, in the order of the document. */
function newest(entries: readonly Entry[], most: number): readonly Entry[] {
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
