import * as z from 'zod'
import type { Choice, ItemFilter } from '../../model/filter.ts'
import { DAY_MS, type EpochMs, HOUR_MS } from '../../model/time.ts'
import { languageName } from '../../text/language/language-tag.ts'
import { categoryName } from '../../text/slug.ts'
import { dayOrTime, decimal, names, oneOf, wholeNumber, wholeNumbers } from './parameters.ts'

const MAX_POINTS = 1_000_000
const MAX_MINUTES = 10_000

type NameOf = (value: string) => string

/** The name of a source by id, or of a category by slug; the value itself if it has no name. */
export type NamesOf = (filter: 'source' | 'category', value: string) => string

interface Filter<Schema extends z.ZodType = z.ZodType> {
  readonly parameter: z.ZodOptional<Schema>
  /** For the OpenAPI document. */
  readonly example: unknown
  /** The condition that a value sets. @param now the end of `sinceHours` and `sinceDays` */
  condition(value: z.output<Schema>, now: EpochMs): Partial<ItemFilter>
  /** A value as a feed's title shows it. */
  title(value: z.output<Schema>, namesOf: NamesOf): string
}

function filter<Schema extends z.ZodType>(
  schema: Schema,
  { about, ...filter }: Omit<Filter<Schema>, 'parameter'> & { readonly about: string },
): Filter<Schema> {
  return { parameter: schema.optional().describe(about), ...filter }
}

/** The filters of every list and feed, in the order of the OpenAPI document. */
const FILTERS = {
  source: filter(names('ids of sources'), {
    about: 'Sources, by id. An item is found under each source that carries it.',
    example: ['hacker-news', 'example-times'],
    condition: (ids) => ({ source: choiceOf(ids) }),
    title: (ids, namesOf) => chosen(ids, (id) => namesOf('source', id)),
  }),
  category: filter(names('categories', categoryName), {
    about: 'Categories, by slug or by name: `ai-and-research`, `AI & Research`.',
    example: ['technology', 'science'],
    condition: (categories) => ({ category: choiceOf(categories) }),
    title: (categories, namesOf) => chosen(categories, (slug) => namesOf('category', slug)),
  }),
  region: filter(names('regions'), {
    about: 'Regions.',
    example: ['-us'],
    condition: (regions) => ({ region: choiceOf(regions) }),
    title: (regions) => chosen(regions, displayName('region')),
  }),
  language: filter(names('languages', languageName), {
    about: 'Languages: tags of BCP 47, of which the primary subtag counts: en, de; en-US means en.',
    example: ['en', 'de'],
    condition: (languages) => ({ language: choiceOf(languages) }),
    title: (languages) => chosen(languages, displayName('language')),
  }),
  tag: filter(names('tags'), {
    about: 'Tags as the sources gave them; case does not matter. Tags with a comma cannot be selected.',
    example: ['ferry'],
    condition: (tags) => ({ tag: choiceOf(tags) }),
    title: (tags) => chosen(tags, (tag) => `tagged ${tag}`),
  }),
  ids: filter(wholeNumbers({ min: 1, most: 500 }), {
    about: 'Only these items, by id, at most 500. Unknown ids are left out.',
    example: [123, 124],
    condition: (ids) => ({ ids }),
    title: (ids) => counted(ids.length, 'chosen item'),
  }),
  from: filter(dayOrTime(), {
    about: 'Only items published at or after this UTC day or RFC 3339 time.',
    example: '2026-03-01',
    condition: (from) => ({ from: beginOf(from) }),
    title: (from) => `from ${from}`,
  }),
  to: filter(dayOrTime(), {
    about: 'Only items published before the end of this UTC day, or not after this RFC 3339 time.',
    example: '2026-03-07T18:00:00Z',
    condition: (to) => ({ until: endOf(to) }),
    title: (to) => `to ${to}`,
  }),
  seenFrom: filter(dayOrTime(), {
    about:
      'Only items first seen at or after this UTC day or RFC 3339 time: what is new since a previous request.',
    example: '2026-03-07T17:45:00.000Z',
    condition: (from) => ({ seenFrom: beginOf(from) }),
    title: (from) => `seen from ${from}`,
  }),
  seenTo: filter(dayOrTime(), {
    about: 'Only items first seen before the end of this UTC day, or not after this RFC 3339 time.',
    example: '2026-03-07',
    condition: (to) => ({ seenUntil: endOf(to) }),
    title: (to) => `seen to ${to}`,
  }),
  sinceHours: filter(wholeNumber({ min: 1, max: 87_600 }), {
    about: 'Only items published within the last so many hours.',
    example: 24,
    condition: (hours, now) => ({ from: now - hours * HOUR_MS }),
    title: (hours) => `last ${counted(hours, 'hour')}`,
  }),
  sinceDays: filter(wholeNumber({ min: 1, max: 3650 }), {
    about: 'Only items published within the last so many days of 24 hours.',
    example: 7,
    condition: (days, now) => ({ from: now - days * DAY_MS }),
    title: (days) => `last ${counted(days, 'day')}`,
  }),
  minScore: filter(decimal({ min: 0, max: 100 }), {
    about: 'Only items of at least this score.',
    example: 40.5,
    condition: (minScore) => ({ minScore }),
    title: (score) => `score ${score} or more`,
  }),
  minPoints: filter(wholeNumber({ min: 1, max: MAX_POINTS }), {
    about: 'Only items with at least so many points, as Hacker News and Reddit count them.',
    example: 100,
    condition: (minPoints) => ({ minPoints }),
    title: (points) => `${counted(points, 'point')} or more`,
  }),
  minMinutes: filter(wholeNumber({ min: 1, max: MAX_MINUTES }), {
    about: 'Only items whose stored text takes at least so many minutes to read.',
    example: 5,
    condition: (minMinutes) => ({ minMinutes }),
    title: (minutes) => `${counted(minutes, 'minute')} or more`,
  }),
  maxMinutes: filter(wholeNumber({ min: 1, max: MAX_MINUTES }), {
    about: 'Only items whose stored text takes at most so many minutes to read.',
    example: 20,
    condition: (maxMinutes) => ({ maxMinutes }),
    title: (minutes) => `at most ${counted(minutes, 'minute')}`,
  }),
  storyId: filter(wholeNumber({ min: 1 }), {
    about: 'Only items of this story; the id of a story that was merged into another still works.',
    example: 45,
    condition: (storyId) => ({ storyId }),
    title: (id) => `story ${id}`,
  }),
  distinct: filter(oneOf(['story']), {
    about:
      '`story`: one item for each story, its representative; if that one is filtered out, the first in the requested order.',
    example: 'story',
    condition: () => ({ distinctStory: true }),
    title: () => 'one a story',
  }),
} as const

type Filters = typeof FILTERS

export const FILTERS_BY_NAME: Readonly<Record<string, Filter>> = FILTERS

export const filterShape = Object.fromEntries(
  Object.entries(FILTERS).map(([name, { parameter }]) => [name, parameter]),
) as { readonly [Name in keyof Filters]: Filters[Name]['parameter'] }

const { source, category, region, language, tag, storyId, minScore, minPoints, minMinutes, maxMinutes } =
  filterShape

/** Filters on attributes of an item, not on times. */
export const attributeShape = {
  source,
  category,
  region,
  language,
  tag,
  storyId,
  minScore,
  minPoints,
  minMinutes,
  maxMinutes,
} as const

const filterSchema = z.object(filterShape)

export type FilterQuery = z.output<typeof filterSchema>

/** Names to include; a leading `-` excludes a name. */
export function choiceOf(given: readonly string[]): Choice {
  return {
    include: given.filter((name) => !name.startsWith('-')),
    exclude: given.filter((name) => name.startsWith('-')).map((name) => name.slice(1)),
  }
}

/** A date without a time begins at midnight, UTC. */
export function beginOf(moment: string): EpochMs {
  return Date.parse(moment.length === 10 ? `${moment}T00:00:00.000Z` : moment)
}

/** The first moment after `to`, which is inclusive: a whole day, or one millisecond. */
export function endOf(moment: string): EpochMs {
  return moment.length === 10 ? beginOf(moment) + DAY_MS : beginOf(moment) + 1
}

/** Included names, then excluded ones. */
function chosen(names: readonly string[], nameOf: NameOf): string {
  const { include, exclude } = choiceOf(names)
  return [...include.map(nameOf), ...exclude.map((name) => `without ${nameOf(name)}`)].join(', ')
}

/** English names of codes: `German` for `de`. Unknown values such as the region `world` stay unchanged. */
function displayName(type: 'region' | 'language'): NameOf {
  const names = new Intl.DisplayNames(['en'], { type, fallback: 'code' })
  return (code) => {
    try {
      const name = names.of(type === 'region' ? code.toUpperCase() : code) ?? code
      return name.toLowerCase() === code.toLowerCase() ? code : name
    } catch {
      return code
    }
  }
}

function counted(count: number, unit: string): string {
  return count === 1 ? unit : `${count} ${unit}s`
}
