import { toIso } from '../../src/model/time.ts'
import type { FeedDocument, FeedEntry } from './feed-document.ts'

/** JSON Feed 1.1; points and comments in the extension `_engagement`. */
export function toJsonFeed(feed: FeedDocument): string {
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: feed.title,
    home_page_url: feed.siteUrl,
    feed_url: feed.selfUrl,
    description: feed.description,
    icon: feed.iconUrl,
    language: feed.language,
    items: feed.entries.map(item),
  })
}

/** Members that are `undefined` are left out by `JSON.stringify`. */
function item(entry: FeedEntry): object {
  return {
    id: entry.guid,
    url: entry.url,
    title: entry.title,
    summary: entry.summary || undefined,
    content_html: entry.contentHtml || undefined,
    content_text: entry.contentHtml ? undefined : entry.summary,
    image: entry.imageUrl,
    date_published: toIso(entry.publishedAt),
    date_modified: entry.updatedAt === entry.publishedAt ? undefined : toIso(entry.updatedAt),
    authors: entry.author ? [{ name: entry.author }] : undefined,
    tags: entry.tags,
    attachments: entry.enclosure && [
      {
        url: entry.enclosure.url,
        mime_type: entry.enclosure.mimeType,
        size_in_bytes: entry.enclosure.bytes,
        duration_in_seconds: entry.enclosure.seconds,
      },
    ],
    _engagement:
      entry.comments === undefined
        ? undefined
        : { points: entry.points ?? null, comments: entry.comments, url: entry.commentsUrl ?? null },
  }
}
