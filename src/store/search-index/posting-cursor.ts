import { blockFrom } from './posting-blocks.ts'
import { BLOCK_DOCS, type Postings, readDocs, readPositions, skipDocuments } from './postings.ts'

/** Walks the documents of a term, and finds one by leaping over blocks. */
export class PostingCursor {
  #postings: Postings = NO_POSTINGS
  #count = 0
  #start = 0
  #skipStart = 0
  #blocks = 0
  /** Made when first read, as large as needed: of the many forms of a beginning most are rare. */
  #docs = NO_DOCS
  #block = -1
  #n = 0
  #index = 0
  #payloads = 0
  /** Where the positions of the document at `#walked` start. */
  #positions = 0
  #walked = 0

  /** Stands before the first document of a term. */
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

  /** Goes to `doc`, not before where it stands. @returns whether the term has it */
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

  /** Of the document that `seek` found. */
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
  peaks: new Uint8Array(0),
}
