import * as z from 'zod'
import { Count, Id, Slug, Time, Url } from './json-values.ts'

export const EnclosureBody = z
  .strictObject({
    url: Url.describe('Where it is, absolute.'),
    mimeType: z.string().nullable().describe('Media type; null if unknown.'),
    bytes: Count.nullable().describe('Size, bytes; null if unknown.'),
  })
  .meta({ id: 'Enclosure', description: 'A media file.' })

/** Without an id: OpenAPI 3.0 cannot express "this or null" of a named schema. */
export const EngagementBody = z
  .strictObject({
    points: z.number().nullable().describe('Points, such as votes; null if unknown.'),
    comments: z.number().nullable().describe('Number of comments; null if unknown.'),
  })
  .nullable()
  .describe('Engagement that the source reports; null if it reports none.')

const StoryRefBody = z
  .strictObject({
    id: Id.describe('Its number, never used again.'),
    itemCount: Count.describe('Number of items.'),
    sourceCount: Count.describe('Number of sources.'),
  })
  .meta({ id: 'StoryRef', description: 'The story an item belongs to.' })

export const ItemBody = z
  .strictObject({
    id: Id.describe('Its number, never used again.'),
    url: Url.describe('Where it is, absolute.'),
    title: z.string().describe('Its title; empty where the source gave none.'),
    summary: z
      .string()
      .max(300)
      .nullable()
      .describe('Plain text, at most 300 characters; null if the source gives only the title.'),
    author: z.string().nullable().describe('Who wrote it; null if unknown.'),
    source: Slug.describe('Id of the source that had it first.'),
    sourceName: z.string().describe('Name of that source.'),
    alsoIn: z.array(Slug).describe('Ids of the other sources that carry it.'),
    category: z.string().describe('Its category; `general` where the source names none.'),
    region: z.string().nullable().describe('Its region; null if unknown.'),
    language: z.string().nullable().describe('Primary subtag of BCP 47.'),
    tags: z.array(z.string()).describe('As the source gave them.'),
    publishedAt: Time.describe(
      'The source’s time; the time of the first sighting if the source gives none or a future time.',
    ),
    firstSeenAt: Time.describe('When it was first seen.'),
    updatedAt: Time.nullable().describe('When title, summary or content last changed.'),
    imageUrl: Url.nullable().describe('Address of its picture; null where it has none.'),
    commentsUrl: Url.nullable().describe('Address of its discussion; null if there is none.'),
    enclosures: z.array(EnclosureBody).describe('Its media files.'),
    engagement: EngagementBody,
    wordCount: Count.describe('Words of its text.'),
    readingMinutes: Count.describe('Minutes that reading takes.'),
    score: z.number().min(0).max(100).describe('How much the item matters; it does not fade with age.'),
    story: StoryRefBody,
  })
  .meta({ id: 'Item', description: 'One article, however many sources carry it.' })

export const TrendBody = z
  .strictObject({
    score: z.number().describe('How strong the trend is; from 0, higher is stronger.'),
    itemCount: Count.describe('Number of items within the window.'),
    sourceCount: Count.describe('Number of sources within the window.'),
    itemsPerHour: z.number().describe('Items per hour within the window.'),
    baselinePerHour: z.number().describe('Expected number of publishers per hour.'),
    firstItemAt: Time.describe('Time of the first of them.'),
    lastItemAt: Time.describe('Time of the last of them.'),
    direction: z
      .enum(['rising', 'steady', 'falling'])
      .describe('Items in the last third of the window against the mean of the two thirds before it.'),
    series: z.array(Count).describe('Items in each equal slice of the window, oldest first.'),
  })
  .describe('How fast the story grows within the window.')
