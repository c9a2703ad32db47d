import { countWhile } from '../../../model/count-while.ts'
import { grown } from '../../../model/grown.ts'
import {
  type Chunk,
  FacetCounts,
  addFacets,
  emptyChunk,
  foundOf,
  newChunk,
  partOf,
  passingBefore,
  passingIn,
} from './chunk.ts'
import type { FacetMask, FacetTable } from './facet-table.ts'
import type { SlotPages } from './slot-pages.ts'

/** The columns that an order reads. Do not keep the arrays: growing replaces them. */
interface OrderedColumns {
  readonly pages: SlotPages
  readonly facets: FacetTable
  readonly facet: Uint32Array
}

interface SortedSlotsOptions {
  /** Slots in a full chunk; more if there are many facets. */
  readonly chunk: number
  /** Whether items are counted by facet, as `countPassing` and `positionOfPassing` require. */
  readonly counted: boolean
}

/** Counts take 4 bytes per facet and chunk. At 4 slots per facet this is 1 to 2 bytes per item. */
const SLOTS_PER_FACET = 4

/**
 * Slots in ascending order of a value, ties by id, in chunks: a change moves the slots of one chunk only. Each chunk
 * has the counts by facet of the items before it. Counting the items of a run that pass a mask reads these counts and
 * at most two chunks, however long the order is.
 */
export class SortedSlots {
  readonly valueOf: (slot: number) => number
  readonly #columns: OrderedColumns
  readonly #options: SortedSlotsOptions
  #chunks: Chunk[] = []
  /** An empty chunk after the last. Its counts and cached sums are those of the whole order. */
  #end = emptyChunk()

  constructor(columns: OrderedColumns, valueOf: (slot: number) => number, options: SortedSlotsOptions) {
    this.#columns = columns
    this.valueOf = valueOf
    this.#options = options
  }

  get length(): number {
    return this.#end.start
  }

  /** Returns the slot at a position, 0..length-1. */
  at(position: number): number {
    const chunk = this.#chunkAt(position)
    return chunk?.slots[position - chunk.start] ?? 0
  }

  /** Copies the slots at positions [from, to). */
  slice(from: number, to: number): Uint32Array {
    const slots = new Uint32Array(Math.max(0, to - from))
    let end = 0
    for (const part of this.parts(from, to)) {
      slots.set(part, end)
      end += part.length
    }
    return slots
  }

  /** Yields the slots at positions [from, to) in ascending order, by chunk. Skips unwanted chunks. */
  *parts(from: number, to: number, isWanted = everyChunk): Generator<Uint32Array> {
    for (const chunk of this.#chunksIn(from, to)) if (isWanted(chunk)) yield partOf(chunk, from, to)
  }

  /** Like `parts`, from the last chunk to the first. Slots within each part are ascending. */
  *partsDown(from: number, to: number, isWanted = everyChunk): Generator<Uint32Array> {
    for (let index = this.#indexAt(to - 1); index >= 0; index -= 1) {
      const chunk = this.#chunks[index]
      if (chunk === undefined || chunk.start + chunk.length <= from) return
      if (isWanted(chunk)) yield partOf(chunk, from, to)
    }
  }

  /** Counts the slots before a value and id, which need not exist. */
  before(value: number, id: number): number {
    const chunk = this.#chunks[this.#indexOf(value, id)]
    return chunk === undefined ? 0 : chunk.start + this.#offsetIn(chunk, value, id)
  }

  /** Counts how many of the first `position` slots pass. */
  countPassing(mask: FacetMask, position: number): number {
    if (mask.isAny) return position
    const index = this.#indexAt(position)
    const chunk = this.#chunks[index]
    if (chunk === undefined) return 0
    const { slots, start, length } = chunk
    const { facet } = this.#columns
    const at = position - start
    return at <= length / 2
      ? passingBefore(chunk, mask) + passingIn(slots.subarray(0, at), mask, facet)
      : passingBefore(this.#chunks[index + 1] ?? this.#end, mask) -
          passingIn(slots.subarray(at, length), mask, facet)
  }

  /** Counts the first `position` slots by facet code. */
  countFacets(position: number): Uint32Array {
    const counts = new Uint32Array(this.#columns.facets.size)
    const chunk = this.#chunkAt(position - 1)
    if (chunk === undefined) return counts
    counts.set(chunk.before.byCode)
    addFacets(counts, this.#columns.facet, chunk.slots.subarray(0, position - chunk.start))
    return counts
  }

  /** Position of the passing slot that has `rank` passing slots before it. It must exist. */
  positionOfPassing(mask: FacetMask, rank: number): number {
    if (mask.isAny) return rank
    const chunk = this.#chunks[this.#lastIndex((each) => passingBefore(each, mask) <= rank)]
    if (chunk === undefined) return 0
    const { facet } = this.#columns
    const { slots, start, length } = chunk
    const { bits } = mask
    let left = rank - passingBefore(chunk, mask)
    let at = 0
    for (; at < length; at += 1) {
      left -= bits[facet[slots[at] ?? 0] ?? 0] ?? 0
      if (left < 0) break
    }
    return start + at
  }

  /** Whether a chunk may have passing slots. Exact only for a counted order. */
  hasPassing(mask: FacetMask, chunk: Chunk): boolean {
    if (mask.isAny || !this.#options.counted) return true
    const next = this.#chunks[this.#indexAt(chunk.start) + 1] ?? this.#end
    return passingBefore(next, mask) > passingBefore(chunk, mask)
  }

  /**
   * Sums a number over the slots at positions [from, to). The number of a whole chunk is cached until the chunk
   * changes, that of the whole order until any chunk changes.
   *
   * @param key cache key of `numberOf`
   */
  sum(from: number, to: number, key: string, numberOf: (slots: Uint32Array) => number): number {
    const sumOfChunks = (): number => {
      let sum = 0
      for (const chunk of this.#chunksIn(from, to)) {
        const isWhole = chunk.start >= from && chunk.start + chunk.length <= to
        sum += isWhole ? foundOf(chunk, key, numberOf) : numberOf(partOf(chunk, from, to))
      }
      return sum
    }
    return from === 0 && to === this.length ? foundOf(this.#end, key, sumOfChunks) : sumOfChunks()
  }

  /** Replaces all slots by sorted ones. */
  fill(slots: Uint32Array): void {
    const counts = new FacetCounts()
    const size = this.#capacity()
    this.#chunks = []
    for (let start = 0; start < slots.length; start += size) {
      const part = slots.slice(start, start + size)
      this.#chunks.push(newChunk(part, start, counts.copy()))
      this.#addTo(counts, part)
    }
    this.#end = newChunk(new Uint32Array(0), slots.length, counts)
  }

  /** Removes slots. Call it before their values and facets change, since it finds them by value. */
  remove(slots: Iterable<number>): void {
    for (const slot of slots) {
      const { index, chunk, offset } = this.#locate(slot)
      if (chunk?.slots[offset] !== slot) continue
      chunk.slots.copyWithin(offset, offset + 1, chunk.length)
      chunk.length -= 1
      chunk.found.clear()
      this.#count(slot, index, -1)
      if (chunk.length === 0) this.#chunks.splice(index, 1)
    }
  }

  /** Inserts slots by their values. The order must not contain them. */
  insert(slots: Iterable<number>): void {
    for (const slot of slots) {
      if (this.#chunks.length === 0) this.#chunks.push(emptyChunk())
      const { index, chunk, offset } = this.#locate(slot)
      if (chunk === undefined) continue
      if (chunk.length === chunk.slots.length) chunk.slots = this.#grown(chunk)
      chunk.slots.copyWithin(offset + 1, offset, chunk.length)
      chunk.slots[offset] = slot
      chunk.length += 1
      chunk.found.clear()
      this.#count(slot, index, 1)
      if (chunk.length > this.#capacity()) this.#split(chunk, index)
    }
  }

  /** The position of a slot, or where to insert it. */
  #locate(slot: number): {
    readonly index: number
    readonly chunk: Chunk | undefined
    readonly offset: number
  } {
    const value = this.valueOf(slot)
    const id = this.#columns.pages.idOf(slot)
    const index = this.#indexOf(value, id)
    const chunk = this.#chunks[index]
    return { index, chunk, offset: chunk === undefined ? 0 : this.#offsetIn(chunk, value, id) }
  }

  /** Adds `step` to the counts of all chunks after `index`. */
  #count(slot: number, index: number, step: number): void {
    const code = this.#columns.facet[slot] ?? 0
    this.#end.found.clear()
    for (let next = index + 1; next <= this.#chunks.length; next += 1) {
      const chunk = this.#chunks[next] ?? this.#end
      chunk.start += step
      if (this.#options.counted) chunk.before.add(this.#columns.facets, code, step)
    }
  }

  #addTo(counts: FacetCounts, slots: Uint32Array): void {
    if (!this.#options.counted) return
    const { facet, facets } = this.#columns
    for (let at = 0; at < slots.length; at += 1) counts.add(facets, facet[slots[at] ?? 0] ?? 0, 1)
  }

  /** The last chunk is split near its end: most new items are appended, so its first part rarely changes. */
  #split(chunk: Chunk, index: number): void {
    const isLast = index === this.#chunks.length - 1
    const cut = Math.floor(chunk.length * (isLast ? 0.9 : 0.5))
    const before = chunk.before.copy()
    this.#addTo(before, chunk.slots.subarray(0, cut))
    const second = newChunk(chunk.slots.slice(cut, chunk.length), chunk.start + cut, before)
    this.#chunks.splice(index + 1, 0, second)
    chunk.slots = chunk.slots.slice(0, cut)
    chunk.length = cut
  }

  #grown({ slots, length }: Chunk): Uint32Array {
    return grown(slots, Math.min(this.#capacity() + 1, Math.ceil(length * 1.5) + 16))
  }

  #capacity(): number {
    const { chunk, counted } = this.#options
    return counted ? Math.max(chunk, Math.min(this.#columns.facets.size, chunk) * SLOTS_PER_FACET) : chunk
  }

  *#chunksIn(from: number, to: number): Generator<Chunk> {
    for (let index = this.#indexAt(from); index < this.#chunks.length; index += 1) {
      const chunk = this.#chunks[index]
      if (chunk === undefined || chunk.start >= to) return
      yield chunk
    }
  }

  /** Index of the last chunk that starts at or before a position, at least 0. */
  #indexAt(position: number): number {
    return Math.max(
      this.#lastIndex(({ start }) => start <= position),
      0,
    )
  }

  #chunkAt(position: number): Chunk | undefined {
    return this.#chunks[this.#indexAt(position)]
  }

  /** Index of the chunk for a value and id. */
  #indexOf(value: number, id: number): number {
    return Math.max(
      this.#lastIndex(({ slots }) => this.#precedes(slots[0] ?? 0, value, id + 0.5)),
      0,
    )
  }

  #offsetIn({ slots, length }: Chunk, value: number, id: number): number {
    return countWhile(length, (at) => this.#precedes(slots[at] ?? 0, value, id))
  }

  #precedes(slot: number, value: number, id: number): boolean {
    const its = this.valueOf(slot)
    return its < value || (its === value && this.#columns.pages.idOf(slot) < id)
  }

  /** Index of the last chunk for which `holds` is true, or -1. `holds` must be true for all chunks before it. */
  #lastIndex(holds: (chunk: Chunk) => boolean): number {
    return countWhile(this.#chunks.length, (index) => holds(this.#chunks[index] ?? this.#end)) - 1
  }
}

const everyChunk: (chunk: Chunk) => boolean = () => true
