import type { Api } from '../api/api.ts'
import type { Source, Stats } from '../api/types.ts'
import { idBesideName, sharedNames } from '../parts/source-name.ts'
import { codeName, nameOf, type Words } from '../words/words.ts'

/** A value of a filter, with its name and its number of items. */
export interface Facet {
  readonly value: string
  readonly label: string
  readonly count: number
}

/** A name that is only a host, or several sources', gets the id beside it. */
function labelOf(source: Pick<Source, 'id' | 'name'>, shared: ReadonlySet<string>): string {
  const id = idBesideName(source, shared)
  return id === undefined ? source.name : `${source.name} (${id})`
}

/** Filter values, the most frequent first. */
export interface Facets {
  readonly sources: readonly Facet[]
  readonly categories: readonly Facet[]
  readonly regions: readonly Facet[]
  readonly languages: readonly Facet[]
  /** Whether `sources` is incomplete. Readers find the others by typing. */
  readonly hasMoreSources: boolean
}

/** Filters by the collection's own names. */
export const NAMED = ['source', 'category', 'region', 'language', 'tag'] as const

/** Name of a filter's value for people. */
export function valueName(
  name: (typeof NAMED)[number],
  value: string,
  { sources }: Pick<Facets, 'sources'>,
  words: Words,
): string {
  if (name === 'source') return sources.find((facet) => facet.value === value)?.label ?? value
  if (name === 'tag') return value
  return name === 'category' ? nameOf(value, words.categories) : codeName(value, name, words)
}

/** The same for all values of a filter in an address, including excluded ones. */
export function valueNames(
  name: (typeof NAMED)[number],
  values: string,
  facets: Pick<Facets, 'sources'>,
  words: Words,
): string[] {
  return values
    .split(',')
    .map((value) =>
      value.startsWith('-')
        ? words.filters.not(valueName(name, value.slice(1), facets, words))
        : valueName(name, value, facets, words),
    )
}

/** Longest list of names; with more, typing is faster. */
const MAX_SOURCES = 300

export async function loadFacets(api: Pick<Api, 'sources' | 'stats'>, chosen?: string): Promise<Facets> {
  const [{ items }, stats] = await Promise.all([api.sources(), api.stats()])
  return facetsOf(items, stats, chosen)
}

/**
 * Sources with items in alphabetical order, since people look for a name, and the chosen ones. If there are more than
 * `MAX_SOURCES`, those with the most items.
 *
 * @param chosen ids of sources in the address, separated by commas
 */
export function facetsOf(
  sources: readonly Pick<Source, 'id' | 'name' | 'itemCount'>[],
  stats: Pick<Stats, 'byCategory' | 'byRegion' | 'byLanguage'>,
  chosen = '',
): Facets {
  const facet = ({ name, count }: { readonly name: string; readonly count: number }): Facet => ({
    value: name,
    label: name,
    count,
  })
  const isChosen = new Set(chosen.split(',').map((id) => id.replace(/^-/, '')))
  const shared = sharedNames(sources)
  const largest = sources.toSorted((a, b) => b.itemCount - a.itemCount)
  return {
    sources: largest
      .filter(({ id, itemCount }, at) => (itemCount > 0 && at < MAX_SOURCES) || isChosen.has(id))
      .map(({ id, name, itemCount }) => ({
        value: id,
        label: labelOf({ id, name }, shared),
        count: itemCount,
      }))
      .toSorted((a, b) => a.label.localeCompare(b.label)),
    categories: stats.byCategory.map(facet),
    regions: stats.byRegion.map(facet),
    languages: stats.byLanguage.map(facet),
    hasMoreSources: sources.length > MAX_SOURCES,
  }
}
