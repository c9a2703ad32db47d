import { bitCount } from '../../model/bit-count.ts'
import type { DocIdSet } from '../ranking/doc-id-set.ts'
import { PostingBlocks } from './postings-reader.ts'
import { isSet, liveDocs, termBitset } from './segment-bitsets.ts'
import type { DocRange, TermVariant } from './segment.ts'

/** A set of documents of a range, one bit each. */
export class Bitset {
  words = new Uint32Array(0)
  from = 0
  /** Number of documents of the range. */
  length = 0
  #length = 0
  readonly #blocks = new PostingBlocks()

  /** Empties the set and prepares it for the documents of a range. */
  begin({ from, to }: DocRange): void {
    this.from = from
    this.length = to - from
    this.#length = (to - from + 31) >>> 5
    if (this.words.length < this.#length) this.words = new Uint32Array(this.#length)
    else this.words.fill(0, 0, this.#length)
  }

  has(doc: number): boolean {
    return isSet(this.words, doc - this.from)
  }

  /** Adds every document that holds one of the variants. */
  addTerms(range: DocRange, variants: readonly TermVariant[]): void {
    if (variants.length > 1) {
      const bits = alignedTermBitset(range, variants)
      if (bits !== undefined) return this.#addBits(range, bits)
    }
    for (const variant of variants) {
      const bits = alignedTermBitset(range, [variant])
      if (bits === undefined) this.#addTerm(range, variant)
      else this.#addBits(range, bits)
    }
  }

  add({ docs, count }: Pick<DocIdSet, 'docs' | 'count'>): void {
    const { words, from } = this
    for (let i = 0; i < count; i += 1) {
      const at = (docs[i] ?? 0) - from
      words[at >>> 5] = (words[at >>> 5] ?? 0) | (1 << (at & 31))
    }
  }

  /** Adds another set of the same range. */
  unite(other: Bitset): void {
    const { words } = this
    for (let i = 0; i < this.#length; i += 1) words[i] = (words[i] ?? 0) | (other.words[i] ?? 0)
  }

  /** Intersects with another set of the same range, or subtracts it if `not`. */
  keep(other: Bitset, not: boolean): void {
    const { words } = this
    for (let i = 0; i < this.#length; i += 1) {
      const its = other.words[i] ?? 0
      words[i] = (words[i] ?? 0) & (not ? ~its : its)
    }
  }

  /** Removes deleted documents. */
  keepLive({ segment, from, to }: DocRange): void {
    const live = liveDocs(segment)
    if (live === undefined) return
    const { words } = this
    if ((from & 31) === 0) {
      const first = from >>> 5
      for (let i = 0; i < this.#length; i += 1) words[i] = (words[i] ?? 0) & (live[first + i] ?? 0)
      return
    }
    for (let doc = from; doc < to; doc += 1) {
      const at = doc - from
      if (!isSet(live, doc)) words[at >>> 5] = (words[at >>> 5] ?? 0) & ~(1 << (at & 31))
    }
  }

  count(): number {
    let count = 0
    for (let i = 0; i < this.#length; i += 1) count += bitCount(this.words[i] ?? 0)
    return count
  }

  /** Writes the documents of the set, ascending. @returns their number */
  into(docs: Uint32Array): number {
    let count = 0
    for (let i = 0; i < this.#length; i += 1) {
      let bits = this.words[i] ?? 0
      const base = this.from + (i << 5)
      while (bits !== 0) {
        const lowest = bits & -bits
        docs[count] = base + (31 - Math.clz32(lowest))
        count += 1
        bits ^= lowest
      }
    }
    return count
  }

  #addTerm(range: DocRange, { term }: TermVariant): void {
    const blocks = this.#blocks
    const { words, from } = this
    blocks.start(range, term)
    while (blocks.next()) {
      const { docs, end } = blocks
      for (let i = blocks.first; i < end; i += 1) {
        const at = (docs[i] ?? 0) - from
        words[at >>> 5] = (words[at >>> 5] ?? 0) | (1 << (at & 31))
      }
    }
  }

  #addBits({ from, to }: DocRange, bits: Uint32Array): void {
    const { words } = this
    const first = from >>> 5
    const whole = (to - from) >>> 5
    for (let i = 0; i < whole; i += 1) words[i] = (words[i] ?? 0) | (bits[first + i] ?? 0)
    const rest = (to - from) & 31
    if (rest > 0) words[whole] = (words[whole] ?? 0) | ((bits[first + whole] ?? 0) & ((1 << rest) - 1))
  }
}

/** The part of a segment's bitset for a range. */
export function alignedTermBitset(
  range: DocRange,
  variants: readonly TermVariant[],
): Uint32Array | undefined {
  return (range.from & 31) === 0 ? termBitset(range.segment, variants) : undefined
}
