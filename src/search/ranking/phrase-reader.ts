import { fieldAt, type WordField } from '../index/fields.ts'
import { PostingBlocks } from '../index/postings-reader.ts'
import { FAR, LAST, NEAR, skipDocuments } from '../index/postings.ts'
import { isSet, termBitset } from '../index/segment-bitsets.ts'
import type { DocRange } from '../index/segment.ts'
import type { LeadingPhrase, PhraseTerm } from './plan-parts.ts'

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

  /** Writes the documents with the phrase to `docs`. */
  read(range: DocRange, { units, terms }: LeadingPhrase): void {
    const { segment } = range
    const field = units[0]?.field
    const [first, ...more] = terms
    this.count = 0
    if (first === undefined) return
    // Positions are only read where the very common words are too.
    const others = more
      .map(({ term }) => termBitset(segment, [{ term, exact: true }]))
      .filter((bits) => bits !== undefined)
    this.#readFirst(range, first, others, field)
    for (const term of more) if (this.count > 0) this.#restrict(range, term)
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
