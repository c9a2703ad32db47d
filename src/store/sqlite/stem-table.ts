import { wordForms } from '../../domain/text/words.ts'

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
  /** What stands for each stem in the full-text table, one after the other. */
  #tokens = new Uint8Array(1 << 15)
  #tokensLength = 0
  /** By stem. */
  readonly #tokenStarts: number[] = []
  /** Of words that are not plain ASCII. */
  readonly #forms = new Map<string, BytesForm>()
  /** By stem: the text that had it last. */
  readonly #seenIn: number[] = []

  /** @param language one of `STEM_LANGUAGES` */
  constructor(language: string) {
    this.#language = language
  }

  /** Call before a text: numbers hold until the next call. */
  begin(): void {
    if (this.#hashes.length + this.#forms.size < MOST_WORDS) return
    this.#slots = new Uint32Array(FIRST_SLOTS)
    for (const list of [this.#hashes, this.#starts, this.#stems, this.#tokenStarts, this.#seenIn])
      list.length = 0
    this.#numbers.clear()
    this.#forms.clear()
    this.#length = 0
    this.#tokensLength = 0
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
    const token = Buffer.from(stemToken(stem, this.#language))
    this.#tokens = withRoom(this.#tokens, this.#tokensLength + token.length)
    this.#tokens.set(token, this.#tokensLength)
    const number = this.#tokenStarts.push(this.#tokensLength) - 1
    this.#tokensLength += token.length
    this.#numbers.set(stem, number)
    return number
  }

  /** What any word is found by; `folded` is empty where nothing of it counts. */
  formOf(word: string): BytesForm {
    const known = this.#forms.get(word)
    if (known !== undefined) return known
    const { folded, stem } = wordForms(this.#language)(word)
    const form = { folded: Buffer.from(folded), stem: this.numberOf(stem) }
    this.#forms.set(word, form)
    return form
  }

  /** Bytes of what stands for the stem in the full-text table. */
  tokenLength(stem: number): number {
    return (this.#tokenStarts[stem + 1] ?? this.#tokensLength) - (this.#tokenStarts[stem] ?? 0)
  }

  /** @returns the end of what is written */
  writeToken(stem: number, bytes: Uint8Array, at: number): number {
    const tokens = this.#tokens
    const first = this.#tokenStarts[stem] ?? 0
    const last = this.#tokenStarts[stem + 1] ?? this.#tokensLength
    let to = at
    // A call that copies costs more than so few bytes.
    for (let from = first; from < last; from++) bytes[to++] = tokens[from] ?? 0
    return to
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
    const word = Buffer.from(text.buffer, text.byteOffset + start, end - start).toString('latin1')
    const stem = this.numberOf(wordForms(this.#language)(word).stem)
    this.#bytes = withRoom(this.#bytes, this.#length + end - start)
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

/** A word as the full-text table has it, and the number of its stem. */
interface BytesForm {
  readonly folded: Uint8Array
  readonly stem: number
}

/** The same bytes where `length` of them fit, else longer ones that begin with them. */
function withRoom(bytes: Uint8Array<ArrayBuffer>, length: number): Uint8Array<ArrayBuffer> {
  if (length <= bytes.length) return bytes
  const grown = new Uint8Array(2 * length)
  grown.set(bytes)
  return grown
}
