import * as z from 'zod'
import { ItemBody } from './item.ts'
import { Count, Id, Time } from './values.ts'

/** It has no name: OpenAPI 3.0 cannot say "this or null" of a named schema. */
const StoryLinkBody = z
  .strictObject({
    itemId: Id.describe('The earlier item.'),
    similarity: z.number().min(0).max(1).describe('Similarity of their words; 0 if they share none.'),
    words: z.array(z.string()).describe('Words that both have, the most significant first, at most 8.'),
    hoursApart: z.number().min(0).describe('Hours between the two.'),
  })
  .describe('The earlier item of the story that is most like this one.')

const StoryItemBody = z
  .strictObject({ ...ItemBody.shape, joined: StoryLinkBody.nullable() })
  .meta({ id: 'StoryItem', description: 'An item and why it belongs to its story; the first has no reason.' })

export const StoryBody = z
  .strictObject({
    id: Id.describe('Its id; if the requested story was merged into another, the id of that one.'),
    title: z.string().describe('Of the item that stands for the story.'),
    itemId: Id.describe('The item that stands for the story, the same in every list, feed and page.'),
    itemCount: Count.describe('Number of items.'),
    sourceCount: Count.describe('Number of sources.'),
    publisherCount: Count.describe(
      'Number of publishers that report it. What one source lists under one title on several sites is one.',
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
    items: z.array(StoryItemBody).describe('Oldest first; of a story of more than 500 the newest 500.'),
  })
  .meta({ id: 'Story', description: 'The items that report one event, over time.' })
