/** Reading speeds: words of scripts with spaces, and Chinese or Japanese characters. */
const WORDS_PER_MINUTE = 230
const IDEOGRAPHS_PER_MINUTE = 500

/**
 * Average word length in Thai, Lao, Khmer and Burmese, which have no spaces between words. In UTF-16 units.
 */
const LETTERS_PER_UNSPACED_WORD = 5

export interface TextLength {
  /** Words; each Chinese or Japanese character counts as one. */
  readonly words: number
  /** Whole minutes, rounded up; 0 only for a text without words. */
  readonly readingMinutes: number
}

/** Counts words and estimates the reading time, in one pass over the text. */
export function measure(text: string): TextLength {
  let spaced = 0
  let ideographs = 0
  let unspaced = 0
  let inWord = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    // A shortcut: most characters are lower-case ASCII letters and spaces.
    if (code >= 0x61 && code <= 0x7a) {
      if (!inWord) spaced++
      inWord = true
      continue
    }
    if (code === 0x20) {
      inWord = false
      continue
    }
    const kind = kindOf(code)
    if (kind === 'letter' && !inWord) spaced++
    if (kind === 'ideograph') ideographs++
    if (kind === 'unspaced') unspaced++
    inWord = kind === 'letter' || (kind === 'joiner' && inWord)
  }
  spaced += Math.ceil(unspaced / LETTERS_PER_UNSPACED_WORD)
  const minutes = spaced / WORDS_PER_MINUTE + ideographs / IDEOGRAPHS_PER_MINUTE
  return { words: spaced + ideographs, readingMinutes: Math.ceil(minutes) }
}

/** Whether a UTF-16 unit belongs to a script that writes Chinese or Japanese. */
export function isIdeograph(code: number): boolean {
  return kindOf(code) === 'ideograph'
}

type Kind = 'letter' | 'ideograph' | 'unspaced' | 'joiner' | 'other'

function kindOf(code: number): Kind {
  if (code < 0x80) {
    if ((code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || (code >= 0x30 && code <= 0x39)) {
      return 'letter'
    }
    return code === 0x27 || code === 0x2d ? 'joiner' : 'other'
  }
  if (code < 0xc0) return code === 0xb7 || code === 0xad ? 'joiner' : 'other'
  if (code < 0xe00) return 'letter'
  if (code < 0x2e80) return beforeIdeographs(code)
  if (code < 0xac00) return amongIdeographs(code)
  if (code < 0xd800) return 'letter'
  // High surrogates of the supplementary ideographs. Emoji and rare scripts do not count as words.
  if (code < 0xe000) return code >= 0xd840 && code <= 0xd888 ? 'ideograph' : 'other'
  if (code >= 0xf900 && code <= 0xfaff) return 'ideograph'
  if (code >= 0xfb00 && code <= 0xfefc) return 'letter'
  if (code >= 0xff66 && code <= 0xff9d) return 'ideograph'
  return (code >= 0xff10 && code <= 0xff19) || (code >= 0xff21 && code <= 0xff5a) ? 'letter' : 'other'
}

/** U+0E00 to U+2E7F: from Thai to the symbols before the CJK radicals. */
function beforeIdeographs(code: number): Kind {
  if (code < 0xf00) return 'unspaced'
  if (code < 0x1000) return 'letter'
  if (code < 0x10a0) return 'unspaced'
  if (code >= 0x1780 && code < 0x1800) return 'unspaced'
  if (code === 0x2019) return 'joiner'
  return code < 0x2000 || (code >= 0x2c00 && code < 0x2e00) ? 'letter' : 'other'
}

/** U+2E80 to U+ABFF: CJK radicals, kana and ideographs, with their punctuation. */
function amongIdeographs(code: number): Kind {
  if (code >= 0x3005 && code <= 0x3007) return 'ideograph'
  if (code < 0x3040) return 'other'
  if (code <= 0x30ff) return code === 0x30fb ? 'other' : 'ideograph'
  if (code >= 0x3130 && code <= 0x318f) return 'letter'
  if (code >= 0x31f0 && code <= 0x31ff) return 'ideograph'
  if (code < 0x3400) return 'other'
  return code < 0xa000 ? 'ideograph' : 'letter'
}
