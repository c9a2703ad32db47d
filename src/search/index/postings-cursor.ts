import { BLOCK_DOCS, type Postings, readDocs, readPositions, skipDocuments, IMPACT_BITS } from './postings.ts'
import type { DocRange, TermVariant } from './segment.ts'

/** Reads the postings of a term: by block, in a range of documents, or by document. Reusable for other terms. */
export class PostingsCursor {
  /** Documents of the block. Only as large as needed, since most variants of a prefix are rare. */
  docs: Uint32Array = NO_DOCS
  /** The documents at [first, end) are in the range. */
  first = 0
  end = 0
  /** Offset of the block's payloads in the postings' data. */
  payloads = 0
  /** Offset of the positions of the document at `#walked`, at first the block's first document. */
  positions = 0
  #walked = 0
  #postings = NO_POSTINGS
  #term = 0
  #blocks = 0
  #block = -1
  #index = 0
  #from = 0
  #to = Infinity

  /** Moves before the first document of a term, or of a range. */
  start(postings: Postings, term: number, from = 0, to = Infinity): this {
    this.#postings = postings
    this.#term = term
    this.#blocks = blocksOf(postings, term)
    this.#from = from
    this.#to = to
    this.#block = (from === 0 ? 0 : blockWith(postings, term, from)) - 1
    this.first = 0
    this.end = 0
    this.#index = 0
    return this
  }

  /** Moves to the next block. @returns false after the last block of the range */
  next(): boolean {
    for (let block = this.#block + 1; block < this.#blocks; block += 1) {
      if (docBefore(this.#postings, this.#term, block) + 1 >= this.#to) return false
      this.#read(block)
      const { docs } = this
      while (this.first < this.end && (docs[this.first] ?? 0) < this.#from) this.first += 1
      while (this.end > this.first && (docs[this.end - 1] ?? 0) >= this.#to) this.end -= 1
      if (this.first < this.end) return true
    }
    return false
  }

  /** Advances to `doc`, never backwards. @returns whether the term has it */
  seek(doc: number): boolean {
    if (this.end === 0 || (this.docs[this.end - 1] ?? 0) < doc) {
      this.#index = this.end
      const block = blockWith(this.#postings, this.#term, doc, this.#block + 1)
      if (block >= this.#blocks) return false
      this.#read(block)
      if ((this.docs[this.end - 1] ?? 0) < doc) {
        this.#index = this.end
        return false
      }
    }
    const { docs } = this
    let index = this.#index
    while ((docs[index] ?? 0) < doc) index += 1
    this.#index = index
    return docs[index] === doc
  }

  /** Payload of the document that `seek` found. */
  get payload(): number {
    return this.#postings.data[this.payloads + this.#index] ?? 0
  }

  /** Appends the positions of the document that `seek` found. @returns the index after the last */
  readPositions(to: number[], from: number): number {
    const { data } = this.#postings
    this.positions = skipDocuments(data, this.positions, this.#index - this.#walked)
    this.#walked = this.#index
    return readPositions(data, this.positions, to, from)
  }

  /** Reads a block, ignoring the range. */
  #read(block: number): void {
    const postings = this.#postings
    const n = Math.min(BLOCK_DOCS, (postings.counts[this.#term] ?? 0) - block * BLOCK_DOCS)
    if (this.docs.length < n) this.docs = new Uint32Array(n)
    const before = docBefore(postings, this.#term, block)
    this.payloads = readDocs(postings.data, startOf(postings, this.#term, block), n, before, this.docs)
    this.positions = this.payloads + n
    this.#walked = 0
    this.#index = 0
    this.#block = block
    this.first = 0
    this.end = n
  }
}

const NO_DOCS = new Uint32Array(0)

const NO_POSTINGS: Postings = {
  data: new Uint8Array(0),
  starts: NO_DOCS,
  counts: NO_DOCS,
  skipStarts: NO_DOCS,
  skips: NO_DOCS,
  blockMaxes: new Uint8Array(0),
}

function blocksOf({ counts }: Postings, term: number): number {
  return Math.ceil((counts[term] ?? 0) / BLOCK_DOCS)
}

function startOf(postings: Postings, term: number, block: number): number {
  if ((postings.counts[term] ?? 0) <= BLOCK_DOCS) return postings.starts[term] ?? 0
  return postings.skips[(postings.skipStarts[term] ?? 0) + block * 2 + 1] ?? 0
}

/** The last document before a block; -1 for the first block. */
function docBefore({ skipStarts, skips }: Postings, term: number, block: number): number {
  return block === 0 ? -1 : (skips[(skipStarts[term] ?? 0) + block * 2 - 2] ?? 0)
}

/**
 * The first block of a term, from `first` on, whose last document is not before `doc`; the number of its blocks if
 * there is none. Uses galloping search. A term's only block stores no last document, so it may have any document.
 */
function blockWith(postings: Postings, term: number, doc: number, first = 0): number {
  const blocks = blocksOf(postings, term)
  if (blocks <= 1) return first
  const { skips } = postings
  const start = postings.skipStarts[term] ?? 0
  let low = first
  let step = 1
  while (low + step < blocks && (skips[start + (low + step - 1) * 2] ?? 0) < doc) {
    low += step
    step *= 2
  }
  let high = Math.min(blocks, low + step)
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((skips[start + middle * 2] ?? 0) < doc) low = middle + 1
    else high = middle
  }
  return low
}

/** Upper bound of the documents of a range that have a term. */
export function mostDocuments({ segment: { postings }, from, to }: DocRange, term: number): number {
  return Math.min(postings.counts[term] ?? 0, to - from)
}

/** Upper bound of a term's impacts in a range. For a term with one block it is the highest possible impact. */
export function blockMaxImpact({ segment: { postings }, from, to }: DocRange, term: number): number {
  const blocks = blocksOf(postings, term)
  if (blocks <= 1) return blocks === 0 ? 0 : IMPACT_BITS
  const start = (postings.skipStarts[term] ?? 0) >>> 1
  let max = 0
  for (let block = from === 0 ? 0 : blockWith(postings, term, from); block < blocks; block += 1) {
    if (docBefore(postings, term, block) + 1 >= to) break
    const its = postings.blockMaxes[start + block] ?? 0
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
