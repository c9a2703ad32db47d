import * as z from 'zod'
import { Count, Id, Slug, Time, Url } from '../../model/json-values.ts'
import { toIso, toIsoOrNull } from '../../model/time.ts'
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
    ...(feed.logo === null ? {} : { icon: feed.logo.url }),
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
    // One of the two is required, and may be empty.
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
    // The format's extension point: fields that it does not define.
    _content_digest: given({
      about: feed.docsUrl,
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

/** Readers expect absent fields, not `null`. */
function given(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))
}

const AttachmentBody = z.strictObject({
  url: Url.describe('Where it is, absolute.'),
  mime_type: z.string().describe('Media type.'),
  size_in_bytes: Count.optional().describe('Size, bytes.'),
})

const ExtensionBody = z
  .strictObject({
    about: Url.describe('What the extension means.'),
    source: Slug.describe('Id of a source.'),
    source_name: z.string().describe('Name of the source.'),
    source_url: Url.optional().describe('Address of the source’s feed.'),
    comments_url: Url.optional().describe('Where it is discussed.'),
    score: z.number().min(0).max(100).describe('0 to 100.'),
    story_id: Id.describe('The story that it belongs to.'),
  })
  .describe('What the format has no field of its own for.')

const EntryBody = z
  .strictObject({
    id: z
      .string()
      .describe(
        'A `urn:uuid:` that stays when the item changes and in whichever feed it stands; of the story with `distinct=story`.',
      ),
    url: Url.describe('Where it is, absolute.'),
    title: z.string().describe('Says what was asked for.'),
    content_html: z.string().optional().describe('Sanitised. Either this or `content_text`.'),
    content_text: z.string().optional().describe('The summary, where there is no content.'),
    summary: z.string().optional().describe('Plain text.'),
    image: Url.optional().describe('Address of its picture.'),
    date_published: Time.describe('When it was published.'),
    date_modified: Time.optional().describe('When it last changed.'),
    authors: z
      .array(z.strictObject({ name: z.string().describe('A name.') }))
      .describe('Who wrote it; the source where nobody is named.'),
    tags: z.array(z.string()).describe('Category and tags.'),
    language: z.string().optional().describe('Primary subtag of BCP 47.'),
    attachments: z.array(AttachmentBody).optional().describe('Its media files.'),
    _content_digest: ExtensionBody,
  })
  .meta({ id: 'JsonFeedItem' })

/** Schema of a JSON Feed; fields without a value are absent. */
export const JsonFeedBody = z
  .strictObject({
    version: z.enum(['https://jsonfeed.org/version/1.1']).describe('The format.'),
    title: z.string().describe('Says what was asked for.'),
    description: z.string().describe('What the feed has.'),
    home_page_url: Url.describe('The page that shows the same.'),
    feed_url: Url.describe('The feed’s own address.'),
    next_url: Url.optional().describe('The feed of what follows these items; missing where nothing does.'),
    icon: Url.optional().describe('The service’s logo, where its settings have one.'),
    items: z.array(EntryBody).describe('Its entries, in the order asked for.'),
  })
  .meta({ id: 'JsonFeed', description: 'JSON Feed 1.1.' })
