import { PostingsCursor } from './postings-cursor.ts'
import { isSet, liveDocs, setBit, termBitset } from './segment-bitsets.ts'
import type { DocRange, TermVariant } from './segment.ts'

/** A set of documents of a range, one bit each. */
export class Bitset {
  words = new Uint32Array(0)
  from = 0
  /** Number of documents of the range. */
  length = 0
  /** Number of words in use. */
  #size = 0
  readonly #cursor = new PostingsCursor()

  /** Clears the set for a range. */
  begin({ from, to }: DocRange): void {
    this.from = from
    this.length = to - from
    this.#size = (to - from + 31) >>> 5
    if (this.words.length < this.#size) this.words = new Uint32Array(this.#size)
    else this.words.fill(0, 0, this.#size)
  }

  has(doc: number): boolean {
    return isSet(this.words, doc - this.from)
  }

  addAll(): void {
    this.words.fill(0xffff_ffff, 0, this.length >>> 5)
    if ((this.length & 31) > 0) this.words[this.#size - 1] = (1 << (this.length & 31)) - 1
  }

  /** Adds every document that has one of the variants. */
  addTerms(range: DocRange, variants: readonly TermVariant[]): void {
    const { segment, from, to } = range
    const all = termBitset(segment, variants)
    if (all !== undefined) return this.#addBits(range, all)
    const { words } = this
    const cursor = this.#cursor
    for (const variant of variants) {
      const bits = termBitset(segment, [variant])
      if (bits !== undefined) {
        this.#addBits(range, bits)
        continue
      }
      cursor.start(segment.postings, variant.term, from, to)
      while (cursor.next()) {
        const { docs, end } = cursor
        for (let i = cursor.first; i < end; i += 1) {
          setBit(words, (docs[i] ?? 0) - from)
        }
      }
    }
  }

  /** Adds another set of the same range. */
  unite(other: Bitset): void {
    const { words } = this
    for (let i = 0; i < this.#size; i += 1) words[i] = (words[i] ?? 0) | (other.words[i] ?? 0)
  }

  /** Removes documents that another set of the same range lacks. */
  intersect(other: Bitset): void {
    const { words } = this
    for (let i = 0; i < this.#size; i += 1) words[i] = (words[i] ?? 0) & (other.words[i] ?? 0)
  }

  /** Removes documents of another set of the same range. */
  subtract(other: Bitset): void {
    const { words } = this
    for (let i = 0; i < this.#size; i += 1) words[i] = (words[i] ?? 0) & ~(other.words[i] ?? 0)
  }

  /** Removes deleted documents. */
  keepLive({ segment, from }: DocRange): void {
    const live = liveDocs(segment)
    if (live === undefined) return
    const { words } = this
    const first = from >>> 5
    for (let i = 0; i < this.#size; i += 1) words[i] = (words[i] ?? 0) & (live[first + i] ?? 0)
  }

  /** Removes documents that do not pass. Calls `passes` with ascending documents. */
  filter(passes: (doc: number) => boolean): void {
    const { words, from } = this
    for (let i = 0; i < this.#size; i += 1) {
      for (let bits = words[i] ?? 0; bits !== 0; bits &= bits - 1) {
        const lowest = bits & -bits
        if (!passes(from + (i << 5) + (31 - Math.clz32(lowest)))) words[i] = (words[i] ?? 0) ^ lowest
      }
    }
  }

  count(): number {
    let count = 0
    for (let i = 0; i < this.#size; i += 1) count += bitCount(this.words[i] ?? 0)
    return count
  }

  /** Adds the part of a segment's bitset within the range. */
  #addBits({ from, to }: DocRange, bits: Uint32Array): void {
    const { words } = this
    const first = from >>> 5
    const whole = (to - from) >>> 5
    for (let i = 0; i < whole; i += 1) words[i] = (words[i] ?? 0) | (bits[first + i] ?? 0)
    const rest = (to - from) & 31
    if (rest > 0) words[whole] = (words[whole] ?? 0) | ((bits[first + whole] ?? 0) & ((1 << rest) - 1))
  }
}

function bitCount(bits: number): number {
  let n = bits - ((bits >>> 1) & 0x5555_5555)
  n = (n & 0x3333_3333) + ((n >>> 2) & 0x3333_3333)
  return Math.imul((n + (n >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24
}
