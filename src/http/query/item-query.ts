import * as z from 'zod'
import { type Choice, EVERYTHING, type ItemFilter } from '../../domain/filter.ts'
import { languageName } from '../../domain/language-tag.ts'
import { DAY_MS, type EpochMs, HOUR_MS } from '../../domain/time.ts'
import type { IssueParams } from './validate.ts'
import { dayOrTime, decimal, names, oneOf, wholeNumber } from './parameters.ts'

/** The parameters that choose items; each list and feed has them all. */
export const filterShape = {
  source: names('ids of sources')
    .optional()
    .describe('Sources, by id. An item is found under each source that carries it.'),
  category: names('categories').optional().describe('Categories.'),
  region: names('regions').optional().describe('Regions.'),
  language: names('languages', languageName)
    .optional()
    .describe('Languages: tags of BCP 47, of which the primary subtag counts: en, de; en-US means en.'),
  from: dayOrTime().optional().describe('Only items published at or after this UTC day or RFC 3339 time.'),
  to: dayOrTime()
    .optional()
    .describe('Only items published before the end of this UTC day, or not after this RFC 3339 time.'),
  sinceHours: wholeNumber({ min: 1, max: 87_600 })
    .optional()
    .describe('Only items published within the last so many hours.'),
  sinceDays: wholeNumber({ min: 1, max: 3650 })
    .optional()
    .describe('Only items published within the last so many days of 24 hours.'),
  minScore: decimal({ min: 0, max: 100 }).optional().describe('Only items of at least this score.'),
  storyId: wholeNumber({ min: 1 })
    .optional()
    .describe('Only items of this story; the id of a story that was merged into another still works.'),
  distinct: oneOf(['story'])
    .optional()
    .describe(
      '`story`: one item a story, the one that stands for it; where that one is filtered out, the first in the order asked for.',
    ),
} as const

const filterSchema = z.object(filterShape)

/** The filters of a query as they were read. */
export type FilterQuery = z.output<typeof filterSchema>

/** A schema's check over several parameters: the range of time must not end before it begins. */
export function checkRange(
  query: { from?: string | undefined; to?: string | undefined },
  context: z.core.$RefinementCtx,
): void {
  if (query.from === undefined || query.to === undefined) return
  if (beginOf(query.from) < endOf(query.to)) return
  const params: IssueParams = { code: 'parameterInvalid' }
  context.addIssue({
    code: 'custom',
    path: ['from'],
    params: { ...params },
    message: `from must not be after to: '${query.from}' is after '${query.to}'`,
  })
}

/**
 * The filter that a query asks for; all conditions intersect.
 *
 * @param now what `sinceHours` and `sinceDays` count back from
 */
export function itemFilter(query: FilterQuery, now: EpochMs): ItemFilter {
  const begins = [
    query.from === undefined ? undefined : beginOf(query.from),
    query.sinceHours === undefined ? undefined : now - query.sinceHours * HOUR_MS,
    query.sinceDays === undefined ? undefined : now - query.sinceDays * DAY_MS,
  ].filter((begin) => begin !== undefined)
  return {
    ...EVERYTHING,
    source: choiceOf(query.source),
    category: choiceOf(query.category),
    region: choiceOf(query.region),
    language: choiceOf(query.language),
    from: begins.length === 0 ? undefined : Math.max(...begins),
    until: query.to === undefined ? undefined : endOf(query.to),
    minScore: query.minScore,
    storyId: query.storyId,
    distinctStory: query.distinct === 'story',
  }
}

/** Whether the items that a query means change as time passes, even where nothing is collected. */
export function movesWithTime(query: FilterQuery): boolean {
  return query.sinceHours !== undefined || query.sinceDays !== undefined
}

function choiceOf(given: readonly string[] | undefined): Choice {
  if (given === undefined) return EVERYTHING.source
  return {
    include: given.filter((name) => !name.startsWith('-')),
    exclude: given.filter((name) => name.startsWith('-')).map((name) => name.slice(1)),
  }
}

/** A day without a time is the whole of it. */
function beginOf(moment: string): EpochMs {
  return Date.parse(moment.length === 10 ? `${moment}T00:00:00.000Z` : moment)
}

/** First moment after: `to` is included, a day with all of it, a time with its millisecond. */
function endOf(moment: string): EpochMs {
  return moment.length === 10 ? beginOf(moment) + DAY_MS : beginOf(moment) + 1
}
