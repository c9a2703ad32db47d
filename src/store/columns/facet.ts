import type { Choice, ItemFilter } from '../../model/filter.ts'

/** The words that items are filtered by. `sources` are in order of sighting, the first to show the item in front. */
export interface Facet {
  readonly category: string
  readonly region: string | null
  readonly language: string | null
  readonly sources: readonly string[]
}

export type FacetTest = (facet: Facet) => boolean

/** Makes the test of a facet by the words of a filter. */
export function facetTest({ source, category, region, language }: ItemFilter): FacetTest {
  const tests = [
    listTest(source, (facet) => facet.sources),
    valueTest(category, (facet) => facet.category),
    valueTest(region, (facet) => facet.region),
    valueTest(language, (facet) => facet.language),
  ].filter((test) => test !== undefined)
  return (facet) => tests.every((test) => test(facet))
}

function isAny({ include, exclude }: Choice): boolean {
  return include.length === 0 && exclude.length === 0
}

function valueTest(choice: Choice, valueOf: (facet: Facet) => string | null): FacetTest | undefined {
  if (isAny(choice)) return undefined
  const wanted: ReadonlySet<string | null> = new Set(choice.include)
  const unwanted: ReadonlySet<string | null> = new Set(choice.exclude)
  return (facet) => {
    const value = valueOf(facet)
    return (wanted.size === 0 || wanted.has(value)) && !unwanted.has(value)
  }
}

/** Tests that a facet has at least one wanted value and no unwanted one. */
function listTest(choice: Choice, valuesOf: (facet: Facet) => readonly string[]): FacetTest | undefined {
  if (isAny(choice)) return undefined
  const wanted = new Set(choice.include)
  const unwanted = new Set(choice.exclude)
  return (facet) => {
    const values = valuesOf(facet)
    return (
      (wanted.size === 0 || values.some((value) => wanted.has(value))) &&
      !values.some((value) => unwanted.has(value))
    )
  }
}
