import { FNV_START, fnv1a, withUnit } from '../../text/fnv.ts'
import { fold } from '../../text/fold.ts'
import { HAN, HANGUL, LETTER, THAI, APOSTROPHE, INVISIBLE, classAt } from '../../text/runs.ts'

export interface Word {
  /** 32-bit hash of the folded word, cut to `STEM_LENGTH` letters. */
  readonly hash: number
  readonly start: number
  readonly end: number
  /** Starts with a capital or a digit. */
  readonly isCapital: boolean
  /** Whether it is used as a name: with a capital inside a sentence, or as a number. */
  readonly isName: boolean
  readonly isNumber: boolean
  /** A pair of characters, or a katakana word, of a script without spaces. */
  readonly isGram: boolean
}

/** Maximum number of words per text. */
const MAX_WORDS = 96

/** Words are cut to this many letters: a simple stemmer for every language. */
const STEM_LENGTH = 5

/** Splits a text into at most `MAX_WORDS` words, in order. */
export function readWords(text: string): Word[] {
  const words: Word[] = []
  /** Whether the next word is the first of its sentence, where a capital does not mark a name. */
  let opens = true
  let at = 0
  while (at < text.length && words.length < MAX_WORDS) {
    const kind = classAt(text, at)
    if (kind === LETTER) {
      const isNumber = isDigit(text, at)
      const amount = isNumber ? amountAt(text, at) : undefined
      const end = amount?.end ?? endOfWord(text, at)
      if (amount !== undefined || !isClitic(text, at, end)) {
        const hash = amount?.hash ?? hashOfWord(text, at, end)
        const isCapital = isNumber || startsWithCapital(text, at)
        const isName = isNumber || (isCapital && !opens)
        if (hash !== undefined)
          words.push({ hash, start: at, end, isCapital, isName, isNumber, isGram: false })
        opens = false
      }
      at = end
    } else if (kind === HAN || kind === HANGUL || kind === THAI) {
      at = addGrams(text, at, kind, words)
      opens = false
    } else {
      const unit = text.charCodeAt(at)
      if (ENDS_SENTENCE.has(unit)) opens = true
      at += unit >= 0xd800 && unit <= 0xdbff ? 2 : 1
    }
  }
  return words
}

/** Punctuation after which a capital does not mark a name. */
const ENDS_SENTENCE = new Set(Array.from('.!?:|–—"“”‘(«»„¿¡', (mark) => mark.charCodeAt(0)))

/** Digits with their separators, and the unit that multiplies them: `71K`, `1.3 billion`, `$5bn`. */
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
 * Reads the number at `start`. Equal amounts have equal hashes in any notation: 71K, 71,000 and 71000.
 *
 * @returns `undefined` if letters follow without a space (3D, 2nd)
 */
function amountAt(text: string, start: number): { hash: number; end: number } | undefined {
  AMOUNT.lastIndex = start
  const found = AMOUNT.exec(text)
  if (found === null) return undefined
  const [whole, digits = '', unit = ''] = found
  const plain = GROUPED.test(digits) ? digits.replaceAll(',', '') : digits.replaceAll(',', '.')
  const factor = FACTORS[unit.toLowerCase()] ?? 1
  // A number with several points is a version or an address.
  const isVersion = plain.indexOf('.') !== plain.lastIndexOf('.')
  const amount = isVersion || factor === 1 ? plain : String(Math.round(Number(plain) * factor * 100) / 100)
  return { hash: fnv1a(amount), end: start + whole.length }
}

const HYPHEN = 0x2d

/**
 * Returns the index after the word at `start`. Digits with their separators are one word (1,000 and 1.8). A hyphen
 * joins parts that are too short to be words (Wi-Fi, e-mail).
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

/** Whether a word is a part before or after an apostrophe: the s of "it's", the l of "l'Italia". */
function isClitic(text: string, start: number, end: number): boolean {
  if (end - start > 2) return false
  if (end < text.length && classAt(text, end) === APOSTROPHE && text.charCodeAt(end + 1) > 0x40) return true
  return start > 1 && classAt(text, start - 1) === APOSTROPHE && classAt(text, start - 2) === LETTER
}

/** @returns `undefined` for a single letter: an initial, or a part of an abbreviation */
function hashOfWord(text: string, start: number, end: number): number | undefined {
  const isNumber = isDigit(text, start)
  const maxLetters = isNumber ? Infinity : STEM_LENGTH
  const last = !isNumber && isShortPlural(text, start, end) ? end - 1 : end
  let hash = FNV_START
  let letters = 0
  for (let i = start; i < last && letters < maxLetters; i++) {
    const unit = text.charCodeAt(i)
    if (unit === 0x2c || unit === 0x2e || unit === HYPHEN) continue
    if (unit < 0x80) {
      hash = withUnit(hash, unit >= 0x41 && unit <= 0x5a ? unit + 32 : unit)
      letters++
      continue
    }
    const folded = foldUnit(unit)
    for (let k = 0; k < folded.length && letters < maxLetters; k++, letters++) {
      hash = withUnit(hash, folded.charCodeAt(k))
    }
  }
  return letters > 1 || (isNumber && letters === 1) ? hash : undefined
}

/**
 * Adds the pairs of characters of a run, or its single character. Katakana within the run are one word: as pairs, one
 * foreign name would count as several shared words.
 *
 * @returns the index after the run
 */
function addGrams(text: string, start: number, kind: number, words: Word[]): number {
  let end = start
  while (end < text.length && classAt(text, end) === kind) end++
  const last = end - start < 2 ? end : end - 1
  for (let at = start; at < last && words.length < MAX_WORDS; at++) {
    const katakana = endOfKatakana(text, at, end)
    const isWord = katakana > at + 1
    const until = isWord ? katakana : Math.min(at + 2, end)
    const hash = fnv1a(text, at, Math.min(until, at + STEM_LENGTH))
    words.push({
      hash,
      start: at,
      end: until,
      isCapital: false,
      isName: false,
      isNumber: false,
      isGram: true,
    })
    if (isWord) at = until - 1
  }
  return end
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

function startsWithCapital(text: string, index: number): boolean {
  const unit = text.charCodeAt(index)
  if (unit < 0x80) return unit >= 0x41 && unit <= 0x5a
  const character = text[index] ?? ''
  return character.toLowerCase() !== character
}

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
