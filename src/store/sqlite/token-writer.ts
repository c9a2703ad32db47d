import { forEachRun } from '../../domain/text/runs.ts'
import { STEM_LANGUAGES, primaryLanguage } from '../../domain/text/stem.ts'
import { forEachForm } from '../../domain/text/words.ts'
import { StemTable } from './stem-table.ts'

const SPACE = 0x20
const APOSTROPHE = 0x27
const DOT = 0x2e
/** Longer words are cut: not by the quick way. */
const LONGEST_QUICK = 64

/**
 * Writes the words of texts as the full-text table wants them: folded, in their order, then their stems, each once, one space
 * between. As bytes, since a text has hundreds of words and a string for each of them is most of what collecting cost: plain
 * words and plain Han are written byte by byte, and only what is neither goes through strings.
 */
export class TokenWriter {
  #bytes: Buffer<ArrayBuffer> = Buffer.allocUnsafeSlow(1 << 16)
  #length = 0
  #texts = 0
  readonly #tables = new Map<string, StemTable>()
  readonly #stems: number[] = []

  /** @returns UTF-8 */
  tokens(text: string, language: string | null): Buffer {
    const primary = primaryLanguage(language)
    const table = this.#tableOf(primary)
    this.#length = 0
    this.#texts += 1
    this.#stems.length = 0
    table?.begin()

    forEachRun(text, (kind, start, end) => {
      // Three bytes a unit and a space at most, each unit of Han twice.
      this.#reserve(8 * (end - start) + 1)
      if (kind === 'word' ? this.#word(text, start, end, table) : this.#grams(text, start, end)) return
      this.#slowly(text.slice(start, end), language, table)
    })
    for (const stem of this.#stems) if (table !== undefined) this.#append(table.tokenOf(stem))
    return Buffer.from(this.#bytes.subarray(0, this.#length))
  }

  /** @returns false, with nothing written, for a word that is not plain ASCII */
  #word(text: string, start: number, end: number, table: StemTable | undefined): boolean {
    if (end - start > LONGEST_QUICK) return false
    const bytes = this.#bytes
    let at = this.#length
    if (at > 0) bytes[at++] = SPACE
    const first = at
    // FNV-1a
    let hash = 0x811c9dc5
    for (let index = start; index < end; index++) {
      let unit = text.charCodeAt(index)
      if (unit > 0x7f || unit === DOT || unit === APOSTROPHE) return false
      if (unit >= 0x41 && unit <= 0x5a) unit |= 0x20
      bytes[at++] = unit
      hash = Math.imul(hash ^ unit, 0x01000193)
    }
    this.#length = at
    if (table !== undefined) this.#meet(table, table.stemOfWord(bytes, first, at, hash & 0x3fffffff))
    return true
  }

  /** @returns false, with nothing written, where characters have other forms or marks of their own */
  #grams(text: string, start: number, end: number): boolean {
    for (let index = start; index < end; index++) if (!isPlain(text.charCodeAt(index))) return false
    const bytes = this.#bytes
    let at = this.#length
    for (let index = start; index < end; index++) {
      if (at > 0) bytes[at++] = SPACE
      at = writeUnit(bytes, at, text.charCodeAt(index))
      // The last character stands alone, but for one that is all there is.
      if (index + 1 < end) at = writeUnit(bytes, at, text.charCodeAt(index + 1))
    }
    this.#length = at
    return true
  }

  #slowly(run: string, language: string | null, table: StemTable | undefined): void {
    forEachForm(run, language, ({ folded, stem, kind }) => {
      this.#append(Buffer.from(folded))
      if (table !== undefined && kind === 'word') this.#meet(table, table.numberOf(stem))
    })
  }

  #meet(table: StemTable, stem: number): void {
    if (table.meet(stem, this.#texts)) this.#stems.push(stem)
  }

  #append(token: Uint8Array): void {
    this.#reserve(token.length + 1)
    if (this.#length > 0) this.#bytes[this.#length++] = SPACE
    this.#bytes.set(token, this.#length)
    this.#length += token.length
  }

  #reserve(bytes: number): void {
    if (this.#length + bytes <= this.#bytes.length) return
    const grown = Buffer.allocUnsafeSlow(Math.max(2 * this.#bytes.length, this.#length + bytes))
    grown.set(this.#bytes)
    this.#bytes = grown
  }

  #tableOf(primary: string): StemTable | undefined {
    const known = this.#tables.get(primary)
    if (known !== undefined || !STEM_LANGUAGES.includes(primary)) return known
    const table = new StemTable(primary)
    this.#tables.set(primary, table)
    return table
  }
}

/** Han, kana and syllables of Hangul that have neither case, nor marks, nor another form. */
function isPlain(unit: number): boolean {
  if (unit >= 0x4e00 && unit <= 0x9fff) return true
  if (unit >= 0x3041 && unit <= 0x30fa) return unit < 0x3097 || unit > 0x30a0
  return unit >= 0xac00 && unit <= 0xd7a3
}

/** @param unit of the basic plane, above U+07FF */
function writeUnit(bytes: Uint8Array, at: number, unit: number): number {
  bytes[at] = 0xe0 | (unit >>> 12)
  bytes[at + 1] = 0x80 | ((unit >>> 6) & 0x3f)
  bytes[at + 2] = 0x80 | (unit & 0x3f)
  return at + 3
}
