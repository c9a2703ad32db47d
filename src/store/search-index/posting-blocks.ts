import { BLOCK_DOCS, IMPACT_BITS, type Postings, readDocs } from './postings.ts'
import type { TermForm } from './plan.ts'
import type { Stretch } from './stretch.ts'

/** Reads the documents of a term that are in a stretch, a block at a time. Used again for the next term. */
export class PostingBlocks {
  /** Documents of the block, of which those from `first` to `end` are in the stretch. */
  readonly docs = new Uint32Array(BLOCK_DOCS)
  first = 0
  end = 0
  /** Where the block's payloads start in the postings' data. */
  payloads = 0
  /** Where the positions of its first document start. */
  positions = 0
  #postings: Postings | undefined
  #start = 0
  #skips = 0
  #count = 0
  #blocks = 0
  #block = 0
  #from = 0
  #to = 0

  start({ segment: { postings }, from, to }: Stretch, term: number): void {
    this.#postings = postings
    this.#count = postings.counts[term] ?? 0
    this.#blocks = Math.ceil(this.#count / BLOCK_DOCS)
    this.#start = postings.starts[term] ?? 0
    this.#skips = postings.skipStarts[term] ?? 0
    this.#from = from
    this.#to = to
    this.#block = from === 0 ? 0 : blockOf(postings, term, from)
  }

  /** Goes on to the first block whose last document is not before `doc`, one of the stretch beyond the last block read. */
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

  /** @returns false beyond the last block of the stretch */
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

/** The first block of a term whose last document is not before `doc`; the number of its blocks beyond the last. */
function blockOf(postings: Postings, term: number, doc: number): number {
  const blocks = Math.ceil((postings.counts[term] ?? 0) / BLOCK_DOCS)
  if (blocks <= 1) return 0
  return blockFrom(postings, postings.skipStarts[term] ?? 0, 0, blocks, doc)
}

/**
 * The same among the blocks from `first` on: leaps double, so that near ones are found fast and far ones in a logarithm.
 *
 * @param skips where the term's pairs start in the postings' `skips`
 */
export function blockFrom(
  postings: Postings,
  skips: number,
  first: number,
  blocks: number,
  doc: number,
): number {
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

/** The most documents of a stretch that hold a term. */
export function mostDocuments({ segment: { postings }, from, to }: Stretch, term: number): number {
  return Math.min(postings.counts[term] ?? 0, to - from)
}

/** The highest impact that a term has in a stretch; of a term of one block the highest there is. */
export function peakImpact({ segment: { postings }, from, to }: Stretch, term: number): number {
  const count = postings.counts[term] ?? 0
  if (count <= BLOCK_DOCS) return count === 0 ? 0 : IMPACT_BITS
  const skips = postings.skipStarts[term] ?? 0
  const blocks = Math.ceil(count / BLOCK_DOCS)
  let peak = 0
  for (let block = from === 0 ? 0 : blockOf(postings, term, from); block < blocks; block += 1) {
    if (block > 0 && (postings.skips[skips + block * 2 - 2] ?? 0) + 1 >= to) break
    const its = postings.peaks[(skips >>> 1) + block] ?? 0
    if (its > peak) peak = its
  }
  return peak
}

/** Postings of all forms in the whole segment. */
export function postingsOf({ segment: { postings } }: Stretch, forms: readonly TermForm[]): number {
  let sum = 0
  for (const form of forms) sum += postings.counts[form.term] ?? 0
  return sum
}
