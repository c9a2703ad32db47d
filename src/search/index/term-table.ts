import { countWhile } from '../../model/count-while.ts'
import { ByteBuffer } from './byte-buffer.ts'

/** Terms per block. The first is stored whole, the others without the bytes that they share with the previous one. */
const BLOCK = 16
const BLOCK_BITS = 4

/** Maximum length of a term, UTF-8 bytes. */
const LONGEST_TERM = 250

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/**
 * Terms sorted by their UTF-8 bytes, compressed to about 50 %. Each has an ordinal, from 0. They are stored as bytes,
 * since a million JavaScript strings take 100 MB.
 */
export interface TermTable {
  readonly bytes: Uint8Array
  /** Offset of each block. */
  readonly blocks: Uint32Array
  readonly size: number
}

/** The ordinal of a term; -1 if there is none. */
export function findTerm(table: TermTable, text: string): number {
  const key = encoder.encode(text)
  const { ordinal, term, length } = seek(table, key)
  return ordinal < table.size && compareBytes(term, length, key, key.length) === 0 ? ordinal : -1
}

/** The ordinals of the terms that start with `prefix`, `[from, to)`. */
export function termsWith(table: TermTable, prefix: string): { readonly from: number; readonly to: number } {
  const key = encoder.encode(prefix)
  const after = key.slice()
  // The first key after all terms with the prefix. No UTF-8 byte is 255.
  after[after.length - 1] = (after.at(-1) ?? 0) + 1
  return { from: seek(table, key).ordinal, to: key.length === 0 ? table.size : seek(table, after).ordinal }
}

export function termAt(table: TermTable, ordinal: number): string {
  return cursorAt(table, ordinal).text()
}

export function cursorAt(table: TermTable, ordinal: number): TermCursor {
  const cursor = new TermCursor(table)
  cursor.jump(ordinal >>> BLOCK_BITS)
  while (cursor.ordinal < ordinal && cursor.next());
  return cursor
}

/** A cursor at the first term that is not before `key`, valid until the next call. */
function seek(table: TermTable, key: Uint8Array): TermCursor {
  const blocks = countWhile(table.blocks.length, (block) => {
    const start = table.blocks[block] ?? 0
    return compareBytes(table.bytes, table.bytes[start + 1] ?? 0, key, key.length, start + 2) <= 0
  })
  finder.jump(Math.max(0, blocks - 1), table)
  while (finder.ordinal < table.size && compareBytes(finder.term, finder.length, key, key.length) < 0)
    finder.next()
  return finder
}

/** Iterates over the terms in order. After the last, its ordinal is the table's size. */
export class TermCursor {
  /** The bytes of the term; only the first `length` count. */
  readonly term = new Uint8Array(256)
  length = 0
  ordinal = -1
  /** Number of bytes shared with the cursor's previous term. */
  shared = 0
  #table: TermTable
  #at = 0

  constructor(table: TermTable) {
    this.#table = table
  }

  jump(block: number, table = this.#table): void {
    this.#table = table
    this.ordinal = block * BLOCK - 1
    this.#at = this.#table.blocks[block] ?? this.#table.bytes.length
    this.next()
  }

  /** Moves to the next term. @returns false after the last */
  next(): boolean {
    const { bytes, size } = this.#table
    this.ordinal += 1
    if (this.ordinal >= size) {
      this.ordinal = size
      return false
    }
    const shared = bytes[this.#at] ?? 0
    const more = bytes[this.#at + 1] ?? 0
    this.#at += 2
    // The first term of a block is stored whole.
    this.shared = this.ordinal % BLOCK === 0 ? this.#sharedWith(more) : shared
    for (let i = 0; i < more; i += 1) this.term[shared + i] = bytes[this.#at + i] ?? 0
    this.#at += more
    this.length = shared + more
    return true
  }

  /**
   * Moves to the next term that differs in the first `length` bytes.
   *
   * @param length > 0
   * @returns false after the last
   */
  nextBeyond(length: number): boolean {
    // If the first term of a block begins with these bytes, all terms before it do too and are skipped.
    for (let block = (this.ordinal >>> BLOCK_BITS) + 1; this.#beginsWithTerm(block, length); block += 1)
      this.jump(block)
    while (this.next()) if (this.shared < length) return true
    return false
  }

  #beginsWithTerm(block: number, length: number): boolean {
    const { bytes, blocks } = this.#table
    const start = blocks[block]
    if (start === undefined || (bytes[start + 1] ?? 0) < length) return false
    for (let i = 0; i < length; i += 1) if (bytes[start + 2 + i] !== this.term[i]) return false
    return true
  }

  /** Number of bytes shared by the current term and the next one, which is stored whole. */
  #sharedWith(length: number): number {
    const { bytes } = this.#table
    const most = Math.min(length, this.length)
    let shared = 0
    while (shared < most && this.term[shared] === bytes[this.#at + shared]) shared += 1
    return shared
  }

  get atEnd(): boolean {
    return this.ordinal >= this.#table.size
  }

  text(): string {
    return decoder.decode(this.term.subarray(0, this.length))
  }
}

/** Reused for lookups, since a query makes hundreds. */
const finder = new TermCursor({ bytes: new Uint8Array(), blocks: new Uint32Array(), size: 0 })

/** Builds a table from ascending terms. */
export class TermTableWriter {
  readonly #bytes = new ByteBuffer()
  readonly #blocks: number[] = []
  readonly #last = new Uint8Array(256)
  readonly #encoded = new Uint8Array(256)
  #lastLength = 0
  #size = 0

  push(term: Uint8Array, length: number): void {
    const first = this.#size % BLOCK === 0
    let shared = 0
    if (first) this.#blocks.push(this.#bytes.length)
    else
      while (shared < length && shared < this.#lastLength && this.#last[shared] === term[shared]) shared += 1
    this.#bytes.push(shared)
    this.#bytes.push(length - shared)
    this.#bytes.append(term, shared, length)
    for (let i = shared; i < length; i += 1) this.#last[i] = term[i] ?? 0
    this.#lastLength = length
    this.#size += 1
  }

  pushText(text: string): void {
    // An array per term would take 10 % of the time of building a segment.
    this.push(this.#encoded, encoder.encodeInto(text, this.#encoded).written)
  }

  finish(): TermTable {
    return { bytes: this.#bytes.finish(), blocks: Uint32Array.from(this.#blocks), size: this.#size }
  }
}

/** Sorts texts by their UTF-8 bytes, in place. */
export function sortByBytes(texts: string[]): string[] {
  // UTF-16 and UTF-8 order differ only for characters beyond the basic plane.
  if (!texts.some((text) => BEYOND.test(text))) return texts.sort()
  return texts.sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
}

const BEYOND = /[\ud800-\udfff]/

/** Cuts a text to `LONGEST_TERM` bytes. */
export function asTerm(text: string): string {
  if (text.length * 3 <= LONGEST_TERM) return text
  let cut = text.slice(0, LONGEST_TERM)
  while (Buffer.byteLength(cut) > LONGEST_TERM) cut = cut.slice(0, -1)
  return cut
}

/** Compares bytes. @param at start of `a`. @returns < 0, 0 or > 0 */
export function compareBytes(a: Uint8Array, aLength: number, b: Uint8Array, bLength: number, at = 0): number {
  const shorter = Math.min(aLength, bLength)
  for (let i = 0; i < shorter; i += 1) {
    const difference = (a[at + i] ?? 0) - (b[i] ?? 0)
    if (difference !== 0) return difference
  }
  return aLength - bLength
}
