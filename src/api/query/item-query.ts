import * as z from 'zod'
import { type Choice, EVERYTHING, type ItemFilter } from '../../model/filter.ts'
import { DAY_MS, type EpochMs, HOUR_MS } from '../../model/time.ts'
import type { ReadStore } from '../../store/read-store.ts'
import { languageName } from '../../text/language/language-tag.ts'
import { dayOrTime, decimal, names, oneOf, wholeNumber, wholeNumbers } from './parameters.ts'
import { refuse } from './validate.ts'

/** The filter parameters, which every list and feed has. */
export const filterShape = {
  source: names('ids of sources')
    .optional()
    .describe('Sources, by id. An item is found under each source that carries it.'),
  category: names('categories').optional().describe('Categories.'),
  region: names('regions').optional().describe('Regions.'),
  language: names('languages', languageName)
    .optional()
    .describe('Languages: tags of BCP 47, of which the primary subtag counts: en, de; en-US means en.'),
  tag: names('tags')
    .optional()
    .describe('Tags as the sources gave them; case does not matter. Tags with a comma cannot be selected.'),
  ids: wholeNumbers({ min: 1, most: 500 })
    .optional()
    .describe('Only these items, by id, at most 500. Unknown ids are left out.'),
  from: dayOrTime().optional().describe('Only items published at or after this UTC day or RFC 3339 time.'),
  to: dayOrTime()
    .optional()
    .describe('Only items published before the end of this UTC day, or not after this RFC 3339 time.'),
  seenFrom: dayOrTime()
    .optional()
    .describe(
      'Only items first seen at or after this UTC day or RFC 3339 time, whenever they were published: what is new since a previous request.',
    ),
  seenTo: dayOrTime()
    .optional()
    .describe('Only items first seen before the end of this UTC day, or not after this RFC 3339 time.'),
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
      '`story`: one item for each story, its representative; if that one is filtered out, the first in the requested order.',
    ),
} as const

const { source, category, region, language, tag, storyId, minScore } = filterShape

/** The filters that name attributes of an item, not times. */
export const attributeShape = { source, category, region, language, tag, storyId, minScore } as const

const filterSchema = z.object(filterShape)

/** The parsed filters of a query. */
export type FilterQuery = z.output<typeof filterSchema>

/** The ranges of time that a query may have. */
export interface Ranges {
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly seenFrom?: string | undefined
  readonly seenTo?: string | undefined
}

/** A schema's check over several parameters: a range of time must not end before it begins. */
export function checkRanges(query: Ranges, context: z.core.$RefinementCtx): void {
  for (const [first, last] of [['from', 'to'] as const, ['seenFrom', 'seenTo'] as const]) {
    const [begin, end] = [query[first], query[last]]
    if (begin === undefined || end === undefined || beginOf(begin) < endOf(end)) continue
    refuse(context, first, `${first} must not be after ${last}: '${begin}' is after '${end}'`)
  }
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
    tag: choiceOf(query.tag),
    ids: query.ids,
    seenFrom: query.seenFrom === undefined ? undefined : beginOf(query.seenFrom),
    seenUntil: query.seenTo === undefined ? undefined : endOf(query.seenTo),
    from: begins.length === 0 ? undefined : Math.max(...begins),
    until: query.to === undefined ? undefined : endOf(query.to),
    minScore: query.minScore,
    storyId: query.storyId,
    distinctStory: query.distinct === 'story',
  }
}

/** Whether the items of a query change as time passes, even if nothing is collected. */
export function movesWithTime(query: FilterQuery): boolean {
  return query.sinceHours !== undefined || query.sinceDays !== undefined
}

/** Names to include, and with a leading `-` names to exclude. */
export function choiceOf(given: readonly string[] | undefined): Choice {
  if (given === undefined) return EVERYTHING.source
  return {
    include: given.filter((name) => !name.startsWith('-')),
    exclude: given.filter((name) => name.startsWith('-')).map((name) => name.slice(1)),
  }
}

/** A date without a time means the whole day. */
function beginOf(moment: string): EpochMs {
  return Date.parse(moment.length === 10 ? `${moment}T00:00:00.000Z` : moment)
}

/** The first moment after `to`: `to` is inclusive, a date with its whole day, a time with its millisecond. */
function endOf(moment: string): EpochMs {
  return moment.length === 10 ? beginOf(moment) + DAY_MS : beginOf(moment) + 1
}

/** Replaces the id of a merged story by that of its successor; an unknown id stays and finds nothing. */
export async function resolveStory(store: ReadStore, filter: ItemFilter): Promise<ItemFilter> {
  if (filter.storyId === undefined) return filter
  return { ...filter, storyId: (await store.resolveStoryId(filter.storyId)) ?? filter.storyId }
}
