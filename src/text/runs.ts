const SPACE = 0x20

/** The script of a run: `word` for scripts with spaces, else a script whose words need more analysis. */
export type RunKind = 'word' | 'han' | 'hangul' | 'thai'

/** Receives a run: its kind and its range `[start, end)` in UTF-16 units. */
type RunVisitor = (kind: RunKind, start: number, end: number) => void

/**
 * Cuts text into runs of one script and visits them in order, without a possessive `'s`. `U.S.`, `don't`, `c++` and a
 * single emoji are each one run. Linear in the length of the text.
 */
export function forEachRun(text: string, visit: RunVisitor): void {
  const { length } = text
  for (let at = 0; at < length;) at = visitRun(text, at, visit)
}

/**
 * Visits the run that begins at `at`, if one does.
 *
 * @param at not inside a run
 * @returns the next offset at which a run may begin, above `at`
 */
function visitRun(text: string, at: number, visit: RunVisitor): number {
  const kind = classAt(text, at)
  if (kind === LETTER) {
    let end = wordEnd(text, at)
    // A shortcut, since most words end at a space and no suffix can follow a space.
    if (text.charCodeAt(end) === SPACE) {
      visit('word', at, end)
      return end + 1
    }
    // Versions have an optional `v`: `v2.0.1`.
    if (isVersion(text, at, end)) {
      visit('word', at + 1, end)
      return end
    }
    const acronym = acronymEnd(text, at, end)
    if (acronym > end) {
      visit('word', at, acronym)
      return acronym
    }
    end = withSign(text, at, withNegation(text, end))
    visit('word', at, end)
    return afterPossessive(text, end)
  }
  if (kind === HAN || kind === HANGUL || kind === THAI) {
    const end = runEnd(text, at, kind)
    visit(kind === HAN ? 'han' : kind === HANGUL ? 'hangul' : 'thai', at, end)
    return end
  }
  if (kind === PICTOGRAPH) {
    const end = pictographEnd(text, at)
    visit('word', at, end)
    return end
  }
  return at + 1
}

/** Whether a word is the `v` and first number of a version: a full stop and more digits follow. */
function isVersion(text: string, start: number, end: number): boolean {
  if ((text.charCodeAt(start) | 0x20) !== 0x76 || text.charAt(end) !== '.') return false
  return /^\d+\.\d$/.test(text.slice(start + 1, end + 2))
}

/** How many UTF-16 units the code point at `index` takes. */
export function unitsAt(text: string, index: number): 1 | 2 {
  const unit = text.charCodeAt(index)
  const next = text.charCodeAt(index + 1)
  return unit >= 0xd800 && unit <= 0xdbff && next >= 0xdc00 && next <= 0xdfff ? 2 : 1
}

function runEnd(text: string, start: number, kind: number): number {
  const { length } = text
  let at = start
  // A shortcut: most runs contain only characters of one class and end at a space.
  while (at < length && classByUnit[text.charCodeAt(at)] === kind) at++
  if (at === length || text.charCodeAt(at) === SPACE) return at
  let end = at
  while (at < length) {
    const here = classAt(text, at)
    // An invisible character does not end a run, but a run does not end with one.
    if (here !== kind && here !== INVISIBLE && here !== ATTACHED) break
    at += unitsAt(text, at)
    if (here !== INVISIBLE) end = at
  }
  return end
}

/** The end of a word. Ukrainian and Belarusian have apostrophes within words: `об'єкт`, `сім'я`. */
function wordEnd(text: string, start: number): number {
  let end = runEnd(text, start, LETTER)
  while (isApostropheAt(text, end) && SOFT_VOWEL.test(text.charAt(end + 1)) && isCyrillic(text, end - 1)) {
    end = runEnd(text, end + 1, LETTER)
  }
  return end
}

const SOFT_VOWEL = /[яюєїеёі]/i

function isCyrillic(text: string, at: number): boolean {
  const unit = text.charCodeAt(at)
  return unit >= 0x400 && unit <= 0x52f
}

/** Gives the end of an acronym (`U.S.`, `e.g.`, `J.R.R.`), or `firstEnd` if none starts here. */
function acronymEnd(text: string, start: number, firstEnd: number): number {
  if (firstEnd - start !== 1 || text[firstEnd] !== '.' || isDigit(text, start)) return firstEnd
  let end = firstEnd
  let letters = 1
  for (let at = firstEnd + 1; isSingleLetter(text, at); at += 2) {
    letters++
    end = text[at + 1] === '.' ? at + 2 : at + 1
    if (text[at + 1] !== '.') break
  }
  return letters > 1 ? end : firstEnd
}

function isSingleLetter(text: string, at: number): boolean {
  // A surrogate pair takes two units, and acronyms are not written with such letters.
  if (at >= text.length || unitsAt(text, at) > 1) return false
  if (classAt(text, at) !== LETTER || isDigit(text, at)) return false
  return at + 1 >= text.length || classAt(text, at + 1) !== LETTER
}

function isDigit(text: string, at: number): boolean {
  const unit = text.charCodeAt(at)
  return unit >= 0x30 && unit <= 0x39
}

/** Includes `'t` after an `n`: `don't` is one word, which people also write `dont`. */
function withNegation(text: string, end: number): number {
  if (!isApostropheAt(text, end)) return end
  if (!/n/i.test(text[end - 1] ?? '') || !/t/i.test(text[end + 1] ?? '')) return end
  return isBorder(text, end + 2) ? end + 2 : end
}

/** Includes the sign of `C++`, `C#` and `F#`, which belongs to the name. */
function withSign(text: string, start: number, end: number): number {
  if (end - start !== 1 || isDigit(text, start) || text.charCodeAt(start) > 0x7f) return end
  if (text[end] === '#' && isBorder(text, end + 1)) return end + 1
  // A version may follow without a space: `C++20`.
  const plus = text[end] === '+' && text[end + 1] === '+'
  return plus && (isBorder(text, end + 2) || isDigit(text, end + 2)) ? end + 2 : end
}

function afterPossessive(text: string, end: number): number {
  if (!isApostropheAt(text, end) || !/s/i.test(text[end + 1] ?? '')) return end
  return isBorder(text, end + 2) ? end + 2 : end
}

function isApostropheAt(text: string, at: number): boolean {
  return at < text.length && classAt(text, at) === APOSTROPHE
}

/** Whether a word of a script with spaces ends here. Chinese and similar scripts may adjoin it: `C++编程`. */
function isBorder(text: string, at: number): boolean {
  if (at >= text.length) return true
  const kind = classAt(text, at)
  return kind !== LETTER && kind !== INVISIBLE && kind !== ATTACHED
}

/** A flag is two regional letters; everything else is one code point. */
function pictographEnd(text: string, start: number): number {
  const end = start + unitsAt(text, start)
  const flag = isRegional(text, start) && end < text.length && isRegional(text, end)
  return flag ? end + unitsAt(text, end) : end
}

function isRegional(text: string, at: number): boolean {
  const point = text.codePointAt(at) ?? 0
  return point >= 0x1f1e6 && point <= 0x1f1ff
}

// Character classes. Runs are made from them.
/** Belongs to no word: spaces, punctuation, symbols. */
const BREAK = 0
/** Letters, digits and their marks in scripts that put spaces between words. */
export const LETTER = 1
/** Han and kana. Their words have no spaces between them and are found by pairs of characters. */
export const HAN = 2
/** Hangul. Particles are written onto a word without a space, so pairs of syllables find the word. */
export const HANGUL = 3
/** Thai, Lao, Khmer, Burmese. Their words have no spaces between them and are found with a dictionary. */
export const THAI = 4
/** Has no width. It neither belongs to a word nor ends one. */
export const INVISIBLE = 5
export const APOSTROPHE = 6
/** A picture is a word of its own. */
const PICTOGRAPH = 7
/** A conjoining or voicing mark, which belongs to the character before it. */
export const ATTACHED = 8

/** Gives the class of the code point at `index`. A table holds the classes of the basic plane. */
export function classAt(text: string, index: number): number {
  const unit = text.charCodeAt(index)
  const known = classByUnit[unit] ?? BREAK
  if (known < SURROGATE) return known
  if (known === UNCLASSIFIED) {
    fillBlock(unit >>> 8)
    return classAt(text, index)
  }
  const point = text.codePointAt(index)
  return point === undefined || point < 0x10000 ? BREAK : classOf(String.fromCodePoint(point))
}

/** In order: ASCII, typographic, modifier letter, full width. */
const APOSTROPHES = "'\u2019\u02bc\uff07"
/** U+0640 is the Arabic tatweel, which only stretches a word. */
const WIDTHLESS = /\p{Default_Ignorable_Code_Point}|\u0640/u

/** Half of a surrogate pair. The whole code point decides its class. */
const SURROGATE = 254
const UNCLASSIFIED = 255

/**
 * Class by UTF-16 unit. `UNCLASSIFIED` marks units that no text contained so far. `SURROGATE` and
 * `UNCLASSIFIED` are greater than all classes.
 */
const classByUnit = new Uint8Array(0x10000).fill(UNCLASSIFIED)

/** Fills 256 units at a time. Filling the whole table would add 100 ms to every start. */
function fillBlock(block: number): void {
  const first = block << 8
  for (let unit = first; unit < first + 256; unit++) {
    classByUnit[unit] = unit >= 0xd800 && unit <= 0xdfff ? SURROGATE : classOf(String.fromCharCode(unit))
  }
}

function classOf(character: string): number {
  if (APOSTROPHES.includes(character)) return APOSTROPHE
  if (/[\u3099\u309a\uff9e\uff9f]/.test(character)) return ATTACHED
  if (WIDTHLESS.test(character)) return INVISIBLE
  if (
    /[々〆〇ー\uff70]|\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Bopomofo}/u.test(
      character,
    )
  ) {
    return /[\p{L}\p{N}]/u.test(character) ? HAN : BREAK
  }
  if (/[\u1160-\u11ff\ud7b0-\ud7ff]/.test(character)) return ATTACHED
  if (/\p{Script=Hangul}/u.test(character)) return /\p{L}/u.test(character) ? HANGUL : BREAK
  if (/[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u.test(character)) {
    return /[\p{L}\p{M}\p{N}]/u.test(character) ? THAI : BREAK
  }
  if (/[\p{L}\p{N}\p{M}]/u.test(character)) return LETTER
  return character >= '\u2600' && /\p{Extended_Pictographic}|\p{Regional_Indicator}/u.test(character)
    ? PICTOGRAPH
    : BREAK
}
