import { BLOCK_DOCS, type Postings, readDocs, skipPositions } from './postings.ts'

/** Reads a term's postings from the first to the last, positions as they are written. */
export class PostingWalker {
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

  /** @returns false beyond the last document */
  next(): boolean {
    const { data } = this.#postings
    if (this.#index === this.#n) {
      if (this.#left === 0) return false
      this.#n = Math.min(BLOCK_DOCS, this.#left)
      this.#left -= this.#n
      // Blocks of a term follow each other: each starts where the positions before it end.
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
