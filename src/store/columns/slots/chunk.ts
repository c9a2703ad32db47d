import { grown } from '../../../model/grown.ts'
import { type FacetMask, type FacetTable, sumPassing } from './facet-table.ts'

/** A block of adjacent slots of an order. */
export interface Chunk {
  /** Only the first `length` are used. */
  slots: Uint32Array
  length: number
  /** Number of slots in the chunks before this one. */
  start: number
  /** The same number by facet. It is 0 beyond the ends of the arrays. */
  readonly before: FacetCounts
  /** Cached results of `foundOf`, by key. Any change clears them. */
  readonly found: Map<string, number>
}

/** A chunk with this many cached numbers drops them. */
const KEPT_KEYS = 256

/** Computes a number from a chunk, cached until the chunk changes. */
export function foundOf(chunk: Chunk, key: string, find: (slots: Uint32Array) => number): number {
  const known = chunk.found.get(key)
  if (known !== undefined) return known
  if (chunk.found.size >= KEPT_KEYS) chunk.found.clear()
  const found = find(chunk.slots.subarray(0, chunk.length))
  chunk.found.set(key, found)
  return found
}

export function emptyChunk(): Chunk {
  return newChunk(new Uint32Array(0), 0, new FacetCounts())
}

export function newChunk(slots: Uint32Array, start: number, before: FacetCounts): Chunk {
  return { slots, length: slots.length, start, before, found: new Map() }
}

/** Slots of a chunk at positions [from, to) of the whole order. */
export function partOf({ slots, start, length }: Chunk, from: number, to: number): Uint32Array {
  return slots.subarray(Math.max(0, from - start), Math.max(0, Math.min(length, to - start)))
}

/** Counts passing slots before a chunk. */
export function passingBefore({ before }: Chunk, mask: FacetMask): number {
  return sumPassing(mask, before.byGroup, before.byCode)
}

/** Counts passing slots. @param facet by slot */
export function passingIn(slots: Uint32Array, { bits }: FacetMask, facet: Uint32Array): number {
  let count = 0
  for (let at = 0; at < slots.length; at += 1) count += bits[facet[slots[at] ?? 0] ?? 0] ?? 0
  return count
}

/** Numbers of slots by facet and by facet group. */
export class FacetCounts {
  byCode = new Uint32Array(0)
  byGroup = new Uint32Array(0)

  copy(): FacetCounts {
    const counts = new FacetCounts()
    counts.byCode = this.byCode.slice()
    counts.byGroup = this.byGroup.slice()
    return counts
  }

  add(facets: FacetTable, code: number, step: number): void {
    const group = facets.groupOf(code)
    if (code >= this.byCode.length) this.byCode = grown(this.byCode, facets.size)
    if (group >= this.byGroup.length) this.byGroup = grown(this.byGroup, facets.groupsEnd)
    this.byCode[code] = (this.byCode[code] ?? 0) + step
    this.byGroup[group] = (this.byGroup[group] ?? 0) + step
  }
}

/** Adds the number of slots of each facet to `counts`. */
export function addFacets(counts: Uint32Array, facet: Uint32Array, slots: Uint32Array): void {
  for (let at = 0; at < slots.length; at += 1) {
    const code = facet[slots[at] ?? 0] ?? 0
    counts[code] = (counts[code] ?? 0) + 1
  }
}
