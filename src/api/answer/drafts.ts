import { type EpochMs, MINUTE_MS } from '../../model/time.ts'
import type { Walk } from '../../model/walk.ts'
import { type Envelope, jsonBytes, listBytes } from '../bodies/envelope.ts'
import { type Cursor, readCursor, writeCursor } from '../query/cursor.ts'
import { PRESENTATION_PARAMETERS } from '../query/list-query.ts'
import { canonicalQuery, type ReadQuery } from '../query/query-string.ts'
import type { Draft } from './answers.ts'

type ListQuery = ReadQuery & {
  readonly limit: number
  readonly offset?: number | undefined
  readonly cursor?: string | undefined
}

interface ListPage {
  readonly entries: readonly Buffer[]
  readonly total: number
  /** Entries of the list before this page. */
  readonly before: number
  readonly next: Walk | undefined
  /** The time of the ranking, if the order depends on time. */
  readonly at?: EpochMs | undefined
  /** Echoed parameters that differ from how they were given. */
  readonly query?: Readonly<Record<string, string>>
  readonly more?: Readonly<Record<string, unknown>>
}

/**
 * Position from which the query continues; `undefined` for the first page.
 *
 * @throws DigestError('cursorInvalid')
 */
export function cursorOf(path: string, query: ListQuery): Cursor | undefined {
  return query.cursor === undefined ? undefined : readCursor(listName(path, query), query.cursor)
}

/**
 * The response of a list: its envelope, its cursor and the address of the next page.
 *
 * @param echoed names of parameters that the answer repeats as `query`
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
    // An offset past the end is echoed as given: requests are never changed silently.
    offset: query.offset ?? page.before,
    nextCursor,
    query: { ...Object.fromEntries(echoed.map((name) => [name, query[name] ?? null])), ...page.query },
    more: page.more,
  }
  return { bytes: (asOf) => listBytes(page.entries, envelope, asOf), next }
}

export function cursorAfter(path: string, query: ListQuery, walk: Walk, at: EpochMs | undefined): string {
  return writeCursor(listName(path, query), { walk, at })
}

function listName(path: string, query: ListQuery): string {
  return `${path}?${canonicalQuery(query, PRESENTATION_PARAMETERS)}`
}

export function textDraft(text: string): Draft {
  const bytes = Buffer.from(text)
  return { bytes: () => bytes }
}

export function jsonDraft(body: unknown): Draft {
  return textDraft(JSON.stringify(body))
}

/** A list without paging. */
export function wholeListDraft(
  entries: readonly object[],
  limit = entries.length,
  query: Envelope['query'] = {},
): Draft {
  const buffers = entries.map(jsonBytes)
  const envelope = { total: entries.length, limit, offset: 0, nextCursor: null, query }
  return { bytes: (asOf) => listBytes(buffers, envelope, asOf) }
}

/** Answers about the present are renewed each minute and after each change of the collection. */
export const BY_THE_MINUTE = { maxAgeSeconds: 15, tickMs: MINUTE_MS } as const
