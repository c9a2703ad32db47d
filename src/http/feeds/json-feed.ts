import { toIso, toIsoOrNull } from '../../domain/time.ts'
import { categoriesOf, entryId, mediaType, titleOf, type WrittenEntry, type WrittenFeed } from './feed.ts'

/** JSON Feed 1.1: https://www.jsonfeed.org/version/1.1/. */
export function jsonFeed(feed: WrittenFeed): Buffer {
  const document = {
    version: 'https://jsonfeed.org/version/1.1',
    title: feed.title,
    description: feed.description,
    home_page_url: feed.homeUrl,
    feed_url: feed.selfUrl,
    ...(feed.nextUrl === undefined ? {} : { next_url: feed.nextUrl }),
    items: feed.entries.map((entry) => itemObject(feed, entry)),
  }
  return Buffer.from(JSON.stringify(document))
}

function itemObject(feed: WrittenFeed, entry: WrittenEntry) {
  const { item } = entry
  return given({
    id: entryId(feed, item),
    url: item.url,
    title: titleOf(item),
    // One of the two is required, though it may be empty.
    ...(entry.contentHtml === undefined
      ? { content_text: item.summary }
      : { content_html: entry.contentHtml }),
    summary: item.summary || null,
    image: item.imageUrl,
    date_published: toIso(item.publishedAt),
    date_modified: toIsoOrNull(item.updatedAt),
    authors: [{ name: item.author ?? (item.sourceName || item.source) }],
    tags: categoriesOf(item),
    language: item.language,
    attachments: item.enclosures.length === 0 ? null : item.enclosures.map(attachment),
    // An extension, as the format provides for it: what it has no field of its own for.
    _content_digest: given({
      about: `${feed.homeUrl}docs`,
      source: item.source,
      source_name: item.sourceName || item.source,
      source_url: entry.sourceUrl ?? null,
      comments_url: item.commentsUrl,
      score: item.score,
      story_id: item.story.id,
    }),
  })
}

function attachment({ url, mimeType, bytes }: WrittenEntry['item']['enclosures'][number]) {
  return given({ url, mime_type: mediaType(mimeType), size_in_bytes: bytes })
}

/** Readers expect a field that has no value to be missing, not to be null. */
function given(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))
}
