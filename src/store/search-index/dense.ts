import { DocumentBits } from './document-bits.ts'
import type { Found } from './found.ts'
import { PostingBlocks } from './posting-blocks.ts'
import { TITLE_BIT } from './postings.ts'
import type { Stretch } from './stretch.ts'

/**
 * Adds up scores of any number of lists by document: one cell a document of a stretch, and a bit for those
 * touched. Cheaper than merging where lists are many or long.
 */
export class Dense {
  readonly touched = new DocumentBits()
  /** By document, counted from the first of the stretch. */
  scores = new Float32Array(0)
  /** `TITLE_BIT` for a word of the title, and what callers add. */
  marks = new Uint8Array(0)
  readonly #blocks = new PostingBlocks()
  #stretch: Stretch | undefined

  /** Ready for a stretch, all cells 0. */
  begin(stretch: Stretch): void {
    this.touched.begin(stretch)
    this.#stretch = stretch
    const documents = stretch.to - stretch.from
    if (this.scores.length < documents) {
      this.scores = new Float32Array(documents)
      this.marks = new Uint8Array(documents)
      return
    }
    this.scores.fill(0, 0, documents)
    this.marks.fill(0, 0, documents)
  }

  /**
   * Adds the occurrences of a form of a word.
   * @param occurrences by payload: how many, weighted
   * @param mark added to the marks of each document
   */
  addForm(stretch: Stretch, term: number, occurrences: Float32Array, mark: number): void {
    const { scores, marks } = this
    const { words } = this.touched
    const { from } = stretch
    const { data } = stretch.segment.postings
    const blocks = this.#blocks
    blocks.start(stretch, term)
    while (blocks.next()) {
      const { docs, end, payloads } = blocks
      for (let i = blocks.first; i < end; i += 1) {
        const at = (docs[i] ?? 0) - from
        const payload = data[payloads + i] ?? 0
        scores[at] = (scores[at] ?? 0) + (occurrences[payload] ?? 0)
        marks[at] = (marks[at] ?? 0) | (payload & TITLE_BIT) | mark
        words[at >>> 5] = (words[at >>> 5] ?? 0) | (1 << (at & 31))
      }
    }
  }

  /** Adds a list's scores. */
  add(found: Found): void {
    const { scores } = this
    const { from } = this.touched
    this.touched.add(found)
    for (let i = 0; i < found.count; i += 1) {
      const at = (found.docs[i] ?? 0) - from
      scores[at] = (scores[at] ?? 0) + (found.scores[i] ?? 0)
    }
  }

  /**
   * Writes all touched documents, ascending, with their scores.
   * @param least those of lower scores are only counted, and gone ones left out
   */
  into(found: Found, least: number): void {
    if (least > 0) return this.#highInto(found, least)
    const { scores, marks } = this
    const { from } = this.touched
    found.count = this.touched.into(found.docs)
    for (let i = 0; i < found.count; i += 1) {
      const at = (found.docs[i] ?? 0) - from
      found.scores[i] = scores[at] ?? 0
      found.titles[i] = marks[at] ?? 0
    }
  }

  #highInto(found: Found, least: number): void {
    const { scores, marks, touched } = this
    const { words, from } = touched
    if (this.#stretch !== undefined) touched.keepLive(this.#stretch)
    let count = 0
    for (let word = 0; word << 5 < touched.length; word += 1) {
      let bits = words[word] ?? 0
      while (bits !== 0) {
        const at = (word << 5) + (31 - Math.clz32(bits & -bits))
        bits &= bits - 1
        const score = scores[at] ?? 0
        if (score < least) continue
        found.docs[count] = from + at
        found.scores[count] = score
        found.titles[count] = marks[at] ?? 0
        count += 1
      }
    }
    found.count = count
    found.others = touched.count() - count
  }
}
