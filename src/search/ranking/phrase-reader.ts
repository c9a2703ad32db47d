import { fieldAt, type WordField } from '../index/fields.ts'
import { PostingBlocks } from '../index/postings-reader.ts'
import { FAR, LAST, NEAR, skipDocuments } from '../index/postings.ts'
import { isSet } from '../index/segment-bitsets.ts'
import type { DocRange } from '../index/segment.ts'
import {
  frequentTermOffsets,
  type FrequentTermOffsets,
  OffsetFinder,
} from '../terms/frequent-term-offsets.ts'
import type { LeadingPhrase, PhraseTerm } from './plan-parts.ts'

/**
 * A word that is more than this many times as common as the phrase's rarest gets no prepared offsets, since few of its
 * blocks are read.
 */
const READ_WHOLE = 32

/**
 * Finds the documents of a phrase. Reads positions only in documents that may have the phrase, since most documents with
 * the words do not have it. Two searches must not share an instance.
 */
export class PhraseReader {
  /** Documents that have all words read so far at their distances, ascending. */
  docs = new Uint32Array(0)
  count = 0
  /** By document: where its starts end in `#starts`. */
  #ends = new Uint32Array(0)
  /** Candidate starts of the phrase, ascending in each document. */
  #starts = new Int32Array(0)
  readonly #blocks = new PostingBlocks()
  readonly #finder = new OffsetFinder()

  /** Writes the documents with the phrase to `docs`. */
  read(range: DocRange, { units, terms }: LeadingPhrase): void {
    const { segment } = range
    const field = units[0]?.field
    const sought = (terms[0]?.count ?? 0) * READ_WHOLE
    const [first, ...more] = terms.map((term) => ({
      ...term,
      offsets: term.count > sought ? undefined : frequentTermOffsets(segment, term.term),
    }))
    this.count = 0
    if (first === undefined) return
    // The bitset of a very common word replaces its postings.
    const others = more.map(({ offsets }) => offsets?.bits).filter((bits) => bits !== undefined)
    if (first.offsets === undefined) this.#readFirst(range, first, others, field)
    else this.#readFrequent(range, first.offsets, first.offset, others, field)
    for (const term of more) {
      if (this.count === 0) return
      if (term.offsets === undefined) this.#restrict(range, term)
      else this.#restrictFrequent(range, term.offsets, term.offset)
    }
  }

  /** @param others bits of documents that hold other words of the phrase */
  #readFirst(
    range: DocRange,
    { term, offset }: PhraseTerm,
    others: readonly Uint32Array[],
    field: WordField | undefined,
  ): void {
    const { data } = range.segment.postings
    const blocks = this.#blocks
    blocks.start(range, term)
    while (blocks.next()) {
      this.#reserveDocuments(this.count + blocks.end - blocks.first)
      let at = blocks.positions
      let walked = 0
      for (let i = blocks.first; i < blocks.end; i += 1) {
        const doc = blocks.docs[i] ?? 0
        if (!hasAll(others, doc)) continue
        at = skipDocuments(data, at, i - walked)
        walked = i
        this.#addDocument(doc, data, at, offset, field)
      }
    }
  }

  /** Like `#readFirst`, for a very common word. */
  #readFrequent(
    { segment, from, to }: DocRange,
    offsets: FrequentTermOffsets,
    offset: number,
    others: readonly Uint32Array[],
    field: WordField | undefined,
  ): void {
    const { data } = segment.postings
    const finder = this.#finder
    finder.start(segment, offsets)
    this.#reserveDocuments(to - from)
    for (let word = from >>> 5; word << 5 < to; word += 1) {
      let bits = offsets.bits[word] ?? 0
      for (const other of others) bits &= other[word] ?? 0
      while (bits !== 0) {
        const lowest = bits & -bits
        bits ^= lowest
        const doc = (word << 5) + (31 - Math.clz32(lowest))
        if (doc >= from && doc < to) this.#addDocument(doc, data, finder.find(doc), offset, field)
      }
    }
  }

  /** Adds a document with the starts from its positions at `at`, if there are any. */
  #addDocument(
    doc: number,
    data: Uint8Array,
    at: number,
    offset: number,
    field: WordField | undefined,
  ): void {
    const before = this.count === 0 ? 0 : (this.#ends[this.count - 1] ?? 0)
    const end = this.#addStarts(data, at, offset, field, before)
    if (end === before) return
    this.docs[this.count] = doc
    this.#ends[this.count] = end
    this.count += 1
  }

  /** Like `#restrict`, for a very common word. */
  #restrictFrequent({ segment }: DocRange, offsets: FrequentTermOffsets, offset: number): void {
    const { data } = segment.postings
    const { docs } = this
    const ends = this.#ends
    const finder = this.#finder
    finder.start(segment, offsets)
    let kept = 0
    let written = 0
    let start = 0
    for (let i = 0; i < this.count; i += 1) {
      const doc = docs[i] ?? 0
      const end = ends[i] ?? 0
      const before = written
      // All these documents have the word, since its bitset was used to choose them.
      written = this.#keepStarts(start, end, data, finder.find(doc), offset, written)
      start = end
      if (written === before) continue
      docs[kept] = doc
      ends[kept] = written
      kept += 1
    }
    this.count = kept
  }

  /** Keeps the documents that have the word at its distance from a start. */
  #restrict(range: DocRange, { term, offset }: PhraseTerm): void {
    const { data } = range.segment.postings
    const blocks = this.#blocks
    const { docs } = this
    const ends = this.#ends
    let kept = 0
    let written = 0
    let sought = 0
    let soughtStart = 0
    blocks.start(range, term)
    while (sought < this.count && blocks.nextWith(docs[sought] ?? 0)) {
      let at = blocks.positions
      let walked = 0
      const last = blocks.docs[blocks.end - 1] ?? 0
      for (let i = blocks.first; sought < this.count;) {
        const doc = docs[sought] ?? 0
        if (doc > last) break
        while ((blocks.docs[i] ?? 0) < doc) i += 1
        const end = ends[sought] ?? 0
        if (blocks.docs[i] === doc) {
          at = skipDocuments(data, at, i - walked)
          walked = i
          const before = written
          written = this.#keepStarts(soughtStart, end, data, at, offset, written)
          if (written > before) {
            docs[kept] = doc
            ends[kept] = written
            kept += 1
          }
        }
        soughtStart = end
        sought += 1
      }
    }
    this.count = kept
  }

  /** Writes the starts that the positions at `at` imply, from index `writeAt` on. @returns the index after the last */
  #addStarts(
    data: Uint8Array,
    at: number,
    offset: number,
    field: WordField | undefined,
    writeAt: number,
  ): number {
    let written = writeAt
    let position = 0
    for (let here = at; ;) {
      const byte = data[here] ?? LAST
      const near = byte & NEAR
      position = near === FAR ? (data[here + 1] ?? 0) | ((data[here + 2] ?? 0) << 8) : position + near
      here += near === FAR ? 3 : 1
      if (field === undefined || fieldAt(position) === field) {
        if (written === this.#starts.length) this.#growStarts()
        this.#starts[written] = position - offset
        written += 1
      }
      if (byte >= LAST) return written
    }
  }

  /**
   * Keeps those of the starts `from` to `to` that one of the positions at `at` confirms. Writes them from index `writeAt`
   * on.
   *
   * @returns the index after the last
   */
  #keepStarts(
    from: number,
    to: number,
    data: Uint8Array,
    at: number,
    offset: number,
    writeAt: number,
  ): number {
    const starts = this.#starts
    let written = writeAt
    let position = 0
    let i = from
    let wanted = (starts[i] ?? 0) + offset
    for (let here = at; ;) {
      const byte = data[here] ?? LAST
      const near = byte & NEAR
      position = near === FAR ? (data[here + 1] ?? 0) | ((data[here + 2] ?? 0) << 8) : position + near
      here += near === FAR ? 3 : 1
      while (wanted < position) {
        i += 1
        if (i === to) return written
        wanted = (starts[i] ?? 0) + offset
      }
      if (wanted === position) {
        starts[written] = wanted - offset
        written += 1
        i += 1
        if (i === to) return written
        wanted = (starts[i] ?? 0) + offset
      }
      if (byte >= LAST) return written
    }
  }

  #reserveDocuments(documents: number): void {
    if (this.docs.length >= documents) return
    const docs = new Uint32Array(documents * 2)
    const ends = new Uint32Array(documents * 2)
    docs.set(this.docs)
    ends.set(this.#ends)
    this.docs = docs
    this.#ends = ends
  }

  #growStarts(): void {
    const starts = new Int32Array(this.#starts.length * 2 + 1_024)
    starts.set(this.#starts)
    this.#starts = starts
  }
}

function hasAll(sets: readonly Uint32Array[], doc: number): boolean {
  for (const bits of sets) if (!isSet(bits, doc)) return false
  return true
}
