import { setImmediate } from 'node:timers/promises'
import type { FacetTable } from './facet-table.ts'

/** Facets as numbers: of each its category, region, language, number of sources, and sources, as indexes of `words`. */
export interface FacetArrays {
  readonly words: readonly (string | null)[]
  readonly numbers: Uint32Array<ArrayBuffer>
}

/** Facets written out between two requests, in less than a millisecond. */
const STEP = 2_000

/** Writes out all facets from code 1 on, in steps between which requests are answered. */
export async function facetArrays(facets: FacetTable): Promise<FacetArrays> {
  const indexes = new Map<string | null, number>()
  const indexOf = (word: string | null): number => {
    const known = indexes.get(word)
    if (known !== undefined) return known
    indexes.set(word, indexes.size)
    return indexes.size - 1
  }
  const numbers: number[] = []
  for (let code = 1; code < facets.size; code += 1) {
    const { category = '', region = null, language = null, sources = [] } = facets.facetOf(code) ?? {}
    numbers.push(indexOf(category), indexOf(region), indexOf(language), sources.length)
    for (const source of sources) numbers.push(indexOf(source))
    if (code % STEP === 0) await setImmediate()
  }
  return { words: [...indexes.keys()], numbers: Uint32Array.from(numbers) }
}

/**
 * Adds to an empty table the facets that items have. Their codes then are without gaps, in the same order.
 *
 * @param facet by slot: the code, which is replaced by the new one
 */
export function restoreFacets(facets: FacetTable, { words, numbers }: FacetArrays, facet: Uint32Array): void {
  const isUsed = new Uint8Array(numbers.length + 1)
  for (let slot = 0; slot < facet.length; slot += 1) isUsed[facet[slot] ?? 0] = 1
  const newCodes = new Uint32Array(isUsed.length)
  const wordAt = (at: number): string | null => words[numbers[at] ?? 0] ?? null
  for (let code = 1, at = 0; at < numbers.length; code += 1) {
    const sourcesAt = at + 4
    const end = sourcesAt + (numbers[at + 3] ?? 0)
    if (isUsed[code] === 1) {
      const sources: string[] = []
      for (let each = sourcesAt; each < end; each += 1) sources.push(wordAt(each) ?? '')
      const [category, region, language] = [wordAt(at) ?? '', wordAt(at + 1), wordAt(at + 2)]
      newCodes[code] = facets.code({ category, region, language, sources })
    }
    at = end
  }
  for (let slot = 0; slot < facet.length; slot += 1) facet[slot] = newCodes[facet[slot] ?? 0] ?? 0
}
