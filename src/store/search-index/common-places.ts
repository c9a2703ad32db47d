import { bitCount } from '../../domain/bit-count.ts'
import { PostingBlocks } from './posting-blocks.ts'
import { skipDocuments } from './postings.ts'
import type { Segment } from './segment.ts'
import { wholeOf } from './stretch.ts'
import { commonBits, keptBits } from './term-bits.ts'

/** Words of bits that share a count of what stands before them, as a shift: 8, which are 256 documents. */
const RANK_SHIFT = 3
/** Documents with the term that share a mark, as a shift: 16, a part of a block. */
const MARK_SHIFT = 4

/**
 * Where a very common term stands in a document, without reading the documents before it. Made when first asked for,
 * and kept as long as the term's bits: 4 bytes for 16 documents that have it, and an eighth of the bits.
 */
export interface CommonPlaces {
  readonly bits: Uint32Array
  /** How many documents have the term before each 256th. */
  readonly ranks: Uint32Array
  /** Where the positions of each 16th document with the term start. */
  readonly marks: Uint32Array
}

const placesByBits = new WeakMap<Uint32Array, CommonPlaces>()
const blocks = new PostingBlocks()

/** @returns `undefined` for a term that is not so common */
export function commonPlaces(segment: Segment, term: number): CommonPlaces | undefined {
  const bits = commonBits(segment, [{ term, exact: true }])
  if (bits === undefined) return undefined
  const known = placesByBits.get(bits)
  if (known !== undefined) return known
  const places = { bits, ranks: ranksOf(bits), marks: marksOf(segment, term) }
  placesByBits.set(bits, places)
  return places
}

/** What is kept of a segment, without the bits. */
export function commonPlacesBytes(segment: Segment): number {
  let bytes = 0
  for (const bits of keptBits(segment)) {
    const places = placesByBits.get(bits)
    if (places !== undefined) bytes += places.ranks.byteLength + places.marks.byteLength
  }
  return bytes
}

/** Finds where the positions of one document after the other start, ascending ones that have the term. */
export class PlaceFinder {
  #data: Uint8Array = new Uint8Array(0)
  #places: CommonPlaces = { bits: new Uint32Array(0), ranks: new Uint32Array(0), marks: new Uint32Array(0) }
  /** Of the last document found: how many have the term before it, and where its positions start. */
  #rank = 0
  #at = 0
  /** A word of the bits, and how many documents have the term before it. */
  #word = 0
  #before = 0

  start({ postings }: Segment, places: CommonPlaces): void {
    this.#data = postings.data
    this.#places = places
    this.#rank = 0
    this.#at = places.marks[0] ?? 0
    this.#word = 0
    this.#before = 0
  }

  find(doc: number): number {
    const { marks } = this.#places
    const rank = this.#rankOf(doc)
    const mark = rank >>> MARK_SHIFT
    if (mark !== this.#rank >>> MARK_SHIFT) {
      this.#rank = mark << MARK_SHIFT
      this.#at = marks[mark] ?? 0
    }
    this.#at = skipDocuments(this.#data, this.#at, rank - this.#rank)
    this.#rank = rank
    return this.#at
  }

  #rankOf(doc: number): number {
    const { bits, ranks } = this.#places
    const word = doc >>> 5
    const counted = word >>> RANK_SHIFT
    if (counted !== this.#word >>> RANK_SHIFT) {
      this.#word = counted << RANK_SHIFT
      this.#before = ranks[counted] ?? 0
    }
    for (; this.#word < word; this.#word += 1) this.#before += bitCount(bits[this.#word] ?? 0)
    return this.#before + bitCount((bits[word] ?? 0) & ((1 << (doc & 31)) - 1))
  }
}

function ranksOf(bits: Uint32Array): Uint32Array {
  const ranks = new Uint32Array((bits.length >>> RANK_SHIFT) + 1)
  let before = 0
  for (let i = 0; i < bits.length; i += 1) {
    if ((i & ((1 << RANK_SHIFT) - 1)) === 0) ranks[i >>> RANK_SHIFT] = before
    before += bitCount(bits[i] ?? 0)
  }
  return ranks
}

function marksOf(segment: Segment, term: number): Uint32Array {
  const { data, counts } = segment.postings
  const step = 1 << MARK_SHIFT
  const marks = new Uint32Array(((counts[term] ?? 0) >>> MARK_SHIFT) + 1)
  let mark = 0
  blocks.start(wholeOf(segment, 0), term)
  while (blocks.next()) {
    let at = blocks.positions
    for (let i = 0; i < blocks.end; i += step) {
      marks[mark] = at
      mark += 1
      at = skipDocuments(data, at, Math.min(step, blocks.end - i))
    }
  }
  return marks
}
