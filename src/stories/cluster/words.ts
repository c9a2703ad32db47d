import { fold } from '../../text/fold.ts'
import { HAN, HANGUL, LETTER, THAI, APOSTROPHE, INVISIBLE, classAt } from '../../text/runs.ts'

/** A word stands in its text as a name: with a capital inside a sentence, or as a number. */
export const NAME = 1
/** First word of its sentence, where a capital does not mark a name. */
const OPENING = 2
/** Starts with a capital or a digit. */
export const CAPITAL = 4
export const NUMBER = 8
/** Pair of characters, or word in katakana, of a script without spaces. */
export const GRAM = 16

/** The words of one text, in order: parallel lists. */
export interface Words {
  count: number
  /** 32-bit hashes of the folded words, cut to `STEM_LENGTH` letters. */
  readonly hashes: Int32Array
  readonly flags: Uint8Array
  readonly starts: Int32Array
  readonly ends: Int32Array
}

/** Further words of a text are ignored. */
const MAX_WORDS = 96

/** Words are cut to this many letters: a simple stemmer for every language. */
const STEM_LENGTH = 5

export function emptyWords(): Words {
  return {
    count: 0,
    hashes: new Int32Array(MAX_WORDS),
    flags: new Uint8Array(MAX_WORDS),
    starts: new Int32Array(MAX_WORDS),
    ends: new Int32Array(MAX_WORDS),
  }
}

/** Cuts `text` into at most `MAX_WORDS` words and writes them to `into`, which callers reuse. */
export function readWords(text: string, into: Words): void {
  into.count = 0
  const length = text.length
  let opening = true
  let i = 0
  while (i < length && into.count < MAX_WORDS) {
    const unit = text.charCodeAt(i)
    if (unit < 0x80) {
      const kind = ASCII_KINDS[unit] as number
      if (kind === IN_WORD) {
        const end =
          unit <= 0x39 ? addNumber(text, i, opening, into) : addPlainWord(text, i, length, opening, into)
        if (end > 0) {
          i = end
          opening = false
          continue
        }
      } else {
        if (kind === ENDS) opening = true
        i++
        continue
      }
    }
    const kind = classAt(text, i)
    if (kind === LETTER) {
      const end = endOfWord(text, i)
      if (!isClitic(text, i, end)) {
        addWord(text, i, end, opening, into)
        opening = false
      }
      i = end
    } else if (kind === HAN || kind === HANGUL || kind === THAI) {
      i = addGrams(text, i, kind, into)
      opening = false
    } else {
      if (ENDS_SENTENCE.has(unit)) opening = true
      i += unit >= 0xd800 && unit <= 0xdbff ? 2 : 1
    }
  }
}

/** Punctuation after which a capital does not mark a name. */
const ENDS_SENTENCE = new Set(Array.from('.!?:|–—"“”‘(«»„¿¡', (mark) => mark.charCodeAt(0)))

/* Kinds of ASCII characters. They have a table of their own, because most texts have hardly any others. */
const IN_WORD = 1
const ENDS = 2
const ASCII_KINDS = Uint8Array.from({ length: 0x80 }, (_, unit) => {
  if (classAt(String.fromCharCode(unit), 0) === LETTER) return IN_WORD
  return ENDS_SENTENCE.has(unit) ? ENDS : 0
})

/**
 * A shortcut for most words: adds the word at `start` if it has more than two characters, all of them ASCII.
 *
 * @returns the index after the word; 0 if it is not such a word and nothing was added
 */
function addPlainWord(text: string, start: number, length: number, opening: boolean, into: Words): number {
  const first = text.charCodeAt(start)
  let hash = FNV_BASIS
  let singular = FNV_BASIS
  let letters = 0
  let i = start
  for (; i < length; i++) {
    const unit = text.charCodeAt(i)
    if (unit >= 0x80) return 0
    if (ASCII_KINDS[unit] === IN_WORD) {
      if (letters < STEM_LENGTH) {
        singular = hash
        hash = Math.imul(hash ^ (unit >= 0x41 && unit <= 0x5a ? unit + 32 : unit), FNV_PRIME)
        letters++
      }
    } else if ((unit !== 0x2c && unit !== 0x2e) || !isDigit(text, i - 1) || !isDigit(text, i + 1)) break
  }
  if (i - start < 3) return 0
  if (isShortPlural(text, start, i)) hash = singular
  push(into, hash, start, i, flagsOf(false, first <= 0x5a, opening))
  return i
}

/** Digits with their separators, and the word or letter that multiplies them: `71K`, `1.3 billion`, `$5bn`. */
const AMOUNT = /(\d+(?:[.,]\d+)*)(?:[\s-]?(k|thousand|mn?|million|bn?|billion|trillion))?(?![\p{L}\p{N}])/iuy

const FACTORS: Readonly<Record<string, number>> = {
  k: 1e3,
  thousand: 1e3,
  m: 1e6,
  mn: 1e6,
  million: 1e6,
  b: 1e9,
  bn: 1e9,
  billion: 1e9,
  trillion: 1e12,
}

/** Commas between groups of three digits. */
const GROUPED = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/

/**
 * Adds the number at `start`. The same amount is the same word, however it is written: 71K, 71,000 and 71000.
 *
 * @returns the index after the number; 0 if letters follow without a space (3D, 2nd), and nothing was added
 */
function addNumber(text: string, start: number, opening: boolean, into: Words): number {
  AMOUNT.lastIndex = start
  const found = AMOUNT.exec(text)
  if (found === null) return 0
  const [whole, digits = '', unit = ''] = found
  const plain = GROUPED.test(digits) ? digits.replaceAll(',', '') : digits.replaceAll(',', '.')
  const factor = FACTORS[unit.toLowerCase()] ?? 1
  // A number with several points is a version or an address.
  const isVersion = plain.indexOf('.') !== plain.lastIndexOf('.')
  const amount = isVersion || factor === 1 ? plain : String(Math.round(Number(plain) * factor * 100) / 100)
  let hash = FNV_BASIS
  for (let k = 0; k < amount.length; k++) hash = Math.imul(hash ^ amount.charCodeAt(k), FNV_PRIME)
  const end = start + whole.length
  push(into, hash, start, end, flagsOf(true, true, opening))
  return end
}

const HYPHEN = 0x2d

/**
 * Gives the index after the word at `start`. Digits with their separators are one word (1,000 and 1.8). A hyphen joins
 * parts that are too short to be words (Wi-Fi, e-mail).
 */
function endOfWord(text: string, start: number): number {
  const end = endOfPart(text, start)
  const letters = end - start
  const joins = letters <= 2 && text.charCodeAt(end) === HYPHEN && !isDigit(text, start)
  if (!joins || end + 1 >= text.length || classAt(text, end + 1) !== LETTER) return end
  const next = endOfPart(text, end + 1)
  return letters === 1 || next - end <= 3 ? next : end
}

function endOfPart(text: string, start: number): number {
  let i = start + 1
  for (; i < text.length; i++) {
    const kind = classAt(text, i)
    if (kind === LETTER || kind === INVISIBLE) continue
    const unit = text.charCodeAt(i)
    if ((unit === 0x2c || unit === 0x2e) && isDigit(text, i - 1) && isDigit(text, i + 1)) continue
    break
  }
  return i
}

function isDigit(text: string, index: number): boolean {
  // Reading beyond the end of a text would make V8 deoptimise all code that reads texts.
  if (index >= text.length) return false
  const unit = text.charCodeAt(index)
  return unit >= 0x30 && unit <= 0x39
}

/**
 * Whether a word is a plural in -s of 4 or 5 letters (jobs, flaws). Its `s` is removed; longer words are cut anyway.
 * Words in -is, -us and -ss (Paris, virus, press) are not plurals.
 */
function isShortPlural(text: string, start: number, end: number): boolean {
  const length = end - start
  if (length < STEM_LENGTH - 1 || length > STEM_LENGTH) return false
  if ((text.charCodeAt(end - 1) | 0x20) !== 0x73) return false
  const before = text.charCodeAt(end - 2) | 0x20
  return before !== 0x69 && before !== 0x73 && before !== 0x75
}

/** Whether a word is the part before or after an apostrophe: the s of "it's", the l of "l'Italia". */
function isClitic(text: string, start: number, end: number): boolean {
  if (end - start > 2) return false
  if (end < text.length && classAt(text, end) === APOSTROPHE && text.charCodeAt(end + 1) > 0x40) return true
  return start > 1 && classAt(text, start - 1) === APOSTROPHE && classAt(text, start - 2) === LETTER
}

function addWord(text: string, start: number, end: number, opening: boolean, into: Words): void {
  const number = isDigit(text, start)
  let hash = FNV_BASIS
  let letters = 0
  const last = !number && isShortPlural(text, start, end) ? end - 1 : end
  for (let i = start; i < last; i++) {
    if (letters >= STEM_LENGTH && !number) break
    const unit = text.charCodeAt(i)
    if (unit < 0x80) {
      if (unit === 0x2c || unit === 0x2e || unit === HYPHEN) continue
      hash = Math.imul(hash ^ (unit >= 0x41 && unit <= 0x5a ? unit + 32 : unit), FNV_PRIME)
      letters++
    } else {
      const folded = foldUnit(unit)
      const room = number ? folded.length : Math.min(folded.length, STEM_LENGTH - letters)
      for (let k = 0; k < room; k++) {
        hash = Math.imul(hash ^ folded.charCodeAt(k), FNV_PRIME)
        letters++
      }
    }
  }
  // A single letter is an initial or a piece of an abbreviation.
  if (letters === 0 || (letters === 1 && !number)) return
  const capital = number || isCapital(text, start)
  push(into, hash, start, end, flagsOf(number, capital, opening))
}

function flagsOf(number: boolean, capital: boolean, opening: boolean): number {
  return (
    (number ? NUMBER | NAME : 0) |
    (capital ? CAPITAL : 0) |
    (capital && !opening ? NAME : 0) |
    (opening ? OPENING : 0)
  )
}

/**
 * Adds the pairs of characters of a run, or the single character of a run of one. Katakana within the run are one
 * word: as pairs, one foreign name would count as several shared words.
 *
 * @returns the index after the run
 */
function addGrams(text: string, start: number, kind: number, into: Words): number {
  let i = start
  while (i < text.length && classAt(text, i) === kind) i++
  const last = i - start < 2 ? i : i - 1
  for (let at = start; at < last && into.count < MAX_WORDS; at++) {
    const end = endOfKatakana(text, at, i)
    if (end > at + 1) {
      addKatakana(text, at, end, into)
      at = end - 1
      continue
    }
    let hash = Math.imul(FNV_BASIS ^ text.charCodeAt(at), FNV_PRIME)
    if (at + 1 < i) hash = Math.imul(hash ^ text.charCodeAt(at + 1), FNV_PRIME)
    push(into, hash, at, Math.min(at + 2, i), GRAM)
  }
  return i
}

function endOfKatakana(text: string, start: number, limit: number): number {
  let end = start
  while (end < limit && isKatakana(text.charCodeAt(end))) end++
  return end
}

/** Includes the prolonged sound mark and excludes the middle dot, which separates names. */
function isKatakana(unit: number): boolean {
  return (unit >= 0x30a1 && unit <= 0x30fa) || unit === 0x30fc
}

function addKatakana(text: string, start: number, end: number, into: Words): void {
  let hash = FNV_BASIS
  for (let at = start; at < Math.min(end, start + STEM_LENGTH); at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), FNV_PRIME)
  }
  push(into, hash, start, end, GRAM)
}

function push(into: Words, hash: number, start: number, end: number, flags: number): void {
  const at = into.count++
  into.hashes[at] = hash
  into.flags[at] = flags
  into.starts[at] = start
  into.ends[at] = end
}

function isCapital(text: string, index: number): boolean {
  const unit = text.charCodeAt(index)
  if (unit < 0x80) return unit >= 0x41 && unit <= 0x5a
  const character = text[index] ?? ''
  return character.toLowerCase() !== character
}

const FNV_BASIS = 0x811c9dc5 | 0
const FNV_PRIME = 0x01000193

/** Cache of folded characters. Texts use few different ones, and folding one takes microseconds. */
const FOLDED = new Map<number, string>()

function foldUnit(unit: number): string {
  const known = FOLDED.get(unit)
  if (known !== undefined) return known
  const isAccent = unit >= 0x300 && unit <= 0x36f
  const folded = isAccent ? '' : fold(String.fromCharCode(unit))
  FOLDED.set(unit, folded)
  return folded
}
