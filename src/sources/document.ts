import { CHALLENGE, isBotChallenge } from '../fetch/bot-challenge.ts'
import type { HttpResponse } from '../fetch/client.ts'
import type { FetchResult } from '../model/entry.ts'
import { NO_VALIDATORS, type Source, type SourceState, type VisitError } from '../model/source.ts'
import type { CollectDeps } from './kind.ts'
import {
  unpacked,
  conditions,
  failed,
  hashOf,
  newest,
  type FeedContent,
  validatorsOf,
  valueOfFailure,
} from './visit.ts'

/** The content of a document, or the reason why it cannot be read. */
export type DocumentReading = FeedContent | VisitError

/**
 * Visits a source that is one document. The request is conditional, and `read` is called only if the document
 * changed. A document with the same bytes counts as unchanged, whatever the server says.
 *
 * @param read may make further requests, and throws their errors
 */
export async function collectDocument(
  source: Source,
  accept: string,
  state: SourceState | undefined,
  { http, maxBytes, maxEntries }: CollectDeps,
  signal: AbortSignal,
  read: (answer: HttpResponse) => DocumentReading | FetchResult | Promise<DocumentReading | FetchResult>,
): Promise<FetchResult> {
  return valueOfFailure(async () => {
    const readingHash = hashOfReading(source)
    const known = state !== undefined && readingHashOf(state.documentHash) === readingHash ? state : undefined
    const before = known?.validators ?? NO_VALIDATORS
    const headers = { accept, ...conditions(before) }
    const answer = await http.get({ url: source.url, headers, ownHeaders: source.headers }, signal)
    const { exchange } = answer
    const validators = validatorsOf(answer)
    if (answer.status === 304) {
      if (before.etag === null && before.lastModified === null) {
        const message = 'the server says that nothing changed, though it was asked for all'
        return failed({ code: 'empty', message }, exchange)
      }
      const { etag, lastModified } = validators
      const retained = { etag: etag ?? before.etag, lastModified: lastModified ?? before.lastModified }
      return { kind: 'unchanged', exchange, validators: retained }
    }
    if (isBlank(answer.body)) return failed({ code: 'empty', message: 'the answer is empty' }, exchange)
    const documentHash = hashOf(answer.body) + readingHash
    if (documentHash === known?.documentHash) return { kind: 'unchanged', validators, exchange }

    const reading = await read({ ...answer, body: await unpacked(answer, maxBytes) })
    if ('exchange' in reading) return reading
    if ('code' in reading) return failed(isChallenge(answer) ? CHALLENGE : reading, exchange)
    const { feed, entries, isCut = false } = reading
    return {
      kind: 'entries',
      feed,
      entries: newest(entries, maxEntries),
      // A cut document gets no validators: the next visit must ask for all of it. If that visit gets the same bytes,
      // the hash makes it `unchanged`.
      validators: isCut ? NO_VALIDATORS : validators,
      documentHash,
      exchange,
    }
  })
}

/** Bytes from the start of a document that are searched for a challenge. */
const CHALLENGE_BYTES = 256 * 1024

/** Whether an unreadable response is a challenge for bots instead of a document. */
function isChallenge({ headers, body }: HttpResponse): boolean {
  return isBotChallenge(headers, body.toString('latin1', 0, CHALLENGE_BYTES))
}

/**
 * The suffix of a document's hash that identifies how it was read. If the source's paths or kind change, an
 * unchanged document is read again.
 */
function hashOfReading({ type, paths }: Source): string {
  if (type === 'feed') return ''
  return paths === undefined
    ? `-${type}`
    : `-${type}-${hashOf(Buffer.from(JSON.stringify(paths))).slice(0, 12)}`
}

function readingHashOf(documentHash: string | null): string {
  return /-.*$/.exec(documentHash ?? '')?.[0] ?? ''
}

function isBlank(body: Buffer): boolean {
  return body.length < 64 && body.toString('latin1').trim() === ''
}
