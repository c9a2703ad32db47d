import { LRUCache } from 'lru-cache'
import type { Choice, ItemFilter } from '../../model/filter.ts'

/** The words that items are filtered by. `sources` are in order of sighting, the first to show the item in front. */
export interface Facet {
  readonly category: string
  readonly region: string | null
  readonly language: string | null
  readonly sources: readonly string[]
}

/** The facets that pass the words of a filter. */
export interface FacetMask {
  /** Unique for the mask: it is part of cache keys. */
  readonly number: number
  /** By code: 1 for a facet that passes, else 0. Code 0 never passes. */
  readonly bits: Uint8Array
  /** The codes that pass; where `isInverted`, the codes that do not. The shorter list is taken. */
  readonly codes: Uint32Array
  readonly isInverted: boolean
  /** Whether every facet passes. */
  readonly isAny: boolean
}

/** Masks in the cache, one for each combination of words asked for. */
const KEPT_MASKS = 256

/**
 * The combinations of category, region, language and sources that items have, each with a code and a count. There are
 * far fewer facets than items. Checking a filter once for each facet is therefore fast, and a total is a sum of counts.
 */
export class FacetTable {
  #codes = new Map<string, number>()
  /** Code 0 stands for "no item here". */
  #facets: (Facet | undefined)[] = [undefined]
  #counts: number[] = [0]
  /** By code: the number of the last change to an item of the facet. */
  #changedAt: number[] = [0]
  #touches = 0
  readonly #lastChanges = new WeakMap<FacetMask, { readonly touches: number; readonly seq: number }>()
  readonly #madeAt: number
  readonly #masks = new LRUCache<string, FacetMask>({ max: KEPT_MASKS })
  #maskNumber = 0
  /** Codes of the facets that contain a source. */
  readonly #codesOfSource = new Map<string, number[]>()

  /** @param madeAt number of the store's latest change when the first items are read */
  constructor(madeAt = 0) {
    this.#madeAt = madeAt
  }

  /** Codes of facets are 1..size-1. */
  get size(): number {
    return this.#facets.length
  }

  code(facet: Facet): number {
    const key = keyOf(facet)
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
    // Clearing an empty cache takes longer than all the rest.
    if (this.#masks.size > 0) this.#masks.clear()
    return code
  }

  /** `undefined` for code 0. */
  facetOf(code: number): Facet | undefined {
    return this.#facets[code]
  }

  count(code: number): number {
    return this.#counts[code] ?? 0
  }

  /** Changes the count of a facet by `step`, which may be negative. */
  add(code: number, step: number): void {
    this.#counts[code] = (this.#counts[code] ?? 0) + step
  }

  /** Notes the change number `seq` for a facet that an item has or had. */
  touch(code: number, seq: number): void {
    this.#changedAt[code] = seq
    this.#touches += 1
  }

  /** The number of the last change to an item of the facet. */
  changedAt(code: number): number {
    return this.#changedAt[code] ?? this.#madeAt
  }

  /** The number of the last change to an item that passes the filter's words, or passed them before the change. */
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

  /** The facets that have items. */
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

  /** Like `maskOf`, but checks only the facets of the sources to include. */
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

  /** By code: 1 for a facet that passes, else 0. */
  maskOf(passes: (facet: Facet) => boolean): Uint8Array {
    const mask = new Uint8Array(this.#facets.length)
    for (let code = 1; code < mask.length; code += 1) {
      const facet = this.#facets[code]
      if (facet !== undefined && passes(facet)) mask[code] = 1
    }
    return mask
  }
}

/** Three times as fast as JSON. Words and slugs have no line breaks. */
function keyOf({ category, region, language, sources }: Facet): string {
  return `${category}\n${region ?? '\n'}\n${language ?? '\n'}\n${sources.join('\n')}`
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
