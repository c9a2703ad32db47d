import * as z from 'zod'
import { HitParts } from '../../model/hit-parts.ts'
import { EngagementBody, ItemBody, TrendBody } from '../../model/item-body.ts'
import { fieldsOf, Slug, Time, Url } from '../../model/json-values.ts'
import { listBodyWith } from './list.ts'

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

/**
 * An item of a list, with all parts of `include`. No field is optional because of `fields`: otherwise generated clients
 * would have to check every field.
 */
export function listItem<Shape extends z.ZodRawShape, Optional extends z.ZodRawShape>(
  name: string,
  description: string,
  own: Shape,
  ownOptional: Optional,
) {
  const optional = z.strictObject({ ...extraShape, ...ownOptional }).partial().shape
  return z.strictObject({ ...ItemBody.shape, ...own, ...optional }).meta({ id: name, description })
}

export const ListItemBody = listItem('ListItem', 'An item of a list, with the parts of `include`.', {}, {})
export const SearchHitBody = listItem('FoundItem', 'An item found.', hitShape, {
  explanation: ExplanationBody,
})
export const TrendingItemBody = listItem(
  'TrendingItem',
  'The item that stands for a story.',
  { trend: TrendBody },
  {},
)

export const LIST_FIELDS = fieldsOf(ListItemBody)
export const SEARCH_FIELDS = [...LIST_FIELDS, 'relevance', 'highlights', 'explanation'] as const
export const TRENDING_FIELDS = [...LIST_FIELDS, 'trend'] as const

export const ArticleBody = z
  .strictObject({
    ...ItemBody.shape,
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
    .describe('Unknown operators in the query, which were searched as words.'),
}

/** A page of search results, and how the search changed the query. */
export const SearchBody = listBodyWith('Found', SearchHitBody, REPAIR)
