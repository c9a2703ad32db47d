import { CHALLENGE, isBotChallenge } from '../fetch/bot-challenge.ts'
import type { HttpResponse } from '../fetch/progress.ts'
import type { FetchResult } from '../model/entry.ts'
import { NO_VALIDATORS, type Source, type SourceLocation, type VisitError } from '../model/source.ts'
import { DAY_MS, type EpochMs, HOUR_MS } from '../model/time.ts'
import type { VisitContext } from './kind.ts'
import {
  unpacked,
  conditions,
  failed,
  sha256Of,
  retainedOf,
  type FeedContent,
  validatorsOf,
  valueOfFailure,
} from './visit.ts'

/** A document's content, or why it cannot be read. */
type DocumentReading = FeedContent | VisitError

/**
 * Visits a source that is one document, with a conditional request. `read` is called only if the document changed;
 * equal bytes count as unchanged, whatever the server says.
 *
 * @param read may make further requests, and throws their errors
 */
export async function collectDocument(
  { source, state, signal, http, maxBytes, maxEntries, now }: VisitContext,
  accept: string,
  read: (answer: HttpResponse) => DocumentReading | FetchResult | Promise<DocumentReading | FetchResult>,
): Promise<FetchResult> {
  return valueOfFailure(async () => {
    const readingHash = hashOfReading(source)
    const known = state !== undefined && readingHashOf(state.documentHash) === readingHash ? state : undefined
    const isWhole = isWholeDue(source, known?.location, now())
    // A server may fail because of the conditions, and would fail as long as they are sent.
    const isConditional = !isWhole && known?.consecutiveErrors === 0
    const before = isConditional ? known.validators : NO_VALIDATORS
    const request = {
      url: source.url,
      headers: { accept, ...(isWhole ? { 'cache-control': 'no-cache' } : {}) },
      ownHeaders: source.headers,
      conditions: {
        url: known?.location?.validatedUrl ?? known?.location?.movedTo ?? source.url,
        headers: conditions(before),
      },
    }
    const answer = await http.get(request, signal)
    const { exchange } = answer
    const validators = validatorsOf(answer, now())
    if (answer.status === 304) {
      if (before.etag === null && before.lastModified === null) {
        const message = 'the server says that nothing changed, though it was asked for all'
        return failed({ code: 'empty', message }, exchange)
      }
      // Another ETag than that of the document we read: it has changed.
      const isOther =
        validators.etag !== null && before.etag !== null && !isSameTag(validators.etag, before.etag)
      return { kind: 'unchanged', exchange, validators: isOther ? NO_VALIDATORS : before }
    }
    if (isBlank(answer.body)) return failed(isChallenge(answer) ? CHALLENGE : EMPTY, exchange)
    const documentHash = sha256Of(answer.body) + readingHash
    if (documentHash === known?.documentHash) return { kind: 'unchanged', validators, exchange }

    const reading = await read({ ...answer, body: await unpacked(answer, maxBytes) })
    if ('exchange' in reading) return reading
    if ('code' in reading) return failed(isChallenge(answer) ? CHALLENGE : reading, exchange)
    const { feed, isCut = false } = reading
    if (isCut && reading.entries.length === 0) return failed(CUT, exchange)
    return {
      kind: 'entries',
      feed,
      ...retainedOf(reading, maxEntries),
      // A truncated document gets no validators, so that the next visit requests all of it. Equal bytes then count as
      // `unchanged`.
      validators: isCut ? NO_VALIDATORS : validators,
      documentHash,
      exchange,
    }
  })
}

/** A script that fails while it makes its entries ends like this. */
const CUT: VisitError = { code: 'truncated', message: 'the document ends before its first whole entry' }
const EMPTY: VisitError = { code: 'empty', message: 'the answer is empty' }

/** Whether two `ETag`s name one document. Some servers add the compression to it or make it weak. */
function isSameTag(one: string, other: string): boolean {
  const nameOf = (tag: string): string =>
    tag.replace(/^W\/|"/gi, '').replace(/[-;:]+(?:gzip|br|zstd|deflate|df)$/i, '')
  return nameOf(one) === nameOf(other)
}

/** Bounds of trust in `304` without a document: longest time, most and fewest visits. */
const NOT_MODIFIED_MS = 7 * DAY_MS
const MAX_NOT_MODIFIED = 20
const MIN_NOT_MODIFIED = 6

/**
 * Whether to request the whole document: its validators are useless, or the server has sent `304` for long, as some do
 * for ever. By the source's rhythm each visit can expect `everyMs` in hours as a number of entries. After six expected
 * entries, chance explains their absence with 0.25 %.
 */
function isWholeDue({ everyMs }: Source, location: SourceLocation | undefined, now: EpochMs): boolean {
  if (location?.hasStaleValidators === true) return true
  if (location === undefined || location.notModifiedSince === null) return false
  const visits = Math.min(MAX_NOT_MODIFIED, Math.max(MIN_NOT_MODIFIED, (6 * HOUR_MS) / everyMs))
  return location.notModifiedVisits >= visits || now - location.notModifiedSince >= NOT_MODIFIED_MS
}

/** Bytes of a document's beginning that are searched for a challenge. */
const CHALLENGE_BYTES = 256 * 1024

function isChallenge({ headers, body }: HttpResponse): boolean {
  return isBotChallenge(headers, body.toString('latin1', 0, CHALLENGE_BYTES))
}

/**
 * Suffix of the document's hash that identifies how it was read: after a change of paths or kind, an unchanged document
 * is read again.
 */
function hashOfReading({ type, paths }: Source): string {
  if (type === 'feed') return ''
  return paths === undefined
    ? `-${type}`
    : `-${type}-${sha256Of(Buffer.from(JSON.stringify(paths))).slice(0, 12)}`
}

function readingHashOf(documentHash: string | null): string {
  return /-.*$/.exec(documentHash ?? '')?.[0] ?? ''
}

function isBlank(body: Buffer): boolean {
  return body.length < 64 && body.toString('latin1').trim() === ''
}
