import type { Api } from '../api/api.ts'

/** A value that a filter can have, with its name and how many items have it. */
export interface Facet {
  readonly value: string
  readonly label: string
  readonly count: number
}

/** What lists can be narrowed to, the most frequent first. */
export interface Facets {
  readonly sources: readonly Facet[]
  readonly categories: readonly Facet[]
  readonly regions: readonly Facet[]
  readonly languages: readonly Facet[]
}

/** Names of sources in the alphabet's order, since that is how people look for one. */
export async function loadFacets(api: Api): Promise<Facets> {
  const [{ items }, stats] = await Promise.all([api.sources(), api.stats()])
  const facet = ({ name, count }: { readonly name: string; readonly count: number }): Facet => ({
    value: name,
    label: name,
    count,
  })
  return {
    sources: items
      .map(({ id, name, itemCount }) => ({ value: id, label: name, count: itemCount }))
      .toSorted((a, b) => a.label.localeCompare(b.label)),
    categories: stats.byCategory.map(facet),
    regions: stats.byRegion.map(facet),
    languages: stats.byLanguage.map(facet),
  }
}
