import { LRUCache } from 'lru-cache'
import { bitCount } from '../../model/bit-count.ts'
import type { DocumentColumns } from './document.ts'
import { PostingBlocks } from './postings-reader.ts'
import { setBits } from './postings.ts'
import { type Segment, type TermVariant, wholeOf } from './segment.ts'

/** A term in a larger share of a segment's documents is kept as a bitset. */
const FREQUENT_SHARE = 1 / 16
/** A prefix with more variants is kept as a bitset. */
const MANY_VARIANTS = 64
/** Maximum number of bitsets that a segment keeps: 6 bytes for each document. */
const MAX_BITSETS = 48
/** Maximum number of term counts that a segment keeps: about 100 kB. */
const MAX_COUNTS = 2_048

export function isSet(words: Uint32Array, at: number): boolean {
  return (((words[at >>> 5] ?? 0) >>> (at & 31)) & 1) === 1
}

/**
 * Counts the bits that are set from `from`, the first of a word of 32, to before `to`.
 *
 * @param others another bitset; only bits that are set in both count
 */
export function countBits(
  words: Uint32Array,
  others: Uint32Array | undefined,
  from: number,
  to: number,
): number {
  const end = to >>> 5
  let count = 0
  if (others === undefined) for (let i = from >>> 5; i < end; i += 1) count += bitCount(words[i] ?? 0)
  else for (let i = from >>> 5; i < end; i += 1) count += bitCount((words[i] ?? 0) & (others[i] ?? 0))
  const rest = to & 31
  if (rest === 0) return count
  return count + bitCount((words[end] ?? 0) & (others?.[end] ?? -1) & ((1 << rest) - 1))
}

const bitsetsBySegment = new WeakMap<Segment, LRUCache<string, Uint32Array>>()

/**
 * Gives a bitset of the documents of a segment that hold a frequent term, or any of many terms. It is made at the first
 * request and cached. With it, a frequent term is counted 32 documents at a time.
 *
 * @returns `undefined` if reading the postings is as fast
 */
export function termBitset(segment: Segment, variants: readonly TermVariant[]): Uint32Array | undefined {
  const [first] = variants
  if (first === undefined) return undefined
  const documents = segment.columns.ids.length
  const isFrequent =
    variants.length === 1
      ? (segment.postings.counts[first.term] ?? 0) > documents * FREQUENT_SHARE
      : variants.length > MANY_VARIANTS
  if (!isFrequent) return undefined

  let bitsets = bitsetsBySegment.get(segment)
  if (bitsets === undefined) {
    bitsets = new LRUCache({ max: MAX_BITSETS })
    bitsetsBySegment.set(segment, bitsets)
  }
  const key = `${first.term} ${variants.length}`
  const cached = bitsets.get(key)
  if (cached !== undefined) return cached
  const bits = new Uint32Array((documents + 31) >>> 5)
  for (const { term } of variants) setBits(bits, segment.postings, term)
  bitsets.set(key, bits)
  return bits
}

const liveDocsByColumns = new WeakMap<DocumentColumns, Uint32Array<ArrayBuffer>>()

/**
 * Gives a bitset of the documents of a segment that are not deleted. It is made after the first deletion.
 *
 * @returns `undefined` if no document is deleted
 */
export function liveDocs({
  columns,
  live,
}: Pick<Segment, 'columns' | 'live'>): Uint32Array<ArrayBuffer> | undefined {
  if (live === columns.ids.length) return undefined
  const known = liveDocsByColumns.get(columns)
  if (known !== undefined) return known
  const { coverage } = columns
  const bits = new Uint32Array((coverage.length + 31) >>> 5)
  for (let doc = 0; doc < coverage.length; doc += 1) {
    if (coverage[doc] !== 0) bits[doc >>> 5] = (bits[doc >>> 5] ?? 0) | (1 << (doc & 31))
  }
  liveDocsByColumns.set(columns, bits)
  return bits
}

/** Call it when a document is deleted. */
export function removeLiveDoc(columns: DocumentColumns, doc: number): void {
  const bits = liveDocsByColumns.get(columns)
  if (bits !== undefined) bits[doc >>> 5] = (bits[doc >>> 5] ?? 0) & ~(1 << (doc & 31))
}

interface LiveCounts {
  /** Number of live documents of the segment when the terms were counted. */
  live: number
  readonly byTerm: LRUCache<number, number>
}

const countsBySegment = new WeakMap<Segment, LiveCounts>()
const blocks = new PostingBlocks()

/** Counts the live documents that hold a term. A count is kept until another document is deleted. */
export function liveCount(segment: Segment, term: number): number {
  const live = liveDocs(segment)
  if (live === undefined) return segment.postings.counts[term] ?? 0
  const { byTerm } = liveCountsOf(segment)
  const known = byTerm.get(term)
  if (known !== undefined) return known
  const bits = termBitset(segment, [{ term, exact: true }])
  const count =
    bits === undefined ? countLive(segment, term, live) : countBits(bits, live, 0, segment.columns.ids.length)
  byTerm.set(term, count)
  return count
}

function liveCountsOf(segment: Segment): LiveCounts {
  const known = countsBySegment.get(segment)
  if (known === undefined) {
    const counts = { live: segment.live, byTerm: new LRUCache<number, number>({ max: MAX_COUNTS }) }
    countsBySegment.set(segment, counts)
    return counts
  }
  if (known.live !== segment.live) {
    known.live = segment.live
    known.byTerm.clear()
  }
  return known
}

function countLive(segment: Segment, term: number, live: Uint32Array): number {
  let count = 0
  blocks.start(wholeOf(segment, 0), term)
  while (blocks.next()) {
    const { docs, end } = blocks
    for (let i = blocks.first; i < end; i += 1) {
      if (isSet(live, docs[i] ?? 0)) count += 1
    }
  }
  return count
}
