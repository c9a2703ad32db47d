import {
  BLOCK_DOCS,
  type Postings,
  readDocs,
  skipPositions,
  readPositions,
  skipDocuments,
  IMPACT_BITS,
} from './postings.ts'
import type { DocRange, TermVariant } from './segment.ts'

/** Reads all postings of a term in order, with encoded positions. */
export class PostingsReader {
  doc = -1
  payload = 0
  /** Encoded positions of the document, `[positions, positionsEnd)` of the postings' data. */
  positions = 0
  positionsEnd = 0
  readonly #postings: Postings
  readonly #docs = new Uint32Array(BLOCK_DOCS)
  #left = 0
  #at = 0
  #n = 0
  #index = 0
  #payloads = 0
  #before = -1

  constructor(postings: Postings) {
    this.#postings = postings
  }

  start(term: number): void {
    this.#left = this.#postings.counts[term] ?? 0
    this.#at = this.#postings.starts[term] ?? 0
    this.#n = 0
    this.#index = 0
    this.#before = -1
  }

  /** Moves to the next document. @returns false after the last */
  next(): boolean {
    const { data } = this.#postings
    if (this.#index === this.#n) {
      if (this.#left === 0) return false
      this.#n = Math.min(BLOCK_DOCS, this.#left)
      this.#left -= this.#n
      // A block starts at the end of the positions of the previous block.
      this.#payloads = readDocs(data, this.#at, this.#n, this.#before, this.#docs, 0)
      this.#at = this.#payloads + this.#n
      this.#before = this.#docs[this.#n - 1] ?? 0
      this.#index = 0
    }
    this.doc = this.#docs[this.#index] ?? 0
    this.payload = data[this.#payloads + this.#index] ?? 0
    this.positions = this.#at
    this.#at = skipPositions(data, this.#at)
    this.positionsEnd = this.#at
    this.#index += 1
    return true
  }
}

/** Iterates over the documents of a term, and skips blocks to find one. */
export class PostingsIterator {
  #postings: Postings = NO_POSTINGS
  #count = 0
  #start = 0
  #skipStart = 0
  #blocks = 0
  /** Allocated on first use and only as large as needed, since most variants of a prefix are rare. */
  #docs = NO_DOCS
  #block = -1
  #n = 0
  #index = 0
  #payloads = 0
  /** Offset of the positions of the document at `#walked`. */
  #positions = 0
  #walked = 0

  /** Positions it before the first document of a term. */
  start(postings: Postings, term: number): this {
    this.#postings = postings
    this.#count = postings.counts[term] ?? 0
    this.#start = postings.starts[term] ?? 0
    this.#skipStart = postings.skipStarts[term] ?? 0
    this.#blocks = Math.ceil(this.#count / BLOCK_DOCS)
    this.#block = -1
    this.#n = 0
    this.#index = 0
    return this
  }

  /** Advances to `doc`, never backwards. @returns whether the term has it */
  seek(doc: number): boolean {
    if (this.#block < 0 || (this.#docs[this.#n - 1] ?? 0) < doc) {
      const block = this.#blockOf(doc)
      if (block >= this.#blocks) {
        this.#index = this.#n
        return false
      }
      this.#load(block)
      if ((this.#docs[this.#n - 1] ?? 0) < doc) {
        this.#index = this.#n
        return false
      }
    }
    const docs = this.#docs
    let index = this.#index
    while ((docs[index] ?? 0) < doc) index += 1
    this.#index = index
    return docs[index] === doc
  }

  /** Payload of the document that `seek` found. */
  get payload(): number {
    return this.#postings.data[this.#payloads + this.#index] ?? 0
  }

  /** Appends the positions of the document that `seek` found. @returns the index after the last */
  readPositions(to: number[], from: number): number {
    const { data } = this.#postings
    this.#positions = skipDocuments(data, this.#positions, this.#index - this.#walked)
    this.#walked = this.#index
    return readPositions(data, this.#positions, to, from)
  }

  /** The first block at or after the current one whose last document is not before `doc`. */
  #blockOf(doc: number): number {
    if (this.#blocks <= 1) return this.#block < 0 ? 0 : 1
    return blockFrom(this.#postings, this.#skipStart, this.#block + 1, this.#blocks, doc)
  }

  #load(block: number): void {
    const { data, skips } = this.#postings
    const at = this.#skipStart + block * 2
    const start = this.#blocks <= 1 ? this.#start : (skips[at + 1] ?? 0)
    const before = block === 0 ? -1 : (skips[at - 2] ?? 0)
    this.#n = Math.min(BLOCK_DOCS, this.#count - block * BLOCK_DOCS)
    if (this.#docs.length < this.#n) this.#docs = new Uint32Array(this.#n)
    this.#payloads = readDocs(data, start, this.#n, before, this.#docs, 0)
    this.#positions = this.#payloads + this.#n
    this.#walked = 0
    this.#index = 0
    this.#block = block
  }
}

const NO_DOCS = new Uint32Array(0)

const NO_POSTINGS: Postings = {
  data: new Uint8Array(0),
  starts: new Uint32Array(0),
  counts: new Uint32Array(0),
  skipStarts: new Uint32Array(0),
  skips: new Uint32Array(0),
  blockMaxes: new Uint8Array(0),
}

/** Reads the documents of a term that are in a range, one block at a time. It can be reused for another term. */
export class PostingBlocks {
  /** Documents of the block. Those at `first` to `end - 1` are in the range. */
  readonly docs = new Uint32Array(BLOCK_DOCS)
  first = 0
  end = 0
  /** Offset of the block's payloads in the postings' data. */
  payloads = 0
  /** Offset of the positions of the block's first document. */
  positions = 0
  #postings: Postings | undefined
  #start = 0
  #skips = 0
  #count = 0
  #blocks = 0
  #block = 0
  #from = 0
  #to = 0

  start({ segment: { postings }, from, to }: DocRange, term: number): void {
    this.#postings = postings
    this.#count = postings.counts[term] ?? 0
    this.#blocks = Math.ceil(this.#count / BLOCK_DOCS)
    this.#start = postings.starts[term] ?? 0
    this.#skips = postings.skipStarts[term] ?? 0
    this.#from = from
    this.#to = to
    this.#block = from === 0 ? 0 : blockOf(postings, term, from)
  }

  /** Moves to the first block whose last document is not before `doc`, a document of the range after the current block. */
  nextWith(doc: number): boolean {
    const postings = this.#postings
    if (postings === undefined) return false
    if (
      this.#block < this.#blocks &&
      (postings.skips[this.#skips + this.#block * 2] ?? 0) < doc &&
      this.#blocks > 1
    ) {
      this.#block = blockFrom(postings, this.#skips, this.#block + 1, this.#blocks, doc)
    }
    return this.next()
  }

  /** Moves to the next block. @returns false after the last block of the range */
  next(): boolean {
    const postings = this.#postings
    if (postings === undefined) return false
    while (this.#block < this.#blocks) {
      const block = this.#block
      const at = this.#skips + block * 2
      const before = block === 0 ? -1 : (postings.skips[at - 2] ?? 0)
      if (before + 1 >= this.#to) break
      this.#block = block + 1
      const n = Math.min(BLOCK_DOCS, this.#count - block * BLOCK_DOCS)
      const start = this.#blocks === 1 ? this.#start : (postings.skips[at + 1] ?? 0)
      this.payloads = readDocs(postings.data, start, n, before, this.docs, 0)
      this.positions = this.payloads + n
      let first = 0
      while (first < n && (this.docs[first] ?? 0) < this.#from) first += 1
      let end = n
      while (end > first && (this.docs[end - 1] ?? 0) >= this.#to) end -= 1
      if (first === end) continue
      this.first = first
      this.end = end
      return true
    }
    return false
  }
}

/** The first block of a term whose last document is not before `doc`; the number of its blocks if there is none. */
function blockOf(postings: Postings, term: number, doc: number): number {
  const blocks = Math.ceil((postings.counts[term] ?? 0) / BLOCK_DOCS)
  if (blocks <= 1) return 0
  return blockFrom(postings, postings.skipStarts[term] ?? 0, 0, blocks, doc)
}

/**
 * The same among the blocks from `first` on, by galloping search.
 *
 * @param skips where the term's pairs start in the postings' `skips`
 */
function blockFrom(postings: Postings, skips: number, first: number, blocks: number, doc: number): number {
  let low = first
  let step = 1
  while (low + step < blocks && (postings.skips[skips + (low + step - 1) * 2] ?? 0) < doc) {
    low += step
    step *= 2
  }
  let high = Math.min(blocks, low + step)
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((postings.skips[skips + middle * 2] ?? 0) < doc) low = middle + 1
    else high = middle
  }
  return low
}

/** Upper bound of the documents of a range that hold a term. */
export function mostDocuments({ segment: { postings }, from, to }: DocRange, term: number): number {
  return Math.min(postings.counts[term] ?? 0, to - from)
}

/** Upper bound of the impacts of a term in a range. For a term with one block it is the highest possible impact. */
export function blockMaxImpact({ segment: { postings }, from, to }: DocRange, term: number): number {
  const count = postings.counts[term] ?? 0
  if (count <= BLOCK_DOCS) return count === 0 ? 0 : IMPACT_BITS
  const skips = postings.skipStarts[term] ?? 0
  const blocks = Math.ceil(count / BLOCK_DOCS)
  let max = 0
  for (let block = from === 0 ? 0 : blockOf(postings, term, from); block < blocks; block += 1) {
    if (block > 0 && (postings.skips[skips + block * 2 - 2] ?? 0) + 1 >= to) break
    const its = postings.blockMaxes[(skips >>> 1) + block] ?? 0
    if (its > max) max = its
  }
  return max
}

/** Number of postings of all variants in the whole segment. */
export function postingsOf({ segment: { postings } }: DocRange, variants: readonly TermVariant[]): number {
  let sum = 0
  for (const variant of variants) sum += postings.counts[variant.term] ?? 0
  return sum
}
