import type { HttpClient } from '../fetch/client.ts'
import type { Robots } from '../fetch/robots.ts'
import type { FetchResult, Entry, FeedInfo } from '../model/entry.ts'
import type { Source, SourceState, VisitError } from '../model/source.ts'
import { type Clock, DAY_MS, type EpochMs } from '../model/time.ts'

/** What is so young is asked for its points and comments though it has left what a visit takes. */
export const RECENT_MS = DAY_MS

/**
 * Tells where what a source has shown is discussed, of what was published since `from` and has points or comments;
 * newest first, at most `limit`.
 */
export type ListDiscussions = (sourceId: string, from: EpochMs, limit: number) => Promise<readonly string[]>

/** What the kinds of sources get to work with. */
export interface CollectDeps {
  readonly http: HttpClient
  readonly robots: Robots
  /** Of a document that comes packed. */
  readonly maxBytes: number
  readonly maxEntries: number
  readonly discussions: ListDiscussions
  readonly now: Clock
}

/** Collects one kind of source. */
export type CollectKind = (
  source: Source,
  state: SourceState | undefined,
  deps: CollectDeps,
  signal: AbortSignal,
) => Promise<FetchResult>

/** What a source that is read by paths fails with where it has none. */
export const NO_PATHS: VisitError = {
  code: 'parse',
  message: "the source has no 'paths' that say where its entries are",
}

/** An entry of which only `parts` are known. */
export function emptyEntry(parts: Partial<Entry>): Entry {
  return { ...EMPTY, ...parts }
}

/** What a source that is no feed says of itself. */
export function emptyFeed(parts: Partial<FeedInfo>): FeedInfo {
  return {
    title: undefined,
    siteUrl: undefined,
    language: undefined,
    iconUrl: undefined,
    ttlMs: undefined,
    ...parts,
  }
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
