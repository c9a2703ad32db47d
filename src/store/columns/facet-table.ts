import { LRUCache } from 'lru-cache'
import type { Choice, ItemFilter } from '../../model/filter.ts'

/** What items are filtered by in words; `sources` in order of sighting, the one that had it first in front. */
export interface Facet {
  readonly category: string
  readonly region: string | null
  readonly language: string | null
  readonly sources: readonly string[]
}

/** Masks that are kept: one a filter's words. */
const KEPT_MASKS = 64

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
  /** By code: the change that last concerned an item of the combination. */
  #changedAt: number[] = [0]
  #touches = 0
  readonly #lastChanges = new WeakMap<Uint8Array, { readonly touches: number; readonly seq: number }>()
  readonly #madeAt: number
  readonly #masks = new LRUCache<string, Uint8Array>({ max: KEPT_MASKS })

  /** @param madeAt the store's change that the first items are read at */
  constructor(madeAt = 0) {
    this.#madeAt = madeAt
  }

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
    this.#changedAt.push(this.#madeAt)
    this.#masks.clear()
    return code
  }

  /** `undefined` for code 0. */
  facetOf(code: number): Facet | undefined {
    return this.#facets[code]
  }

  count(code: number): number {
    return this.#counts[code] ?? 0
  }

  /** Counts `step` items more, or fewer. */
  add(code: number, step: number): void {
    this.#counts[code] = (this.#counts[code] ?? 0) + step
  }

  /** Notes that a change concerned an item that has or had the combination. */
  touch(code: number, seq: number): void {
    this.#changedAt[code] = seq
    this.#touches += 1
  }

  /** The last change that concerned an item that passes the filter's words, or passed them before. */
  lastChange(filter: ItemFilter): number {
    const mask = this.mask(filter)
    const known = this.#lastChanges.get(mask)
    if (known?.touches === this.#touches) return known.seq
    let seq = this.#madeAt
    for (let code = 1; code < mask.length; code += 1)
      if (mask[code] === 1) seq = Math.max(seq, this.#changedAt[code] ?? 0)
    this.#lastChanges.set(mask, { touches: this.#touches, seq })
    return seq
  }

  /** Combinations that items have. */
  live(): { readonly code: number; readonly facet: Facet; readonly count: number }[] {
    const live = []
    for (let code = 1; code < this.#facets.length; code += 1) {
      const facet = this.#facets[code]
      const count = this.#counts[code] ?? 0
      if (facet !== undefined && count > 0) live.push({ code, facet, count })
    }
    return live
  }

  /** 1 by code for what passes the filter's words, 0 for code 0. */
  mask(filter: ItemFilter): Uint8Array {
    const { source, category, region, language } = filter
    const key = JSON.stringify([source, category, region, language])
    const known = this.#masks.get(key)
    if (known !== undefined) return known

    const passes = [
      listTest(source, (facet) => facet.sources),
      valueTest(category, (facet) => facet.category),
      valueTest(region, (facet) => facet.region),
      valueTest(language, (facet) => facet.language),
    ].filter((predicate) => predicate !== undefined)
    const mask = this.maskOf((facet) => passes.every((predicate) => predicate(facet)))
    this.#masks.set(key, mask)
    return mask
  }

  /** 1 by code for the combinations that pass. */
  maskOf(passes: (facet: Facet) => boolean): Uint8Array {
    const mask = new Uint8Array(this.#facets.length)
    for (let code = 1; code < mask.length; code += 1) {
      const facet = this.#facets[code]
      if (facet !== undefined && passes(facet)) mask[code] = 1
    }
    return mask
  }
}

/** Whether a filter names no words at all. */
export function isWordless({ source, category, region, language }: ItemFilter): boolean {
  return [source, category, region, language].every(isAny)
}

function isAny({ include, exclude }: Choice): boolean {
  return include.length === 0 && exclude.length === 0
}

type FacetTest = (facet: Facet) => boolean

function valueTest(choice: Choice, valueOf: (facet: Facet) => string | null): FacetTest | undefined {
  if (isAny(choice)) return undefined
  const wanted: ReadonlySet<string | null> = new Set(choice.include)
  const unwanted: ReadonlySet<string | null> = new Set(choice.exclude)
  return (facet) => {
    const value = valueOf(facet)
    return (wanted.size === 0 || wanted.has(value)) && !unwanted.has(value)
  }
}

/** Whether any of the values is wanted and none unwanted. */
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
