import type { Entry, FeedInfo } from '../domain/entry.ts'

/** An entry of which only `parts` are known. */
export function blankEntry(parts: Partial<Entry>): Entry {
  return { ...BLANK, ...parts }
}

/** What a source that is no feed says of itself. */
export function blankFeed(parts: Partial<FeedInfo>): FeedInfo {
  return {
    title: undefined,
    siteUrl: undefined,
    language: undefined,
    iconUrl: undefined,
    ttlMs: undefined,
    ...parts,
  }
}

const BLANK: Entry = {
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
