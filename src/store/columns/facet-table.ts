import type { Choice, ItemFilter } from '../../domain/filter.ts'

/** What items are filtered by in words; `sources` in order of sighting, the one that had it first in front. */
export interface Facet {
  readonly category: string
  readonly region: string | null
  readonly language: string | null
  readonly sources: readonly string[]
}

/**
 * The combinations of category, region, language and sources that items have, each with a small number and
 * a count. There are few beside the items, so that a filter is decided once a combination and not once an
 * item, and a total is a sum over combinations.
 */
export class FacetTable {
  #codes = new Map<string, number>()
  /** Code 0 stands for "no item here". */
  #facets: (Facet | undefined)[] = [undefined]
  #counts: number[] = [0]

  /** Codes are 1..size-1. */
  get size(): number {
    return this.#facets.length
  }

  code(facet: Facet): number {
    const key = JSON.stringify([facet.category, facet.region, facet.language, facet.sources])
    const known = this.#codes.get(key)
    if (known !== undefined) return known
    const code = this.#facets.length
    this.#codes.set(key, code)
    this.#facets.push(facet)
    this.#counts.push(0)
    return code
  }

  facet(code: number): Facet | undefined {
    return this.#facets[code]
  }

  count(code: number): number {
    return this.#counts[code] ?? 0
  }

  /** Counts `step` items more, or fewer. */
  add(code: number, step: number): void {
    this.#counts[code] = (this.#counts[code] ?? 0) + step
  }

  /** Combinations that items have. */
  *live(): Generator<{ code: number; facet: Facet; count: number }> {
    for (let code = 1; code < this.#facets.length; code += 1) {
      const facet = this.#facets[code]
      const count = this.#counts[code] ?? 0
      if (facet !== undefined && count > 0) yield { code, facet, count }
    }
  }

  /** 1 by code for what passes the filter's words; `undefined` where all do. */
  mask(filter: ItemFilter): Uint8Array | undefined {
    const choices = [filter.source, filter.category, filter.region, filter.language]
    if (choices.every((choice) => choice.include.length === 0 && choice.exclude.length === 0))
      return undefined

    const source = chooser(filter.source)
    const category = chooser(filter.category)
    const region = chooser(filter.region)
    const language = chooser(filter.language)
    return this.#test(
      (facet) =>
        category([facet.category]) &&
        region(facet.region === null ? NOTHING : [facet.region]) &&
        language(facet.language === null ? NOTHING : [facet.language]) &&
        source(facet.sources),
    )
  }

  #test(passes: (facet: Facet) => boolean): Uint8Array {
    const mask = new Uint8Array(this.#facets.length)
    for (const { code, facet } of this.live()) if (passes(facet)) mask[code] = 1
    return mask
  }
}

const NOTHING: readonly string[] = []

/** Whether any of an item's values is wanted and none unwanted. */
function chooser(choice: Choice): (values: readonly string[]) => boolean {
  const wanted = new Set(choice.include)
  const unwanted = new Set(choice.exclude)
  return (values) =>
    (wanted.size === 0 || values.some((value) => wanted.has(value))) &&
    !values.some((value) => unwanted.has(value))
}
