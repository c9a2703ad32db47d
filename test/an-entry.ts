import type { Entry } from '../src/domain/entry.ts'

/** An entry that says nothing but `parts`. */
export function anEntry(parts: Partial<Entry>): Entry {
  return {
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
    ...parts,
  }
}
