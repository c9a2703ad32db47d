/**
 * Removes differences that do not matter in a search: case, compatibility forms (full width, ligatures),
 * accents, the script of digits.
 *
 * Marks stay if they make another letter: vowel signs of Indic scripts and Thai, voicing of kana, Hangul,
 * Cyrillic й and ї. Marks are removed from Latin, Greek, Hebrew and Arabic, and so are Cyrillic stress marks
 * and the dots of ё: people often leave them out. Idempotent; the result is in NFC.
 */
export function fold(text: string): string {
  if (isAscii(text)) return text.toLowerCase()
  if (isPlain(text, 0, text.length)) return text

  const lower = text.replace(UNSEEN, '').normalize('NFKC').toLowerCase()
  const bare = lower
    .normalize('NFD')
    .replace(WESTERN_MARKS, '$1')
    .replace(CYRILLIC_MARKS, '')
    .replace(SEMITIC_MARKS, '')
    .replace(OWN_LETTERS, (letter) => LETTERS.get(letter) ?? letter)
    .replace(OWN_DIGITS, digitOf)
  return bare.normalize('NFC')
}

/** Whether every character is below U+0080. Most words are, and they need only lower-casing. */
function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 0x7f) return false
  return true
}

/**
 * Whether all characters are Han, kana or Hangul without case, marks or compatibility forms: one unit each, and
 * unchanged by folding.
 */
export function isPlain(text: string, start: number, end: number): boolean {
  for (let i = start; i < end; i++) {
    const unit = text.charCodeAt(i)
    if (unit >= 0x4e00 && unit <= 0x9fff) continue
    if (unit >= 0x3041 && unit <= 0x30fe && (unit < 0x3097 || unit > 0x30a0)) continue
    if (unit >= 0xac00 && unit <= 0xd7a3) continue
    return false
  }
  return true
}

/** Letters that Unicode does not decompose, and what people type for them on other keyboards. */
const LETTERS: ReadonlyMap<string, string> = new Map([
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ø', 'o'],
  ['đ', 'd'],
  ['ð', 'd'],
  ['ł', 'l'],
  ['ħ', 'h'],
  ['ŧ', 't'],
  ['þ', 'th'],
  ['ı', 'i'],
  ['ŋ', 'n'],
  ['ς', 'σ'],
  ['ى', 'ي'],
  ['ة', 'ه'],
])
const OWN_LETTERS = new RegExp(`[${[...LETTERS.keys()].join('')}]`, 'g')

/** Digits of Arabic, Persian, Indic and other scripts. */
const OWN_DIGITS = /(?!\d)\p{Nd}/gu

/** The value, 0 to 9, of a digit of any script. The ten digits of a script are consecutive. */
export function digitOf(digit: string): string {
  const unit = digit.codePointAt(0) ?? 0
  let first = unit
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1
  return String((unit - first) % 10)
}

/** Soft hyphens, joiners, direction marks, variation selectors and skin tones. A search ignores them. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Emoji_Modifier}]/gu

// These patterns apply to NFD, in which marks follow their letter as separate characters.
const WESTERN_MARKS = /([\p{Script=Latin}\p{Script=Greek}])[\u0300-\u036f]+/gu
const CYRILLIC_MARKS = /(?<=\p{Script=Cyrillic})[\u0300\u0301]|(?<=\u0435)\u0308/gu
/** Hebrew points; Arabic vowel signs, hamza above or below a letter, tatweel. */
const SEMITIC_MARKS =
  /[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670]/g
