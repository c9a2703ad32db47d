import * as z from 'zod'
import { listBody } from './list.ts'
import { Count, Id, Slug } from './values.ts'

const SuggestionBody = z
  .strictObject({
    kind: z.enum(['word', 'story', 'source', 'category']).describe('The kind of suggestion.'),
    text: z
      .string()
      .describe(
        'Of a word: the whole query with it; of a story: a title; else the name of the source or category.',
      ),
    itemCount: Count.describe(
      'Number of items with the word, or of the story, source or category; approximate for a word.',
    ),
    sourceId: Slug.nullable().describe('Of a source: what `source=` takes.'),
    storyId: Id.nullable().describe('Of a story: what `storyId=` takes.'),
  })
  .meta({ id: 'Suggestion', description: 'What completes a query that is being typed.' })

export const SuggestionsBody = listBody('Suggestions', SuggestionBody)
