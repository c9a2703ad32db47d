import { type EpochMs, MINUTE_MS } from '../../model/time.ts'
import type { Walk } from '../../model/walk.ts'
import { type Envelope, jsonBytes, listBytes } from '../bodies/envelope.ts'
import { type Cursor, readCursor, writeCursor } from '../query/cursor.ts'
import { PRESENTATION_PARAMETERS } from '../query/list-query.ts'
import { canonicalQuery, type ReadQuery } from '../query/query-string.ts'
import type { Draft } from './answers.ts'

/** A list's query after it was read. */
type ListQuery = ReadQuery & {
  readonly limit: number
  readonly offset?: number | undefined
  readonly cursor?: string | undefined
}

/** One part of a list, found and prepared. */
interface ListPage {
  readonly entries: readonly Buffer[]
  readonly total: number
  /** How many entries of the list precede these. */
  readonly before: number
  /** `undefined` where nothing follows. */
  readonly next: Walk | undefined
  /** The time at which the whole list was ordered, if its order depends on time. */
  readonly at?: EpochMs | undefined
  /** Parameters that the response repeats in another form than they were given in. */
  readonly query?: Readonly<Record<string, string>>
  /** Fields that only this list has. */
  readonly more?: Readonly<Record<string, unknown>>
}

/**
 * The position from which a query continues; `undefined` for a first page.
 *
 * @throws DigestError('cursorInvalid')
 */
export function cursorOf(path: string, query: ListQuery): Cursor | undefined {
  return query.cursor === undefined ? undefined : readCursor(listName(path, query), query.cursor)
}

/**
 * The response of a list: its envelope, the cursor and the address of the next page.
 *
 * @param echoed names of the parameters that the answer repeats as `query`
 */
export function listDraft(path: string, query: ListQuery, echoed: readonly string[], page: ListPage): Draft {
  const nextCursor = page.next === undefined ? null : cursorAfter(path, query, page.next, page.at)
  const next =
    nextCursor === null
      ? undefined
      : `${path}?${canonicalQuery({ ...query, cursor: nextCursor }, ['offset'])}`
  const envelope = {
    total: page.total,
    limit: query.limit,
    // An offset past the end is repeated as given: a request is never changed silently.
    offset: query.offset ?? page.before,
    nextCursor,
    query: { ...Object.fromEntries(echoed.map((name) => [name, query[name] ?? null])), ...page.query },
    more: page.more,
  }
  return { bytes: (asOf) => listBytes(page.entries, envelope, asOf), next }
}

/** The cursor that continues a list. */
export function cursorAfter(path: string, query: ListQuery, walk: Walk, at: EpochMs | undefined): string {
  return writeCursor(listName(path, query), { walk, at })
}

/** What a cursor belongs to: path, filters and order. */
function listName(path: string, query: ListQuery): string {
  return `${path}?${canonicalQuery(query, PRESENTATION_PARAMETERS)}`
}

/** The draft of an answer that is one text. */
export function textDraft(text: string): Draft {
  const bytes = Buffer.from(text)
  return { bytes: () => bytes }
}

/** The draft of an answer that is one JSON value. */
export function jsonDraft(body: unknown): Draft {
  return textDraft(JSON.stringify(body))
}

/** A list that is always given whole. */
export function wholeListDraft(
  entries: readonly object[],
  limit = entries.length,
  query: Envelope['query'] = {},
): Draft {
  const buffers = entries.map(jsonBytes)
  const envelope = { total: entries.length, limit, offset: 0, nextCursor: null, query }
  return { bytes: (asOf) => listBytes(buffers, envelope, asOf) }
}

/** When a response about the present is made anew: each minute, and after each change of the collection. */
export const BY_THE_MINUTE = { maxAgeSeconds: 15, tickMs: MINUTE_MS } as const
