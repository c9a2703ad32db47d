import type { Found } from './found.ts'
import { TITLE_BIT } from './postings.ts'

/**
 * Adds up scores of any number of lists by document: one cell a document of the segment, and a bit for those
 * touched. Cheaper than merging where lists are many or long.
 */
export class Dense {
  scores = new Float32Array(0)
  /** `TITLE_BIT` for a word of the title, and what callers add. */
  marks = new Uint8Array(0)
  #touched = new Uint32Array(0)
  #documents = 0

  /** Ready for a segment of so many documents, all cells 0. */
  begin(documents: number): void {
    this.#documents = documents
    if (this.scores.length < documents) {
      this.scores = new Float32Array(documents)
      this.marks = new Uint8Array(documents)
      this.#touched = new Uint32Array((documents >>> 5) + 1)
      return
    }
    this.scores.fill(0, 0, documents)
    this.marks.fill(0, 0, documents)
    this.#touched.fill(0, 0, (documents >>> 5) + 1)
  }

  /**
   * Adds the occurrences of a form of a word.
   * @param occurrences by payload: how many, weighted
   * @param mark added to the marks of each document
   */
  addForm(
    docs: Uint32Array,
    payloads: Uint8Array,
    count: number,
    occurrences: Float32Array,
    mark: number,
  ): void {
    const { scores, marks } = this
    const touched = this.#touched
    for (let i = 0; i < count; i += 1) {
      const doc = docs[i] ?? 0
      const payload = payloads[i] ?? 0
      scores[doc] = (scores[doc] ?? 0) + (occurrences[payload] ?? 0)
      marks[doc] = (marks[doc] ?? 0) | (payload & TITLE_BIT) | mark
      touched[doc >>> 5] = (touched[doc >>> 5] ?? 0) | (1 << (doc & 31))
    }
  }

  /** Adds a list's scores. */
  add(found: Found): void {
    const { scores } = this
    const touched = this.#touched
    for (let i = 0; i < found.count; i += 1) {
      const doc = found.docs[i] ?? 0
      scores[doc] = (scores[doc] ?? 0) + (found.scores[i] ?? 0)
      touched[doc >>> 5] = (touched[doc >>> 5] ?? 0) | (1 << (doc & 31))
    }
  }

  /** Whether anything was added for the document. */
  has(doc: number): boolean {
    return (((this.#touched[doc >>> 5] ?? 0) >>> (doc & 31)) & 1) === 1
  }

  /** How many documents were touched. */
  count(): number {
    let count = 0
    for (let word = 0; word <= this.#documents >>> 5; word += 1) count += bitCount(this.#touched[word] ?? 0)
    return count
  }

  /** Writes all touched documents, ascending, with their scores. */
  into(found: Found): void {
    const { scores, marks } = this
    let count = 0
    for (let word = 0; word <= this.#documents >>> 5; word += 1) {
      let bits = this.#touched[word] ?? 0
      while (bits !== 0) {
        const lowest = bits & -bits
        const doc = (word << 5) | (31 - Math.clz32(lowest))
        bits ^= lowest
        found.docs[count] = doc
        found.scores[count] = scores[doc] ?? 0
        found.titles[count] = marks[doc] ?? 0
        count += 1
      }
    }
    found.count = count
  }
}

function bitCount(bits: number): number {
  let n = bits - ((bits >>> 1) & 0x5555_5555)
  n = (n & 0x3333_3333) + ((n >>> 2) & 0x3333_3333)
  return Math.imul((n + (n >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24
}
