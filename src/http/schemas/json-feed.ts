import * as z from 'zod'
import { Count, Id, Slug, Time, Url } from './values.ts'

const AttachmentBody = z.strictObject({ url: Url, mime_type: z.string(), size_in_bytes: Count.optional() })

const ExtensionBody = z
  .strictObject({
    about: Url,
    source: Slug,
    source_name: z.string(),
    source_url: Url.optional(),
    comments_url: Url.optional(),
    score: z.number().min(0).max(100),
    story_id: Id,
  })
  .describe('What the format has no field of its own for.')

const EntryBody = z
  .strictObject({
    id: z.string().describe('A `tag:` URI that stays when the item changes and in whichever feed it stands.'),
    url: Url,
    title: z.string(),
    content_html: z.string().optional().describe('Sanitised. Either this or `content_text`.'),
    content_text: z.string().optional(),
    summary: z.string().optional(),
    image: Url.optional(),
    date_published: Time,
    date_modified: Time.optional(),
    authors: z.array(z.strictObject({ name: z.string() })),
    tags: z.array(z.string()),
    language: z.string().optional(),
    attachments: z.array(AttachmentBody).optional(),
    _content_digest: ExtensionBody,
  })
  .meta({ id: 'JsonFeedItem' })

/** Names are the format's own; a field without a value is left out, as the format asks. */
export const JsonFeedBody = z
  .strictObject({
    version: z.enum(['https://jsonfeed.org/version/1.1']),
    title: z.string(),
    description: z.string(),
    home_page_url: Url,
    feed_url: Url,
    next_url: Url.optional().describe('The feed of what follows these items; missing where nothing does.'),
    items: z.array(EntryBody),
  })
  .meta({ id: 'JsonFeed', description: 'JSON Feed 1.1.' })
