import type { Found } from './found.ts'
import { TITLE_BIT } from './postings.ts'

/**
 * Adds up scores of any number of lists by document: one cell a document of the segment, and a bit for those
 * touched. Cheaper than merging where lists are many or long.
 */
export class Dense {
  scores = new Float32Array(0)
  titles = new Uint8Array(0)
  #touched = new Uint32Array(0)
  #documents = 0

  /** Ready for a segment of so many documents, all cells 0. */
  begin(documents: number): void {
    this.#documents = documents
    if (this.scores.length < documents) {
      this.scores = new Float32Array(documents)
      this.titles = new Uint8Array(documents)
      this.#touched = new Uint32Array((documents >>> 5) + 1)
      return
    }
    this.scores.fill(0, 0, documents)
    this.titles.fill(0, 0, documents)
    this.#touched.fill(0, 0, (documents >>> 5) + 1)
  }

  /**
   * Adds another form of a word: what one form has said already, a further one adds little to, as occurrences
   * of one word saturate; `ceiling` is the most that forms together can say.
   */
  addForms(
    docs: Uint32Array,
    payloads: Uint8Array,
    count: number,
    impacts: Float32Array,
    ceiling: number,
  ): void {
    const { scores, titles } = this
    const touched = this.#touched
    for (let i = 0; i < count; i += 1) {
      const doc = docs[i] ?? 0
      const payload = payloads[i] ?? 0
      const before = scores[doc] ?? 0
      scores[doc] = before + (impacts[payload] ?? 0) * (1 - before / ceiling)
      titles[doc] = (titles[doc] ?? 0) | (payload & TITLE_BIT)
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

  /** Writes all touched documents, ascending, their scores times `weight`. */
  into(found: Found, weight: number): void {
    const { scores, titles } = this
    let count = 0
    for (let word = 0; word <= this.#documents >>> 5; word += 1) {
      let bits = this.#touched[word] ?? 0
      while (bits !== 0) {
        const lowest = bits & -bits
        const doc = (word << 5) | (31 - Math.clz32(lowest))
        bits ^= lowest
        found.docs[count] = doc
        found.scores[count] = (scores[doc] ?? 0) * weight
        found.titles[count] = titles[doc] ?? 0
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
