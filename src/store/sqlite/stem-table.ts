import { forEachForm } from '../../domain/text/words.ts'

/** The mark that keeps stems apart from words. */
export function stemToken(stem: string, primary: string): string {
  return `~${primary}~${stem}`
}

/** Words kept: most texts are made of fewer. */
const MOST_WORDS = 60_000
const FIRST_SLOTS = 1 << 12

/**
 * The stems of one language's words, found by the words' bytes: millions of words a minute must not make a string each.
 * Every stem has a number, by which a text tells which ones it had before.
 */
export class StemTable {
  readonly #language: string
  /** By slot: number of the word plus one, 0 where it is free. */
  #slots = new Uint32Array(FIRST_SLOTS)
  /** By word. */
  readonly #hashes: number[] = []
  readonly #starts: number[] = []
  readonly #stems: number[] = []
  /** All words, one after the other. */
  #bytes = new Uint8Array(1 << 15)
  #length = 0
  readonly #numbers = new Map<string, number>()
  readonly #tokens: Uint8Array[] = []
  /** By stem: the text that had it last. */
  readonly #seenIn: number[] = []

  /** @param language one of `STEM_LANGUAGES` */
  constructor(language: string) {
    this.#language = language
  }

  /** Call before a text: numbers hold until the next call. */
  begin(): void {
    if (this.#hashes.length < MOST_WORDS) return
    this.#slots = new Uint32Array(FIRST_SLOTS)
    for (const list of [this.#hashes, this.#starts, this.#stems, this.#tokens, this.#seenIn]) list.length = 0
    this.#numbers.clear()
    this.#length = 0
  }

  /**
   * The number of a word's stem.
   *
   * @param text folded words as bytes below 0x80, of which `[start, end)` is the word
   * @param hash the same for the same bytes
   */
  stemOfWord(text: Uint8Array, start: number, end: number, hash: number): number {
    const slots = this.#slots
    for (let slot = hash & (slots.length - 1); ; slot = (slot + 1) & (slots.length - 1)) {
      const word = (slots[slot] ?? 0) - 1
      if (word < 0) return this.#addWord(text, start, end, hash, slot)
      if (this.#hashes[word] === hash && this.#isWord(word, text, start, end)) return this.#stems[word] ?? 0
    }
  }

  numberOf(stem: string): number {
    const known = this.#numbers.get(stem)
    if (known !== undefined) return known
    const number = this.#tokens.push(Buffer.from(stemToken(stem, this.#language))) - 1
    this.#numbers.set(stem, number)
    return number
  }

  /** What stands for the stem in the full-text table. */
  tokenOf(stem: number): Uint8Array {
    return this.#tokens[stem] ?? NOTHING
  }

  /** @returns whether this is the first time that the text has the stem */
  meet(stem: number, text: number): boolean {
    if (this.#seenIn[stem] === text) return false
    this.#seenIn[stem] = text
    return true
  }

  #isWord(word: number, text: Uint8Array, start: number, end: number): boolean {
    const first = this.#starts[word] ?? 0
    const last = this.#starts[word + 1] ?? this.#length
    if (last - first !== end - start) return false
    for (let at = start; at < end; at++) if (this.#bytes[first + at - start] !== text[at]) return false
    return true
  }

  #addWord(text: Uint8Array, start: number, end: number, hash: number, slot: number): number {
    let stem = 0
    const word = Buffer.from(text.buffer, text.byteOffset + start, end - start).toString('latin1')
    forEachForm(word, this.#language, (form) => (stem = this.numberOf(form.stem)))

    while (this.#length + end - start > this.#bytes.length) {
      const grown = new Uint8Array(this.#bytes.length * 2)
      grown.set(this.#bytes)
      this.#bytes = grown
    }
    this.#starts.push(this.#length)
    this.#bytes.set(text.subarray(start, end), this.#length)
    this.#length += end - start
    this.#stems.push(stem)
    this.#slots[slot] = this.#hashes.push(hash)
    if (this.#hashes.length * 2 > this.#slots.length) this.#spread()
    return stem
  }

  /** Twice the slots. */
  #spread(): void {
    const slots = new Uint32Array(this.#slots.length * 2)
    for (const [word, hash] of this.#hashes.entries()) {
      let slot = hash & (slots.length - 1)
      while (slots[slot] !== 0) slot = (slot + 1) & (slots.length - 1)
      slots[slot] = word + 1
    }
    this.#slots = slots
  }
}

const NOTHING = new Uint8Array()
