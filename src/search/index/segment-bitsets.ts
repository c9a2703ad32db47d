import { LRUCache } from 'lru-cache'
import { getOrInsert } from '../../model/get-or-insert.ts'
import type { DocumentColumns } from './document.ts'
import { PostingsCursor } from './postings-cursor.ts'
import type { Segment, TermVariant } from './segment.ts'

/** A term in a larger share of a segment's documents gets a bitset. */
const FREQUENT_SHARE = 1 / 16
/** A prefix with more variants gets a bitset. */
const MANY_VARIANTS = 64
/** Maximum number of cached bitsets per segment: 6 bytes per document. */
const MAX_BITSETS = 48

export function isSet(words: Uint32Array, at: number): boolean {
  return (((words[at >>> 5] ?? 0) >>> (at & 31)) & 1) === 1
}

export function setBit(words: Uint32Array, at: number): void {
  words[at >>> 5] = (words[at >>> 5] ?? 0) | (1 << (at & 31))
}

const bitsetsBySegment = new WeakMap<Segment, LRUCache<string, Uint32Array>>()

/**
 * Returns a bitset of a segment's documents with a frequent term, or with any of many terms. It is built on the first
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

  const bitsets = getOrInsert(bitsetsBySegment, segment, () => new LRUCache({ max: MAX_BITSETS }))
  return getOrInsert(bitsets, `${first.term} ${variants.length}`, () => {
    const bits = new Uint32Array((documents + 31) >>> 5)
    const cursor = new PostingsCursor()
    for (const { term } of variants) {
      cursor.start(segment.postings, term)
      while (cursor.next()) for (let i = 0; i < cursor.end; i += 1) setBit(bits, cursor.docs[i] ?? 0)
    }
    return bits
  })
}

const liveDocsByColumns = new WeakMap<DocumentColumns, Uint32Array<ArrayBuffer>>()

/**
 * Returns a bitset of a segment's live documents, built after the first deletion.
 *
 * @returns `undefined` if no document is deleted
 */
export function liveDocs({
  columns,
  live,
}: Pick<Segment, 'columns' | 'live'>): Uint32Array<ArrayBuffer> | undefined {
  if (live === columns.ids.length) return undefined
  return getOrInsert(liveDocsByColumns, columns, ({ coverage }) => {
    const bits = new Uint32Array((coverage.length + 31) >>> 5)
    for (let doc = 0; doc < coverage.length; doc += 1) if (coverage[doc] !== 0) setBit(bits, doc)
    return bits
  })
}

/** Call it when a document is deleted. */
export function removeLiveDoc(columns: DocumentColumns, doc: number): void {
  const bits = liveDocsByColumns.get(columns)
  if (bits !== undefined) bits[doc >>> 5] = (bits[doc >>> 5] ?? 0) & ~(1 << (doc & 31))
}
