import type { FacetMask } from './facet-table.ts'

/** Neighbours in an order. */
export interface Chunk {
  /** The first `length` are in use. */
  slots: Uint32Array
  length: number
  /** Slots in the chunks before. */
  start: number
  /** The same by facet code; codes beyond its end have none. */
  before: Uint32Array
  /** What was found of the chunk since it last changed. */
  readonly found: Map<number, number>
}

/** Keys under which a chunk keeps what was found of it. */
const KEPT_KEYS = 256

/** A number of a chunk, kept until the chunk changes. */
export function foundOf(chunk: Chunk, key: number, find: (slots: Uint32Array) => number): number {
  const known = chunk.found.get(key)
  if (known !== undefined) return known
  if (chunk.found.size >= KEPT_KEYS) chunk.found.clear()
  const found = find(chunk.slots.subarray(0, chunk.length))
  chunk.found.set(key, found)
  return found
}

export function emptyChunk(): Chunk {
  return newChunk(new Uint32Array(0), 0, new Uint32Array(0))
}

export function newChunk(slots: Uint32Array, start: number, before: Uint32Array): Chunk {
  return { slots, length: slots.length, start, before, found: new Map() }
}

/** The slots of a chunk at positions [from, to) of the order. */
export function partOf({ slots, start, length }: Chunk, from: number, to: number): Uint32Array {
  return slots.subarray(Math.max(0, from - start), Math.max(0, Math.min(length, to - start)))
}

/** How many slots before a chunk pass. */
export function passingBefore({ before, start }: Chunk, { codes, isInverted }: FacetMask): number {
  let count = 0
  for (let at = 0; at < codes.length; at += 1) count += before[codes[at] ?? 0] ?? 0
  return isInverted ? start - count : count
}

/** Counts slots by their facets. */
export function addFacets(counts: Uint32Array, facet: Uint32Array, slots: Uint32Array): void {
  for (let at = 0; at < slots.length; at += 1) {
    const code = facet[slots[at] ?? 0] ?? 0
    counts[code] = (counts[code] ?? 0) + 1
  }
}
