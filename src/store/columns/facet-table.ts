import { LRUCache } from 'lru-cache'
import type { Choice, ItemFilter } from '../../model/filter.ts'

/** What items are filtered by in words; `sources` in order of sighting, the one that had it first in front. */
export interface Facet {
  readonly category: string
  readonly region: string | null
  readonly language: string | null
  readonly sources: readonly string[]
}

/** Which combinations pass the words of a filter. */
export interface FacetMask {
  /** No other mask has it. */
  readonly number: number
  /** 1 by code for what passes, 0 for code 0. */
  readonly bits: Uint8Array
  /** The codes that pass; where those are the more, the ones that do not. */
  readonly codes: Uint32Array
  readonly isInverted: boolean
  /** Whether every combination passes. */
  readonly isAny: boolean
}

/** Masks that are kept: one a filter's words. */
const KEPT_MASKS = 256

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
  readonly #lastChanges = new WeakMap<FacetMask, { readonly touches: number; readonly seq: number }>()
  readonly #madeAt: number
  readonly #masks = new LRUCache<string, FacetMask>({ max: KEPT_MASKS })
  #maskNumber = 0
  /** Codes of the combinations that a source is in. */
  readonly #codesOfSource = new Map<string, number[]>()

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
    for (const source of facet.sources) {
      const codes = this.#codesOfSource.get(source)
      if (codes === undefined) this.#codesOfSource.set(source, [code])
      else codes.push(code)
    }
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

  /** The last change that concerned an item of the combination. */
  changedAt(code: number): number {
    return this.#changedAt[code] ?? this.#madeAt
  }

  /** The last change that concerned an item that passes the filter's words, or passed them before. */
  lastChange(filter: ItemFilter): number {
    const mask = this.mask(filter)
    const known = this.#lastChanges.get(mask)
    if (known?.touches === this.#touches) return known.seq
    let seq = this.#madeAt
    for (let code = 1; code < mask.bits.length; code += 1)
      if (mask.bits[code] === 1) seq = Math.max(seq, this.#changedAt[code] ?? 0)
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

  mask(filter: ItemFilter): FacetMask {
    const { source, category, region, language } = filter
    const key = JSON.stringify([source, category, region, language])
    const known = this.#masks.get(key)
    if (known !== undefined) return known

    const tests = [
      listTest(source, (facet) => facet.sources),
      valueTest(category, (facet) => facet.category),
      valueTest(region, (facet) => facet.region),
      valueTest(language, (facet) => facet.language),
    ].filter((predicate) => predicate !== undefined)
    const passes = (facet: Facet): boolean => tests.every((test) => test(facet))
    this.#maskNumber += 1
    const bits = source.include.length === 0 ? this.maskOf(passes) : this.#maskOfSources(source, passes)
    const mask = facetMask(this.#maskNumber, bits)
    this.#masks.set(key, mask)
    return mask
  }

  /** Of the combinations of the sources wanted: they are few beside all. */
  #maskOfSources({ include }: Choice, passes: (facet: Facet) => boolean): Uint8Array {
    const bits = new Uint8Array(this.#facets.length)
    for (const source of include) {
      for (const code of this.#codesOfSource.get(source) ?? []) {
        const facet = this.#facets[code]
        if (facet !== undefined && passes(facet)) bits[code] = 1
      }
    }
    return bits
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

function facetMask(number: number, bits: Uint8Array): FacetMask {
  let passing = 0
  for (let code = 1; code < bits.length; code += 1) passing += bits[code] ?? 0
  const failing = Math.max(0, bits.length - 1 - passing)
  const isInverted = failing <= passing
  const codes = new Uint32Array(isInverted ? failing : passing)
  let count = 0
  for (let code = 1; code < bits.length; code += 1) {
    if ((bits[code] === 1) === isInverted) continue
    codes[count] = code
    count += 1
  }
  return { number, bits, codes, isInverted, isAny: failing === 0 }
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
