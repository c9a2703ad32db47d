import type { Place } from '../../domain/filter.ts'
import type { EpochMs } from '../../domain/time.ts'
import { listBytes } from '../bodies/envelope.ts'
import { canonicalQuery, type ReadQuery } from '../query/canonical-query.ts'
import { type Cursor, readCursor, writeCursor } from '../query/cursor.ts'
import { NOT_OF_THE_LIST, queryJson } from '../query/list-query.ts'
import type { Draft } from './answers.ts'

/** A list's query after it was read. */
export type ListQuery = ReadQuery & {
  readonly limit: number
  readonly offset?: number | undefined
  readonly cursor?: string | undefined
}

/** One part of a list, found and prepared. */
export interface ListPage {
  readonly entries: readonly Buffer[]
  readonly total: number
  /** How many of the list stand before these. */
  readonly before: number
  /** Of the last of these; `undefined` where nothing follows. */
  readonly next: Place | undefined
  /** The clock that the whole list was ordered by, where it was. */
  readonly at?: EpochMs | undefined
  /** What the answer repeats of the query in another form than it was given in. */
  readonly query?: Readonly<Record<string, string>>
  /** What the answer tells beyond those of other lists. */
  readonly more?: Readonly<Record<string, unknown>>
}

/**
 * The place from which a query goes on; `undefined` for a first page.
 *
 * @throws DigestError('cursorInvalid')
 */
export function cursorOf(path: string, query: ListQuery): Cursor | undefined {
  return query.cursor === undefined ? undefined : readCursor(listName(path, query), query.cursor)
}

/**
 * A list's answer: its envelope, the cursor and the address of what follows.
 *
 * @param told names of the parameters that the answer repeats as `query`
 */
export function listDraft(path: string, query: ListQuery, told: readonly string[], page: ListPage): Draft {
  const nextCursor = page.next === undefined ? null : cursorAfter(path, query, page.next, page.at)
  const next =
    nextCursor === null
      ? undefined
      : `${path}?${canonicalQuery({ ...query, cursor: nextCursor }, ['offset'])}`
  const envelope = {
    total: page.total,
    limit: query.limit,
    // An offset past the end is repeated as it was asked for: nothing of a request is silently changed.
    offset: query.offset ?? page.before,
    nextCursor,
    query: { ...queryJson(query, told), ...page.query },
    more: page.more,
  }
  return { bytes: (asOf) => listBytes(page.entries, envelope, asOf), next }
}

/** The cursor that goes on after a place of a list. */
export function cursorAfter(path: string, query: ListQuery, place: Place, at: EpochMs | undefined): string {
  return writeCursor(listName(path, query), { place, at })
}

/** What a cursor belongs to: path, filters and order. */
function listName(path: string, query: ListQuery): string {
  return `${path}?${canonicalQuery(query, NOT_OF_THE_LIST)}`
}
