import { Bitset } from '../index/bitset.ts'
import { PostingsCursor } from '../index/postings-cursor.ts'
import { TITLE_BIT } from '../index/postings.ts'
import { setBit } from '../index/segment-bitsets.ts'
import type { DocRange } from '../index/segment.ts'
import type { DocIdSet, DocIdSetPool } from './doc-id-set.ts'

/**
 * Adds up the scores of several lists by document. Each document of a range has a cell, and a bit that marks it as
 * used. For many or long lists this is faster than merging.
 */
export class ScoreAccumulator {
  readonly touched = new Bitset()
  /** By document of the range. */
  scores = new Float32Array(0)
  /** By document of the range: `TITLE_BIT` for a word of the title, and the flags of callers. */
  flags = new Uint8Array(0)
  readonly #cursor = new PostingsCursor()
  #range: DocRange | undefined

  /** Prepares for a range and clears all cells. */
  begin(range: DocRange): void {
    this.touched.begin(range)
    this.#range = range
    const documents = range.to - range.from
    if (this.scores.length < documents) {
      this.scores = new Float32Array(documents)
      this.flags = new Uint8Array(documents)
      return
    }
    this.scores.fill(0, 0, documents)
    this.flags.fill(0, 0, documents)
  }

  /**
   * Adds the occurrences of a variant of a word.
   *
   * @param occurrences by payload: the weighted number of occurrences
   * @param flag added to the flags of each document
   */
  addTerm(range: DocRange, term: number, occurrences: Float32Array, flag: number): void {
    const { scores, flags } = this
    const { words } = this.touched
    const { from } = range
    const { postings } = range.segment
    const { data } = postings
    const cursor = this.#cursor
    cursor.start(postings, term, from, range.to)
    while (cursor.next()) {
      const { docs, end, payloads } = cursor
      for (let i = cursor.first; i < end; i += 1) {
        const at = (docs[i] ?? 0) - from
        const payload = data[payloads + i] ?? 0
        scores[at] = (scores[at] ?? 0) + (occurrences[payload] ?? 0)
        flags[at] = (flags[at] ?? 0) | (payload & TITLE_BIT) | flag
        setBit(words, at)
      }
    }
  }

  add(found: DocIdSet): void {
    const { scores } = this
    const { words, from } = this.touched
    for (let i = 0; i < found.count; i += 1) {
      const at = (found.docs[i] ?? 0) - from
      setBit(words, at)
      scores[at] = (scores[at] ?? 0) + (found.scores[i] ?? 0)
    }
  }

  /** Returns the touched documents that are not deleted, ascending, with their scores. */
  found(pool: DocIdSetPool): DocIdSet {
    const { scores, flags, touched } = this
    const { words, from } = touched
    if (this.#range !== undefined) touched.keepLive(this.#range)
    const found = pool.acquire(touched.count())
    for (let word = 0; word << 5 < touched.length; word += 1) {
      for (let bits = words[word] ?? 0; bits !== 0; bits &= bits - 1) {
        const at = (word << 5) + (31 - Math.clz32(bits & -bits))
        found.docs[found.count] = from + at
        found.scores[found.count] = scores[at] ?? 0
        found.titles[found.count] = flags[at] ?? 0
        found.count += 1
      }
    }
    return found
  }
}
