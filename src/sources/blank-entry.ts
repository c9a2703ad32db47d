import type { Entry, FeedInfo } from '../model/entry.ts'

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
