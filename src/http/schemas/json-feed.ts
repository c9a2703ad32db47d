import * as z from 'zod'
import { Count, Id, Slug, Time, Url } from './values.ts'

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

/** Names are the format's own; a field without a value is left out, as the format asks. */
export const JsonFeedBody = z
  .strictObject({
    version: z.enum(['https://jsonfeed.org/version/1.1']).describe('The format.'),
    title: z.string().describe('Says what was asked for.'),
    description: z.string().describe('What the feed has.'),
    home_page_url: Url.describe('The service’s page.'),
    feed_url: Url.describe('The feed’s own address.'),
    next_url: Url.optional().describe('The feed of what follows these items; missing where nothing does.'),
    items: z.array(EntryBody).describe('Its entries, in the order asked for.'),
  })
  .meta({ id: 'JsonFeed', description: 'JSON Feed 1.1.' })
