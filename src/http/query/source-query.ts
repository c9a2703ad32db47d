import * as z from 'zod'
import { HEALTH_STATUSES, type SourceReport } from '../../domain/source.ts'
import { fold } from '../../domain/text/fold.ts'
import { SOURCE_FIELDS } from '../schemas/service.ts'
import { choiceOf } from './item-query.ts'
import { names, someOf, text, wholeNumber } from './parameters.ts'

export const SourceQuery = z.strictObject({
  status: someOf(HEALTH_STATUSES).optional().describe('Only sources that fare so.'),
  category: names('categories').optional().describe('Categories.'),
  q: text({ min: 1, max: 100 })
    .optional()
    .describe('Only sources whose id, name or addresses contain this text; case and accents do not matter.'),
  fields: someOf(SOURCE_FIELDS).optional().describe('Only these fields of each source.'),
  limit: wholeNumber({ min: 1, max: 500 }).optional().describe('How many at most; all where left out.'),
  offset: wholeNumber({ min: 0 }, 0).default(0).describe('How many to pass over.'),
})

export type SourceQuery = z.output<typeof SourceQuery>

/** The sources that a query means, in their own order. */
export function chooseSources(sources: readonly SourceReport[], query: SourceQuery): SourceReport[] {
  const { include, exclude } = choiceOf(query.category)
  const sought = query.q === undefined ? '' : fold(query.q.trim())
  return sources.filter(
    ({ category, health, id, name, feedUrl, siteUrl }) =>
      (query.status?.includes(health.status) ?? true) &&
      (include.length === 0 || include.includes(category)) &&
      !exclude.includes(category) &&
      [id, name, feedUrl, siteUrl ?? ''].some((value) => fold(value).includes(sought)),
  )
}
