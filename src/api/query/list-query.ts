import * as z from 'zod'
import type { Projection } from '../answer/item-entries.ts'
import { MAX_CURSOR } from './cursor.ts'
import { filterShape } from './filters.ts'
import { checkRanges, type Ranges } from './item-query.ts'
import { oneOf, opaque, someOf, wholeNumber } from './parameters.ts'
import { refuse } from './validate.ts'

export function limitParameter(preset: number) {
  return wholeNumber({ min: 1, max: 500 }, preset).default(preset).describe('Maximum number of entries.')
}

export const CURSOR = opaque(MAX_CURSOR)
  .optional()
  .describe(
    'The `nextCursor` of the page before. All pages belong to the list as it was at the first: nothing is skipped or repeated while items arrive, except what moves 200 places in `score` or `hot`.',
  )

export const OFFSET = wholeNumber({ min: 0 }, 0).optional().describe('Number of entries to skip.')

export function pageShape(limit: number) {
  return {
    limit: limitParameter(limit),
    offset: OFFSET.describe('Number of entries to skip. Excludes `cursor`.'),
    cursor: CURSOR,
  } as const
}

export function projectionShape<const Fields extends readonly [string, ...string[]]>(
  fields: Fields,
  about = 'Only these fields of each item; the response leaves out all others.',
) {
  return {
    fields: someOf(fields).optional().describe(about),
    include: someOf(['content', 'scoreBreakdown', 'thumbnail'])
      .optional()
      .describe(
        'Also the text (`contentHtml`, `contentText`, `contentTruncated`), why the score is what it is, or whether there is a thumbnail (`hasThumbnail`).',
      ),
    maxChars: wholeNumber({ min: 1, max: 1_000_000 })
      .optional()
      .describe('Maximum number of characters of text; `contentTruncated` says whether it was cut.'),
  } as const
}

/** Whether the answer reports thumbnails. These can appear without a change of their item. */
export function showsThumbnails({ fields, include }: Projection): boolean {
  return fields?.includes('hasThumbnail') === true || include?.includes('thumbnail') === true
}

export function sortParameter<const Orders extends readonly [string, ...string[]]>(
  orders: Orders,
  preset: Orders[number],
) {
  return oneOf(orders, preset).default(preset).describe('The order.')
}

interface CheckedQuery extends Ranges {
  readonly offset?: number | undefined
  readonly cursor?: string | undefined
}

/** Checks several parameters of a list together. */
export function checkList(query: CheckedQuery, context: z.core.$RefinementCtx): void {
  checkRanges(query, context)
  if (query.offset !== undefined && query.cursor !== undefined)
    refuse(context, 'offset', 'offset and cursor exclude each other: a cursor knows its place')
}

/** Parameters that select a part of a list, not its content. */
export const PRESENTATION_PARAMETERS = [
  'limit',
  'offset',
  'cursor',
  'fields',
  'include',
  'maxChars',
  'explain',
] as const

export const FILTER_NAMES: readonly string[] = Object.keys(filterShape)
