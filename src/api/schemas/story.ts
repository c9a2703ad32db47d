import * as z from 'zod'
import { ItemBody } from '../../model/item-body.ts'
import { Count, fieldsOf, Id, Time } from '../../model/json-values.ts'
import { REASONS } from '../../stories/evidence/nearest.ts'
import { listItem } from './item.ts'

const SharedWordsBody = z
  .strictObject({
    text: z.string().describe('As the item writes them: words side by side in both are one text.'),
    weight: z.number().min(0).max(1).describe('Their share of the similarity.'),
    where: z
      .enum(['title', 'summary', 'address'])
      .describe('`title`: of both. `address`: of one item at least.'),
  })
  .meta({ id: 'SharedWords', description: 'Words that two items share.' })

const EvidenceBody = z
  .strictObject({
    text: z.string().describe('A sentence: "Both name Bank of Japan and 1 %; 3 h apart."'),
    words: z.array(SharedWordsBody).describe('The heaviest first, at most 8.'),
    sameTitle: z.boolean().describe('Whether both have one title.'),
    samePublisher: z.boolean().describe('Whether both are from one publisher.'),
    dated: z.boolean().describe('Whether the age of both is known.'),
    chance: z.number().min(0).max(1).describe('About how probable it is that the two report one event.'),
  })
  .meta({ id: 'Evidence', description: 'Evidence that two items report one event.' })

const linkShape = {
  similarity: z.number().min(0).max(1).describe('Similarity of their words; 0 if they share one at most.'),
  hoursApart: z.number().min(0).describe('Hours between the two.'),
  evidence: EvidenceBody,
}

/** Unnamed: OpenAPI 3.0 cannot express "this or null" for a named schema. The same holds for the next one. */
const StoryLinkBody = z
  .strictObject({
    itemId: Id.describe('The earlier item.'),
    words: z.array(z.string()).describe('The texts of `evidence.words`.'),
    ...linkShape,
  })
  .describe('The earlier item of the story that most probably tells the same.')

const { id, title, url, source, sourceName, publishedAt } = ItemBody.shape

const NearestBody = z
  .strictObject({
    item: z
      .strictObject({ id, title, url, source, sourceName, publishedAt, storyId: Id.describe('Its story.') })
      .describe('The item.'),
    comparedWithId: Id.describe('The item of this story that it is compared with.'),
    ...linkShape,
    reasons: z
      .array(
        z.strictObject({
          kind: z.enum(REASONS).describe('What it is.'),
          text: z.string().describe('The reason as a sentence.'),
          words: z.array(z.string()).describe('The words or numbers that it is about.'),
          otherWords: z.array(z.string()).describe('Those of the other item.'),
        }),
      )
      .describe('Why it was not joined, at least one.'),
  })
  .describe(
    'The item of another story that most probably reports the event: in the same language, within 8 days.',
  )

const StoryItemBody = listItem(
  'StoryItem',
  'An item, with the parts of `include`, and why it belongs to its story; the first has no reason.',
  { joined: StoryLinkBody.nullable() },
  {},
)

export const StoryBody = z
  .strictObject({
    id: Id.describe('Its id; if the requested story was merged into another, the id of that one.'),
    title: z.string().describe('Of the item that stands for the story.'),
    itemId: Id.describe('The item that stands for the story, the same in every list, feed and page.'),
    itemCount: Count.describe('Number of items.'),
    sourceCount: Count.describe('Number of sources.'),
    publisherCount: Count.describe(
      'Number of publishers that report it. What a source lists under one title on several sites counts once.',
    ),
    languages: z.array(z.string()).describe('Its languages, those with the most items first.'),
    firstItemAt: Time.describe('Time of its first item.'),
    lastItemAt: Time.describe('Time of its newest item.'),
    series: z
      .array(Count)
      .length(24)
      .describe('Items in each of 24 equal slices from the first item to the last, oldest first.'),
    publishers: z
      .array(
        z.strictObject({
          name: z.string().describe('Registrable domain.'),
          itemCount: Count.describe('Number of items.'),
          firstItemAt: Time.describe('Time of its first item.'),
        }),
      )
      .describe('Its publishers, by registrable domain, in the order of their first items.'),
    words: z
      .array(
        z.strictObject({
          word: z.string().describe('The word.'),
          itemCount: Count.describe('Number of items that have it in title, summary or text, 2 or more.'),
        }),
      )
      .describe('The words by which its items are joined, most frequent first, at most 12.'),
    items: z.array(StoryItemBody).describe('Oldest first: `limit` of them, from `offset` on.'),
    nearest: NearestBody.nullable(),
  })
  .meta({ id: 'Story', description: 'The items that report one event, over time.' })

/** Allowed values of `fields`: those of the story, and `items.NAME` for those of its items. */
export const STORY_FIELDS: readonly [string, ...string[]] = [
  ...fieldsOf(StoryBody),
  ...fieldsOf(StoryItemBody).map((name) => `items.${name}`),
]
