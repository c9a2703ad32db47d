import * as z from 'zod'
import { HitParts } from '../../model/hit-parts.ts'
import { Count, fieldsOf, Id, Slug, Time, Url } from '../../model/json-values.ts'
import { listBodyWith } from './list.ts'

const EnclosureBody = z
  .strictObject({
    url: Url.describe('Where it is, absolute.'),
    mimeType: z.string().nullable().describe('Media type; null if unknown.'),
    bytes: Count.nullable().describe('Size, bytes; null if unknown.'),
  })
  .meta({ id: 'Enclosure', description: 'A media file.' })

/** It has no name: OpenAPI 3.0 cannot say "this or null" of a named schema. */
const EngagementBody = z
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

const itemShape = {
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
} as const

export const ItemBody = z
  .strictObject(itemShape)
  .meta({ id: 'Item', description: 'One article, however many sources carry it.' })

const ScoreBreakdownBody = z
  .strictObject({
    score: z.number().describe('0 to 100.'),
    parts: z
      .strictObject({
        base: z.number().describe('Points of every item.'),
        source: z.number().describe('Points for the weight of its source.'),
        frequency: z
          .number()
          .describe('Points for how rarely its source publishes; negative above one item a day.'),
        depth: z
          .number()
          .describe('Points for the length of its text; negative if it is short for its source.'),
        coverage: z.number().describe('Points for the publishers of its story.'),
        engagement: z.number().describe('Points for its engagement.'),
      })
      .describe('Points, which add up to the score.'),
    values: z
      .strictObject({
        weight: z.number().describe('Weight of its source.'),
        frequency: z.number().describe('Items a day of its source when it was published, 0.033 to 100.'),
        depth: z.number().describe('Length of its text relative to what is usual for its source, 0.25 to 4.'),
        coverage: z
          .number()
          .describe('Publishers of its story, 1 to 32; one that only has copies counts 0.25.'),
        engagement: z.number().describe('Its engagement relative to what is usual for its source, 0 to 64.'),
        quality: z
          .number()
          .describe('What these make together; `score` and the order `hot` are computed from it.'),
      })
      .describe('The values that the points are computed from.'),
  })
  .meta({ id: 'ScoreBreakdown', description: 'Why an item has its score.' })

const contentShape = {
  contentHtml: z.string().describe('Sanitised.'),
  contentText: z.string().describe('The content as plain text.'),
  contentTruncated: z.boolean().describe('Whether `maxChars` cut the content.'),
} as const

const extraShape = {
  ...contentShape,
  scoreBreakdown: ScoreBreakdownBody,
  hasThumbnail: z.boolean().describe('Whether `/thumbnails/ID` has a small picture of it.'),
} as const

const hitShape = {
  relevance: z.number().min(0).max(1).describe('1 for the best of this query, and for no other.'),
  highlights: z
    .strictObject({
      title: z.string().describe('Of the title.'),
      summary: z
        .string()
        .describe('Of the summary, or of the best passage of the content if that shows more of the query.'),
    })
    .describe('HTML with the words found in `<mark>`; everything else is escaped.'),
} as const

const ExplanationBody = HitParts.meta({ id: 'Explanation', description: 'Why an item has its rank.' })

const trendShape = {
  trend: z
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
    .describe('How fast the story grows within the window.'),
} as const

/**
 * An item of a list, with the parts of `include`. It is described whole: a client that is generated from a schema with
 * `fields` in mind would have to doubt every field.
 */
export function listItem<Shape extends z.ZodRawShape, Optional extends z.ZodRawShape>(
  name: string,
  description: string,
  own: Shape,
  ownOptional: Optional,
) {
  const optional = z.strictObject({ ...extraShape, ...ownOptional }).partial().shape
  return z.strictObject({ ...itemShape, ...own, ...optional }).meta({ id: name, description })
}

export const ListItemBody = listItem('ListItem', 'An item of a list, with the parts of `include`.', {}, {})
export const SearchHitBody = listItem('FoundItem', 'An item found.', hitShape, {
  explanation: ExplanationBody,
})
export const TrendingItemBody = listItem('TrendingItem', 'The item that stands for a story.', trendShape, {})

/** What `fields` may name. */
export const LIST_FIELDS = fieldsOf(ListItemBody)
export const SEARCH_FIELDS = [...LIST_FIELDS, 'relevance', 'highlights', 'explanation'] as const
export const TRENDING_FIELDS = [...LIST_FIELDS, 'trend'] as const

export const ArticleBody = z
  .strictObject({
    ...itemShape,
    ...contentShape,
    alternates: z
      .array(
        z.strictObject({
          source: Slug.describe('Id of a source.'),
          url: Url.describe('Where it is, absolute.'),
          seenAt: Time.describe('When it was seen there.'),
          commentsUrl: Url.nullable().describe('Address of its discussion; null if there is none.'),
          engagement: EngagementBody,
        }),
      )
      .describe('Sightings of the article, one for each source, in order of time.'),
    related: z.array(ItemBody).describe('Other items of its story, hottest first, at most 50.'),
    scoreBreakdown: ScoreBreakdownBody,
    hasThumbnail: extraShape.hasThumbnail.optional(),
  })
  .meta({ id: 'Article', description: 'An item with its text, its sightings and its story.' })

/** What `fields` may name. */
export const ARTICLE_FIELDS = fieldsOf(ArticleBody)

const REPAIR = {
  relaxed: z
    .boolean()
    .describe(
      'Whether no item had all the words, or hardly any for a long query: these are the best items with any of them.',
    ),
  corrected: z
    .strictObject({
      from: z.string().describe('The query as it was typed.'),
      to: z.string().describe('The query that was run.'),
    })
    .nullable()
    .describe('The query before and after, if a word that no item has was corrected.'),
  ignoredOperators: z
    .array(z.string())
    .describe('Names in the query that look like operators and are none. They were searched as words.'),
}

/** A page of search results, and how the search changed the query. */
export const SearchBody = listBodyWith('Found', SearchHitBody, REPAIR)
