import { type FilterQuery, FILTERS_BY_NAME, type NamesOf } from '../query/filters.ts'

/** Longest title, characters; readers show a few dozen. */
const MAX_TITLE = 200

/** What stands first in a title. Other filters follow in their order. */
const FIRST = [
  'source',
  'q',
  'match',
  'category',
  'region',
  'language',
  'tag',
  'ids',
  'sinceHours',
  'sinceDays',
]

/** The parsed query of a feed. */
export type TitledQuery = Partial<FilterQuery> & {
  readonly q?: string | undefined
  readonly match?: 'all' | undefined
}

/**
 * The title of a feed, made of the service's name and the feed's filters: `Digest: technology, last 24 hours`. Feeds with
 * different filters have different titles, so people can distinguish them in a feed reader.
 */
export function feedTitle(query: TitledQuery, namesOf: NamesOf, name: string): string {
  const values = new Map<string, unknown>(Object.entries(query).filter(([, value]) => value !== undefined))
  const parts = [...new Set([...FIRST, ...Object.keys(FILTERS_BY_NAME)])]
    .filter((parameter) => values.has(parameter))
    .map((parameter) => {
      if (parameter === 'q') return query.q
      if (parameter === 'match') return 'all words'
      return FILTERS_BY_NAME[parameter]?.title(values.get(parameter), namesOf)
    })
  return shortened(parts.length === 0 ? name : `${name}: ${parts.join(', ')}`)
}

function shortened(title: string): string {
  const characters = Array.from(title)
  return characters.length <= MAX_TITLE ? title : `${characters.slice(0, MAX_TITLE - 1).join('')}…`
}
