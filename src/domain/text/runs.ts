import {
  APOSTROPHE,
  ATTACHED,
  BREAK,
  classAt,
  HAN,
  HANGUL,
  LETTER,
  PICTURE,
  THAI,
  UNIT_CLASSES,
  UNSEEN,
} from './characters.ts'

const SPACE = 0x20

/** What kind of writing a run is: `word` between spaces, or a script that needs more to find its words. */
export type RunKind = 'word' | 'han' | 'hangul' | 'thai'

/** Told of a run: its kind and its UTF-16 offsets. */
export type TellRun = (kind: RunKind, start: number, end: number) => void

/**
 * Cuts text into runs of one kind of writing and tells each with its UTF-16 offsets, in order.
 * `end` leaves out a possessive `'s`; `U.S.` is one run, and so are `don't`, `c++` and one emoji.
 * Linear in the length of the text.
 */
export function forEachRun(text: string, tell: TellRun): void {
  const { length } = text
  for (let at = 0; at < length;) at = tellRun(text, at, tell)
}

/**
 * Tells the run that begins at `at`, which is no place within one; nothing where none does.
 *
 * @returns the next place where a run may begin, above `at`
 */
export function tellRun(text: string, at: number, tell: TellRun): number {
  const kind = classAt(text, at)
  if (kind === LETTER) {
    let end = wordEnd(text, at)
    // Most words end at a space, where nothing else can follow.
    if (text.charCodeAt(end) === SPACE) {
      tell('word', at, end)
      return end + 1
    }
    const acronym = acronymEnd(text, at, end)
    if (acronym > end) {
      tell('word', at, acronym)
      return acronym
    }
    end = withSign(text, at, withNegation(text, end))
    tell('word', at, end)
    return afterPossessive(text, end)
  }
  if (kind === HAN || kind === HANGUL || kind === THAI) {
    const end = runEnd(text, at, kind)
    tell(kind === HAN ? 'han' : kind === HANGUL ? 'hangul' : 'thai', at, end)
    return end
  }
  if (kind === PICTURE) {
    const end = pictureEnd(text, at)
    tell('word', at, end)
    return end
  }
  return at + 1
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
  // Most runs hold nothing but characters of one class, and end at a character of which nothing more is to be known.
  while (at < length && UNIT_CLASSES[text.charCodeAt(at)] === kind) at++
  if (at === length || text.charCodeAt(at) === SPACE) return at
  let end = at
  while (at < length) {
    const here = classAt(text, at)
    // What has no width ends no run, but is no part of its end either.
    if (here !== kind && here !== UNSEEN && here !== ATTACHED) break
    at += unitsAt(text, at)
    if (here !== UNSEEN) end = at
  }
  return end
}

/** Ukrainian and Belarusian write an apostrophe within words: `об'єкт`, `сім'я`. */
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

/** The end of `U.S.`, `e.g.`, `J.R.R.`; `firstEnd` where no such thing starts. */
function acronymEnd(text: string, start: number, firstEnd: number): number {
  if (firstEnd - start !== 1 || text[firstEnd] !== '.' || isDigit(text, start)) return firstEnd
  let end = firstEnd
  let letters = 1
  for (let at = firstEnd + 1; isLoneLetter(text, at); at += 2) {
    letters++
    end = text[at + 1] === '.' ? at + 2 : at + 1
    if (text[at + 1] !== '.') break
  }
  return letters > 1 ? end : firstEnd
}

function isLoneLetter(text: string, at: number): boolean {
  // An acronym's letter takes one unit: half a letter is none.
  if (at >= text.length || unitsAt(text, at) > 1) return false
  if (classAt(text, at) !== LETTER || isDigit(text, at)) return false
  return at + 1 >= text.length || classAt(text, at + 1) !== LETTER
}

function isDigit(text: string, at: number): boolean {
  const unit = text.charCodeAt(at)
  return unit >= 0x30 && unit <= 0x39
}

/** `don't` is one word, written `dont` as often as not. */
function withNegation(text: string, end: number): number {
  if (!isApostropheAt(text, end)) return end
  if (!/n/i.test(text[end - 1] ?? '') || !/t/i.test(text[end + 1] ?? '')) return end
  return isBorder(text, end + 2) ? end + 2 : end
}

/** `C++`, `C#`, `F#`: the sign makes another word of a single letter. */
function withSign(text: string, start: number, end: number): number {
  if (end - start !== 1 || isDigit(text, start) || text.charCodeAt(start) > 0x7f) return end
  if (text[end] === '#' && isBorder(text, end + 1)) return end + 1
  // A version follows at once: `C++20`.
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

function isBorder(text: string, at: number): boolean {
  return at >= text.length || classAt(text, at) === BREAK || classAt(text, at) === APOSTROPHE
}

/** A flag is two regional letters; everything else is one code point. */
function pictureEnd(text: string, start: number): number {
  const end = start + unitsAt(text, start)
  const flag = isRegional(text, start) && end < text.length && isRegional(text, end)
  return flag ? end + unitsAt(text, end) : end
}

function isRegional(text: string, at: number): boolean {
  const point = text.codePointAt(at) ?? 0
  return point >= 0x1f1e6 && point <= 0x1f1ff
}
