import type { HttpClient } from '../fetch/client.ts'
import type { Robots } from '../fetch/robots.ts'
import type { FetchResult, Entry } from '../model/entry.ts'
import type { EntryPaths, Source, SourceState, VisitError } from '../model/source.ts'
import { type Clock, DAY_MS, type EpochMs } from '../model/time.ts'

/** Entries younger than this keep their points and comments current, even if the list no longer has them. */
export const RECENT_MS = DAY_MS

/**
 * Lists the discussion addresses of a source's entries that were published since `from` and have points or
 * comments. Newest first, at most `limit`.
 */
export type ListDiscussions = (sourceId: string, from: EpochMs, limit: number) => Promise<readonly string[]>

/** Dependencies of every kind of source. */
export interface CollectDeps {
  readonly http: HttpClient
  readonly robots: Robots
  /** Largest size of a packed document after unpacking. */
  readonly maxBytes: number
  readonly maxEntries: number
  readonly discussions: ListDiscussions
  readonly now: Clock
}

/** A visit of one source, and what it needs. */
export interface VisitContext extends CollectDeps {
  readonly source: Source
  readonly state: SourceState | undefined
  readonly signal: AbortSignal
}

export type CollectKind = (visit: VisitContext) => Promise<FetchResult>

/** The error of a source that needs paths and has none. */
export const NO_PATHS: VisitError = {
  code: 'parse',
  message: "the source has no 'paths' that say where its entries are",
}

/** Fewer entries say nothing of the paths. */
const FEWEST_ENTRIES = 3

/**
 * Says which path of a source leads to no title or to no address in any entry, since the publisher has changed the shape. An id
 * makes up for an address.
 *
 * @param isIdle whether a part is in no entry
 * @param where the entries stand, in words
 */
export function idlePath(
  paths: EntryPaths,
  entryCount: number,
  isIdle: (part: 'title' | 'url' | 'id') => boolean,
  where: string,
): VisitError | undefined {
  if (entryCount < FEWEST_ENTRIES) return undefined
  const isWrong = (part: 'title' | 'url'): boolean => paths[part] !== undefined && isIdle(part)
  const path = isWrong('title') ? paths.title : isWrong('url') && isIdle('id') ? paths.url : undefined
  return path === undefined
    ? undefined
    : { code: 'empty', message: `nothing stands at '${path}' in ${where}` }
}

/** An entry with only these parts. */
export function emptyEntry(parts: Partial<Entry>): Entry {
  return { ...EMPTY, ...parts }
}

const EMPTY: Entry = {
  guid: undefined,
  url: undefined,
  title: '',
  summaryHtml: undefined,
  contentHtml: undefined,
  author: undefined,
  tags: [],
  publishedAt: undefined,
  updatedAt: undefined,
  imageUrl: undefined,
  commentsUrl: undefined,
  enclosures: [],
  engagement: undefined,
  language: undefined,
}
