/** What a character is to the reader that cuts text into words. */
export const BREAK = 0
/** Letters, digits and their marks in scripts that put spaces between words. */
export const LETTER = 1
/** Han and kana: words without spaces, found by pairs of characters. */
export const HAN = 2
/** Spaces stand between phrases of a word and its particles, so pairs of syllables find the word. */
export const HANGUL = 3
/** Thai, Lao, Khmer, Burmese: words without spaces, told apart by a dictionary. */
export const THAI = 4
/** Without width: neither part of a word nor a border. */
export const UNSEEN = 5
export const APOSTROPHE = 6
/** A picture is a word of its own. */
export const PICTURE = 7
/** Conjoining or voicing mark that belongs to the character before it. */
export const ATTACHED = 8

/** The class of the code point at `index`; classes of the basic plane come from a table. */
export function classAt(text: string, index: number): number {
  const unit = text.charCodeAt(index)
  const known = UNIT_CLASSES[unit] ?? BREAK
  if (known < SURROGATE) return known
  if (known === UNKNOWN) {
    fillBlock(unit >>> 8)
    return classAt(text, index)
  }
  const point = text.codePointAt(index)
  return point === undefined || point < 0x10000 ? BREAK : classOf(String.fromCodePoint(point))
}

/** Typed, typographic, modifier letter and full width. */
const APOSTROPHES = "'\u2019\u02bc\uff07"
/** The last one is the Arabic tatweel, which only stretches a word. */
const WIDTHLESS = /\p{Default_Ignorable_Code_Point}|\u0640/u

/** One half of a pair, which decides. */
export const SURROGATE = 254
const UNKNOWN = 255

/** Class by UTF-16 unit; `SURROGATE` and `UNKNOWN`, for units that no text has had so far, are above all classes. */
export const UNIT_CLASSES = new Uint8Array(0x10000).fill(UNKNOWN)

/** 256 units at a time: the whole table would take a tenth of a second at every start. */
function fillBlock(block: number): void {
  const first = block << 8
  for (let unit = first; unit < first + 256; unit++) {
    UNIT_CLASSES[unit] = unit >= 0xd800 && unit <= 0xdfff ? SURROGATE : classOf(String.fromCharCode(unit))
  }
}

function classOf(character: string): number {
  if (APOSTROPHES.includes(character)) return APOSTROPHE
  if (/[\u3099\u309a\uff9e\uff9f]/.test(character)) return ATTACHED
  if (WIDTHLESS.test(character)) return UNSEEN
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
    ? PICTURE
    : BREAK
}
