import * as z from 'zod'
import { FoundItemBody } from './item.ts'
import { listBodyWith } from './list.ts'

const REPAIR = {
  relaxed: z
    .boolean()
    .describe(
      'Whether no item, or hardly one of a longer query, had all the words: these are the best of those with any.',
    ),
  corrected: z
    .strictObject({
      from: z.string().describe('The query as it was typed.'),
      to: z.string().describe('The query that was answered.'),
    })
    .nullable()
    .describe('The query before and after, where a word that no item has was taken for a typing error.'),
}

/** A page of what a search found, and what it did beyond the query. */
export const FoundBody = listBodyWith('Found', FoundItemBody, REPAIR)
