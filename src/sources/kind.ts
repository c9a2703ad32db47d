import type { HttpClient } from '../fetch/client.ts'
import type { Robots } from '../fetch/robots.ts'
import type { FetchResult, Entry } from '../model/entry.ts'
import type { EntryPaths, Source, SourceState, VisitError } from '../model/source.ts'
import { type Clock, DAY_MS, type EpochMs } from '../model/time.ts'

/** Age up to which entries' points and comments are kept current, even off the list. */
export const RECENT_MS = DAY_MS

/**
 * Lists comment addresses of a source's entries published since `from` that have points or comments: newest first, at
 * most `limit`.
 */
export type ListDiscussions = (sourceId: string, from: EpochMs, limit: number) => Promise<readonly string[]>

export interface CollectDeps {
  readonly http: HttpClient
  readonly robots: Robots
  /** Largest document after decompression. */
  readonly maxBytes: number
  readonly maxEntries: number
  readonly discussions: ListDiscussions
  readonly now: Clock
}

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

/** With fewer entries, nothing follows about the paths. */
const FEWEST_ENTRIES = 3

/**
 * Reports a path that finds no title or no address in any entry, since the publisher changed the document. An id can
 * replace an address.
 *
 * @param isIdle whether a part is in no entry
 * @param where the place of the entries, in words
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
