import * as z from 'zod'
import { Count, Id, Slug, Time, Url } from './values.ts'

const EnclosureBody = z
  .strictObject({ url: Url, mimeType: z.string().nullable(), bytes: Count.nullable() })
  .meta({ id: 'Enclosure', description: 'A media file.' })

/** Without a name of its own: OpenAPI 3.0 has no way to say "this or null" of a named schema. */
const EngagementBody = z
  .strictObject({ points: z.number().nullable(), comments: z.number().nullable() })
  .describe('What the source reports of its readers’ interest.')

const StoryRefBody = z
  .strictObject({ id: Id, itemCount: Count, sourceCount: Count })
  .meta({ id: 'StoryRef', description: 'The story an item belongs to.' })

const itemShape = {
  id: Id,
  url: Url,
  title: z.string(),
  summary: z.string().max(300).describe('Plain text, at most 300 characters.'),
  author: z.string().nullable(),
  source: Slug.describe('Id of the source that had it first.'),
  sourceName: z.string(),
  alsoIn: z.array(Slug).describe('Ids of the other sources that carry it.'),
  category: z.string(),
  region: z.string().nullable(),
  language: z.string().nullable().describe('Primary subtag of BCP 47.'),
  tags: z.array(z.string()),
  publishedAt: Time.describe(
    'What the source said; when we first saw it, where the source said nothing or a future time.',
  ),
  firstSeenAt: Time,
  updatedAt: Time.nullable().describe('When title, summary or content last changed.'),
  imageUrl: Url.nullable(),
  commentsUrl: Url.nullable(),
  enclosures: z.array(EnclosureBody),
  engagement: EngagementBody.nullable(),
  wordCount: Count,
  readingMinutes: Count,
  score: z.number().min(0).max(100).describe('How much the item matters; it does not fade with age.'),
  story: StoryRefBody,
} as const

export const ItemBody = z
  .strictObject(itemShape)
  .meta({ id: 'Item', description: 'One article, however many sources carry it.' })

const ScoreBreakdownBody = z
  .strictObject({
    score: z.number(),
    parts: z
      .strictObject({ base: z.number(), source: z.number(), coverage: z.number(), engagement: z.number() })
      .describe('Points, which add up to the score.'),
    values: z
      .strictObject({
        weight: z.number(),
        coverage: z.number(),
        engagement: z.number(),
        quality: z.number(),
      })
      .describe('What the points were computed from.'),
  })
  .meta({ id: 'ScoreBreakdown', description: 'Why an item has its score.' })

const contentShape = {
  contentHtml: z.string().describe('Sanitised.'),
  contentText: z.string(),
  contentTruncated: z.boolean().describe('Whether `maxChars` cut the content.'),
} as const

const extraShape = { ...contentShape, scoreBreakdown: ScoreBreakdownBody } as const

const hitShape = {
  relevance: z.number().min(0).max(1).describe('1 for the best of this query.'),
  highlights: z
    .strictObject({
      title: z.string(),
      summary: z.string().describe('Of the content, where its best passage tells more than the summary.'),
    })
    .describe('HTML in which the words found stand in `<mark>`, all else escaped.'),
} as const

const ExplanationBody = z
  .strictObject({
    words: z
      .array(
        z.strictObject({
          word: z.string().describe('As the query has it, without case and accents.'),
          fields: z
            .array(z.enum(['title', 'text', 'labels', 'author']))
            .describe(
              'Where it was found; the text is the summary with the content, labels are tags and source.',
            ),
          exact: z.boolean().describe('Whether the item has the word as typed, not only another form of it.'),
          rarity: z.number().describe('How telling the word is: more for rare ones.'),
          worth: z.number().describe('What it adds.'),
        }),
      )
      .describe('Each word of the query that the item has.'),
    recency: z
      .number()
      .describe('Factor for its age, 0.5 to 1; 0.95 to 1 for a sentence and in a relaxed search.'),
    coverage: z
      .number()
      .describe(
        'Factor for how many publishers tell its story, 1 to 1.5; 1 to 1.05 for a sentence and in a relaxed search.',
      ),
    titlePhrase: z.number().describe('Factor for a title with all the words in their order, else 1.'),
    feedback: z
      .number()
      .describe('What the best answers as a whole add or take: for a sentence or a relaxed search, else 0.'),
    worth: z
      .number()
      .describe('The words’ worth times the factors; relevance is this over that of the best.'),
  })
  .meta({ id: 'Explanation', description: 'Why an item stands where it does.' })

const trendShape = {
  trend: z
    .strictObject({
      score: z.number(),
      itemCount: Count,
      sourceCount: Count,
      itemsPerHour: z.number(),
      baselinePerHour: z.number().describe('What was to be expected.'),
      firstItemAt: Time,
      lastItemAt: Time,
      direction: z
        .enum(['rising', 'steady', 'falling'])
        .describe('Items in the last third of the window against the third before it.'),
      series: z.array(Count).describe('Items in each equal slice of the window, oldest first.'),
    })
    .describe('How fast the story grows within the window.'),
} as const

/** An item of a list: whole, with what `include` asks for; or only the `fields` asked for. */
function listItem<Shape extends z.ZodRawShape, Wish extends z.ZodRawShape>(
  name: string,
  description: string,
  own: Shape,
  onWish: Wish,
) {
  const optional = z.strictObject({ ...extraShape, ...onWish }).partial().shape
  const whole = z.strictObject({ ...itemShape, ...own, ...optional }).meta({ id: name, description })
  const some = z
    .strictObject({ ...itemShape, ...extraShape, ...own, ...onWish })
    .partial()
    .meta({ id: `${name}Fields`, description: `Only the fields asked for. ${description}` })
  return z.union([whole, some])
}

export const ListItemBody = listItem('ListItem', 'An item of a list, with what `include` asked for.', {}, {})
export const FoundItemBody = listItem('FoundItem', 'An item found.', hitShape, {
  explanation: ExplanationBody,
})
export const TrendingItemBody = listItem('TrendingItem', 'The item that stands for a story.', trendShape, {})

const EXTRA_FIELDS = ['contentHtml', 'contentText', 'contentTruncated', 'scoreBreakdown'] as const

/** What `fields` may name. */
export const LIST_FIELDS = [
  'id',
  ...Object.keys(itemShape).filter((name) => name !== 'id'),
  ...EXTRA_FIELDS,
] as const
export const FOUND_FIELDS = [...LIST_FIELDS, 'relevance', 'highlights', 'explanation'] as const
export const TRENDING_FIELDS = [...LIST_FIELDS, 'trend'] as const

export const ArticleBody = z
  .strictObject({
    ...itemShape,
    ...contentShape,
    alternates: z
      .array(
        z.strictObject({
          source: Slug,
          url: Url,
          seenAt: Time,
          commentsUrl: Url.nullable(),
          engagement: EngagementBody.nullable(),
        }),
      )
      .describe('Where the article was seen, one a source, in order of sighting.'),
    related: z.array(ItemBody).describe('Other items of its story, hottest first, at most 50.'),
    scoreBreakdown: ScoreBreakdownBody,
  })
  .meta({ id: 'Article', description: 'An item with its text and its surroundings.' })

/** What `fields` may name. */
export const ARTICLE_FIELDS = [
  'id',
  ...Object.keys(ArticleBody.shape).filter((name) => name !== 'id'),
] as const

/** An article: whole, or only the `fields` asked for. */
export const WishedArticleBody = z.union([
  ArticleBody,
  ArticleBody.partial().meta({
    id: 'ArticleFields',
    description: 'Only the fields asked for of an article.',
  }),
])
