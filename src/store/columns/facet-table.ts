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
  /** The groups whose facets pass, except for those in `added` and `removed`. */
  readonly groups: Uint32Array
  /** Codes that pass though their group does not: another of their sources is wanted. */
  readonly added: Uint32Array
  /** Codes that do not pass though their group does: another of their sources is unwanted. */
  readonly removed: Uint32Array
  /** Whether every facet passes. */
  readonly isAny: boolean
}

/** Masks in the cache, one for each combination of words asked for. */
const KEPT_MASKS = 256

/**
 * The combinations of category, region, language and sources that items have, each with a code and a count. A total is a
 * sum of counts.
 *
 * Facets with the same category, region, language and first source make a group. Items in several sources bring ever new
 * facets, but there are few groups. So a filter is checked once for each group, and for the facets of the sources that it
 * names.
 */
export class FacetTable {
  #codes = new Map<string, number>()
  /** Code 0 stands for "no item here". */
  #facets: (Facet | undefined)[] = [undefined]
  #counts: number[] = [0]
  /** By code: the number of the last change to an item of the facet. */
  #changedAt: number[] = [0]
  /** By code: the group, from 1. */
  #groupOf: number[] = [0]
  readonly #groups = new Map<string, number>()
  /** By group: its codes, the number of its items, and the number of their last change. */
  readonly #codesOfGroup: number[][] = [[]]
  readonly #groupCounts: number[] = [0]
  readonly #groupChangedAt: number[] = [0]
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
    this.#groupOf.push(this.#addToGroup(facet, code))
    for (const source of facet.sources) {
      const codes = this.#codesOfSource.get(source)
      if (codes === undefined) this.#codesOfSource.set(source, [code])
      else codes.push(code)
    }
    // Clearing an empty cache takes longer than all the rest.
    if (this.#masks.size > 0) this.#masks.clear()
    return code
  }

  #addToGroup({ sources, ...words }: Facet, code: number): number {
    const key = keyOf({ ...words, sources: sources.slice(0, 1) })
    const known = this.#groups.get(key)
    if (known !== undefined) {
      this.#codesOfGroup[known]?.push(code)
      return known
    }
    const group = this.#codesOfGroup.length
    this.#groups.set(key, group)
    this.#codesOfGroup.push([code])
    this.#groupCounts.push(0)
    this.#groupChangedAt.push(this.#madeAt)
    return group
  }

  /** Groups are 1..groupsEnd-1. */
  get groupsEnd(): number {
    return this.#codesOfGroup.length
  }

  /** The group of a facet; 0 for code 0. */
  groupOf(code: number): number {
    return this.#groupOf[code] ?? 0
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
    const group = this.groupOf(code)
    this.#counts[code] = (this.#counts[code] ?? 0) + step
    this.#groupCounts[group] = (this.#groupCounts[group] ?? 0) + step
  }

  /** The number of items that pass a mask. */
  countPassing(mask: FacetMask): number {
    return sumPassing(mask, this.#groupCounts, this.#counts)
  }

  /** The codes of a mask's facets. */
  *codesOf({ bits, groups, added }: FacetMask): Generator<number> {
    for (const group of groups)
      for (const code of this.#codesOfGroup[group] ?? []) if (bits[code] === 1) yield code
    yield* added
  }

  /** Notes the change number `seq` for a facet that an item has or had. */
  touch(code: number, seq: number): void {
    this.#changedAt[code] = seq
    this.#groupChangedAt[this.groupOf(code)] = seq
    this.#touches += 1
  }

  /** The number of the last change to an item of the facet. */
  changedAt(code: number): number {
    return this.#changedAt[code] ?? this.#madeAt
  }

  /**
   * The number of the last change to an item that passes the filter's words, or passed them before the change. Changes of
   * an item in a source that the filter excludes may count too.
   */
  lastChange(filter: ItemFilter): number {
    const mask = this.mask(filter)
    const known = this.#lastChanges.get(mask)
    if (known?.touches === this.#touches) return known.seq
    let seq = this.#madeAt
    for (const group of mask.groups) seq = Math.max(seq, this.#groupChangedAt[group] ?? 0)
    for (const code of mask.added) seq = Math.max(seq, this.#changedAt[code] ?? 0)
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
    const mask = this.#newMask(passes, [...source.include, ...source.exclude])
    this.#masks.set(key, mask)
    return mask
  }

  /** @param sources those that the filter names: without them, a facet passes if its group does */
  #newMask(passes: (facet: Facet) => boolean, sources: readonly string[]): FacetMask {
    const passesAlone = new Uint8Array(this.groupsEnd)
    const groups: number[] = []
    for (let group = 1; group < this.groupsEnd; group += 1) {
      const facet = this.#facets[this.#codesOfGroup[group]?.[0] ?? 0]
      if (facet === undefined || !passes({ ...facet, sources: facet.sources.slice(0, 1) })) continue
      passesAlone[group] = 1
      groups.push(group)
    }
    const bits = new Uint8Array(this.#facets.length)
    for (let code = 1; code < bits.length; code += 1) bits[code] = passesAlone[this.#groupOf[code] ?? 0] ?? 0
    const added: number[] = []
    const removed: number[] = []
    for (const source of sources) {
      for (const code of this.#codesOfSource.get(source) ?? []) {
        const facet = this.#facets[code]
        const bit = Number(facet !== undefined && passes(facet))
        if (bits[code] === bit) continue
        bits[code] = bit
        if (bit === 1) added.push(code)
        else removed.push(code)
      }
    }
    this.#maskNumber += 1
    return {
      number: this.#maskNumber,
      bits,
      groups: Uint32Array.from(groups),
      added: Uint32Array.from(added),
      removed: Uint32Array.from(removed),
      isAny: removed.length === 0 && groups.length === this.groupsEnd - 1,
    }
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

/** Sums numbers by group and by code over the facets of a mask. */
export function sumPassing(
  { groups, added, removed }: FacetMask,
  byGroup: ArrayLike<number>,
  byCode: ArrayLike<number>,
): number {
  let sum = 0
  for (let at = 0; at < groups.length; at += 1) sum += byGroup[groups[at] ?? 0] ?? 0
  for (let at = 0; at < added.length; at += 1) sum += byCode[added[at] ?? 0] ?? 0
  for (let at = 0; at < removed.length; at += 1) sum -= byCode[removed[at] ?? 0] ?? 0
  return sum
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
