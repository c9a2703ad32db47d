import type { Choice, ItemFilter } from '../../model/filter.ts'

export interface FacetWords {
  readonly category: string
  readonly region: string | null
  readonly language: string | null
}

/** The words that items are filtered by. */
export interface Facet extends FacetWords {
  /** In order of sighting: the first source with the item is first. */
  readonly sources: readonly string[]
}

export type FacetTest = (facet: Facet) => boolean

/** Compiles the facet conditions of a filter. */
export function facetTest({ source, category, region, language }: ItemFilter): FacetTest {
  const tests = [
    choiceTest(source, (facet) => facet.sources),
    choiceTest(category, (facet) => [facet.category]),
    choiceTest(region, (facet) => [facet.region]),
    choiceTest(language, (facet) => [facet.language]),
  ].filter((test) => test !== undefined)
  return (facet) => tests.every((test) => test(facet))
}

/** Tests that a facet has a wanted value and no unwanted one. @returns `undefined` if all pass */
function choiceTest(
  { include, exclude }: Choice,
  valuesOf: (facet: Facet) => readonly (string | null)[],
): FacetTest | undefined {
  if (include.length === 0 && exclude.length === 0) return undefined
  const wanted: ReadonlySet<string | null> = new Set(include)
  const unwanted: ReadonlySet<string | null> = new Set(exclude)
  return (facet) => {
    const values = valuesOf(facet)
    return (
      (wanted.size === 0 || values.some((value) => wanted.has(value))) &&
      !values.some((value) => unwanted.has(value))
    )
  }
}
