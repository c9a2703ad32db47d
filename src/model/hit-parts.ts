import * as z from 'zod'
import type { Encoded } from './json-values.ts'

/** The parts of an item's score for a query: the sum over the words, times each factor. */
export const HitParts = z.strictObject({
  words: z
    .array(
      z.strictObject({
        word: z.string().describe('The word of the query, without case and accents.'),
        fields: z
          .array(z.enum(['title', 'text', 'labels', 'author']))
          .describe('Fields with it: `text` is summary and content, `labels` are tags and source.'),
        exact: z.boolean().describe('Whether the item has the word as typed, not only an inflection of it.'),
        idf: z.number().describe('Inverse document frequency of the word: higher for rare words.'),
        score: z.number().describe('What it adds to the score of the query.'),
      }),
    )
    .describe('Each word of the query that the item has.'),
  recency: z
    .number()
    .describe(
      'Factor for its age: at least 0.5 for a query of one word, 0.95 for four words and more or a relaxed search.',
    ),
  coverage: z
    .number()
    .describe(
      'Factor for the publishers that report its story: at most 1.5 for a query of one word, 1.05 for four words and more or a relaxed search.',
    ),
  titlePhrase: z
    .number()
    .describe('Factor for a title with all the words in their order, or with no other words, else 1.'),
  feedback: z
    .number()
    .describe('What reranking the best hits adds: for a sentence or a relaxed search, else 0.'),
  score: z
    .number()
    .describe(
      'Sum of the words’ `score` times the factors, plus `feedback`; `relevance` is this divided by that of the best hit.',
    ),
})
export type HitParts = Encoded<typeof HitParts>
