import { endianness } from 'node:os'
import {
  ATTACHED,
  BREAK,
  HAN,
  HANGUL,
  SURROGATE,
  UNIT_CLASSES,
  UNSEEN,
} from '../../domain/text/characters.ts'
import { forEachHyphenated } from '../../domain/text/hyphens.ts'
import { tellRun, type RunKind } from '../../domain/text/runs.ts'
import { STEM_LANGUAGES, primaryLanguage } from '../../domain/text/stem.ts'
import { forEachForm } from '../../domain/text/words.ts'
import { StemTable } from './stem-table.ts'

const SPACE = 0x20
/** What makes another word of a single letter: `U.S.`, `C#`, `C++`. */
const DOT = 0x2e
const HASH = 0x23
const PLUS = 0x2b
/** Longer words are cut: not by the quick way. */
const LONGEST_QUICK = 64
/** A space and two characters of three bytes each. */
const MOST_GRAM_BYTES = 7

/** Bytes taken at once: the words of some hundred items. */
const CHUNK_BYTES = 1 << 18

/**
 * Writes the words of texts as the full-text table wants them: folded, in their order, then their stems, each
 * once, one space between. As bytes and from UTF-16 units, since a text has hundreds of words, and a string
 * for each of them, or only a look into a string for each character, is most of what collecting cost. Plain
 * words and plain Han are written unit by unit; only what is neither goes through strings.
 */
export class TokenWriter {
  /** The text as it is read, and a space behind it. */
  #units = new Uint16Array(1 << 14)
  #unitBytes = Buffer.from(this.#units.buffer)
  #text = ''
  #language: string | null = null
  #table: StemTable | undefined
  /** What is written; texts follow one another until it is full. */
  #bytes: Buffer<ArrayBuffer> = Buffer.allocUnsafeSlow(CHUNK_BYTES)
  /** Where the text under way begins, and how far it is written. */
  #start = 0
  #end = 0
  #texts = 0
  readonly #tables = new Map<string, StemTable>()
  readonly #stems: number[] = []

  /** @returns UTF-8; what is written later leaves it as it is */
  tokens(text: string, language: string | null): Buffer {
    this.#text = text
    this.#language = language
    this.#table = this.#tableOf(primaryLanguage(language))
    this.#start = this.#end
    this.#texts += 1
    this.#stems.length = 0
    this.#table?.begin()

    this.#readUnits(text)
    const { length } = text
    for (let at = 0; at < length;) at = this.#step(at)
    forEachHyphenated(text, this.#joined)
    if (this.#table !== undefined) this.#writeStems(this.#table)
    return this.#bytes.subarray(this.#start, this.#end)
  }

  #readUnits(text: string): void {
    const { length } = text
    if (length >= this.#units.length) {
      this.#units = new Uint16Array(2 * length)
      this.#unitBytes = Buffer.from(this.#units.buffer)
    }
    this.#unitBytes.write(text, 0, 2 * length, 'utf16le')
    if (endianness() === 'BE') this.#unitBytes.subarray(0, 2 * length).swap16()
    // What ends a text ends a word as a space does.
    this.#units[length] = SPACE
  }

  /** @returns where to go on, above `at` */
  #step(at: number): number {
    const unit = this.#units[at] ?? SPACE
    const kind = UNIT_CLASSES[unit]
    if (kind === BREAK) return at + 1
    const end = unit < 0x80 ? this.#word(at) : kind === HAN || kind === HANGUL ? this.#grams(at, kind) : at
    return end > at ? end : tellRun(this.#text, at, this.#slowly)
  }

  /** @returns its end; `start`, with nothing written, where a word is not plain ASCII or more than what it seems */
  #word(start: number): number {
    this.#reserve(LONGEST_QUICK + 1)
    const units = this.#units
    const bytes = this.#bytes
    let to = this.#end
    if (to > this.#start) bytes[to++] = SPACE
    const first = to
    // FNV-1a
    let hash = 0x811c9dc5
    let at = start
    const most = start + LONGEST_QUICK
    let unit = units[at] ?? SPACE
    while (unit < 0x80 && at < most) {
      const byte = LOWER[unit] ?? 0
      if (byte === 0) break
      bytes[to++] = byte
      hash = Math.imul(hash ^ byte, 0x01000193)
      unit = units[++at] ?? SPACE
    }
    if (at === start) return start
    if (unit !== SPACE) {
      if (UNIT_CLASSES[unit] !== BREAK) return start
      if (at === start + 1 && (unit === DOT || unit === HASH || unit === PLUS)) return start
    }
    this.#end = to
    const table = this.#table
    if (table !== undefined) this.#meet(table, table.stemOfWord(bytes, first, to, hash & 0x3fffffff))
    return at
  }

  /** @returns its end; `start`, with nothing written, where characters have other forms or marks of their own */
  #grams(start: number, kind: number): number {
    const units = this.#units
    let end = start
    while (UNIT_CLASSES[units[end] ?? SPACE] === kind) if (!isPlain(units[end++] ?? SPACE)) return start
    const next = UNIT_CLASSES[units[end] ?? SPACE] ?? BREAK
    if (next === UNSEEN || next === ATTACHED || next >= SURROGATE) return start

    this.#reserve(MOST_GRAM_BYTES * (end - start))
    const bytes = this.#bytes
    let to = this.#end
    for (let at = start; at < end; at++) {
      if (to > this.#start) bytes[to++] = SPACE
      to = writeUnit(bytes, to, units[at] ?? 0)
      // The last character stands alone, but for one that is all there is.
      if (at + 1 < end) to = writeUnit(bytes, to, units[at + 1] ?? 0)
    }
    this.#end = to
    return end
  }

  readonly #slowly = (kind: RunKind, start: number, end: number): void =>
    this.#writeRun(kind, this.#text.slice(start, end))

  #writeRun(kind: RunKind, run: string): void {
    const table = this.#table
    if (kind === 'word' && table !== undefined) {
      const { folded, stem } = table.formOf(run)
      if (folded.length === 0) return
      this.#append(folded)
      this.#meet(table, stem)
      return
    }
    forEachForm(run, this.#language, (form) => {
      this.#append(Buffer.from(form.folded))
      if (table !== undefined && form.kind === 'word') this.#meet(table, table.numberOf(form.stem))
    })
  }

  readonly #joined = (_: number, __: number, word: string): void => this.#writeRun('word', word)

  #meet(table: StemTable, stem: number): void {
    if (table.meet(stem, this.#texts)) this.#stems.push(stem)
  }

  #writeStems(table: StemTable): void {
    for (const stem of this.#stems) {
      this.#reserve(table.tokenLength(stem) + 1)
      if (this.#end > this.#start) this.#bytes[this.#end++] = SPACE
      this.#end = table.writeToken(stem, this.#bytes, this.#end)
    }
  }

  #append(token: Uint8Array): void {
    this.#reserve(token.length + 1)
    if (this.#end > this.#start) this.#bytes[this.#end++] = SPACE
    this.#bytes.set(token, this.#end)
    this.#end += token.length
  }

  /** Where there is no room, the text under way moves to new bytes; those before it stay where they are. */
  #reserve(bytes: number): void {
    if (this.#end + bytes <= this.#bytes.length) return
    const written = this.#end - this.#start
    const next = Buffer.allocUnsafeSlow(Math.max(CHUNK_BYTES, 2 * (written + bytes)))
    next.set(this.#bytes.subarray(this.#start, this.#end))
    this.#bytes = next
    this.#start = 0
    this.#end = written
  }

  #tableOf(primary: string): StemTable | undefined {
    const known = this.#tables.get(primary)
    if (known !== undefined || !STEM_LANGUAGES.includes(primary)) return known
    const table = new StemTable(primary)
    this.#tables.set(primary, table)
    return table
  }
}

/** By ASCII character: the small letter or digit that it counts as; 0 where it is neither. */
const LOWER = Uint8Array.from({ length: 0x80 }, (_, unit) => {
  const character = String.fromCharCode(unit)
  return /[a-z\d]/i.test(character) ? character.toLowerCase().charCodeAt(0) : 0
})

/** Han, kana and syllables of Hangul that have neither case, nor marks, nor another form. */
function isPlain(unit: number): boolean {
  if (unit >= 0x4e00 && unit <= 0x9fff) return true
  if (unit >= 0x3041 && unit <= 0x30fc) return unit < 0x3097 || (unit > 0x30a0 && unit !== 0x30fb)
  return unit >= 0xac00 && unit <= 0xd7a3
}

/** @param unit of the basic plane, above U+07FF */
function writeUnit(bytes: Uint8Array, at: number, unit: number): number {
  bytes[at] = 0xe0 | (unit >>> 12)
  bytes[at + 1] = 0x80 | ((unit >>> 6) & 0x3f)
  bytes[at + 2] = 0x80 | (unit & 0x3f)
  return at + 3
}
