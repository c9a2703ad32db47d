import { bitCount } from '../../domain/bit-count.ts'
import { isSet } from './bits.ts'
import type { Found } from './found.ts'
import { liveBits } from './live-bits.ts'
import { PostingBlocks } from './posting-blocks.ts'
import type { TermForm } from './plan.ts'
import type { Stretch } from './stretch.ts'
import { commonBits } from './term-bits.ts'

/** A set of documents of a stretch, a bit each. */
export class DocumentBits {
  words = new Uint32Array(0)
  from = 0
  /** Documents of the stretch. */
  length = 0
  #length = 0
  readonly #blocks = new PostingBlocks()

  /** Empty, and ready for the documents of a stretch. */
  begin({ from, to }: Stretch): void {
    this.from = from
    this.length = to - from
    this.#length = (to - from + 31) >>> 5
    if (this.words.length < this.#length) this.words = new Uint32Array(this.#length)
    else this.words.fill(0, 0, this.#length)
  }

  has(doc: number): boolean {
    return isSet(this.words, doc - this.from)
  }

  /** Adds every document that holds one of the forms. */
  addForms(stretch: Stretch, forms: readonly TermForm[]): void {
    if (forms.length > 1) {
      const bits = alignedBits(stretch, forms)
      if (bits !== undefined) return this.#addBits(stretch, bits)
    }
    for (const form of forms) {
      const bits = alignedBits(stretch, [form])
      if (bits === undefined) this.#addForm(stretch, form)
      else this.#addBits(stretch, bits)
    }
  }

  add({ docs, count }: Pick<Found, 'docs' | 'count'>): void {
    const { words, from } = this
    for (let i = 0; i < count; i += 1) {
      const at = (docs[i] ?? 0) - from
      words[at >>> 5] = (words[at >>> 5] ?? 0) | (1 << (at & 31))
    }
  }

  /** Adds another set of the same stretch. */
  unite(other: DocumentBits): void {
    const { words } = this
    for (let i = 0; i < this.#length; i += 1) words[i] = (words[i] ?? 0) | (other.words[i] ?? 0)
  }

  /** Keeps what another set of the same stretch has too; with `not`, what it has not. */
  keep(other: DocumentBits, not: boolean): void {
    const { words } = this
    for (let i = 0; i < this.#length; i += 1) {
      const its = other.words[i] ?? 0
      words[i] = (words[i] ?? 0) & (not ? ~its : its)
    }
  }

  /** Keeps the documents that are not gone. */
  keepLive({ segment, from, to }: Stretch): void {
    const live = liveBits(segment)
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

  /** Writes all of them, ascending. @returns how many */
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

  #addForm(stretch: Stretch, { term }: TermForm): void {
    const blocks = this.#blocks
    const { words, from } = this
    blocks.start(stretch, term)
    while (blocks.next()) {
      const { docs, end } = blocks
      for (let i = blocks.first; i < end; i += 1) {
        const at = (docs[i] ?? 0) - from
        words[at >>> 5] = (words[at >>> 5] ?? 0) | (1 << (at & 31))
      }
    }
  }

  #addBits({ from, to }: Stretch, bits: Uint32Array): void {
    const { words } = this
    const first = from >>> 5
    const whole = (to - from) >>> 5
    for (let i = 0; i < whole; i += 1) words[i] = (words[i] ?? 0) | (bits[first + i] ?? 0)
    const rest = (to - from) & 31
    if (rest > 0) words[whole] = (words[whole] ?? 0) | ((bits[first + whole] ?? 0) & ((1 << rest) - 1))
  }
}

/** Bits whose words are those of the stretch, from its first document's on. */
export function alignedBits(stretch: Stretch, forms: readonly TermForm[]): Uint32Array | undefined {
  return (stretch.from & 31) === 0 ? commonBits(stretch.segment, forms) : undefined
}
