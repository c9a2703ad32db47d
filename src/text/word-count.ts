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
    const kind = KINDS[text.charCodeAt(at)]
    if (kind === LETTER && !inWord) spaced++
    if (kind === IDEOGRAPH) ideographs++
    if (kind === UNSPACED) unspaced++
    inWord = kind === LETTER || (kind === JOINER && inWord)
  }
  spaced += Math.ceil(unspaced / LETTERS_PER_UNSPACED_WORD)
  const minutes = spaced / WORDS_PER_MINUTE + ideographs / IDEOGRAPHS_PER_MINUTE
  return { words: spaced + ideographs, readingMinutes: Math.ceil(minutes) }
}

/** Whether a UTF-16 unit belongs to a script that writes Chinese or Japanese. */
export function isIdeograph(code: number): boolean {
  return KINDS[code] === IDEOGRAPH
}

const LETTER = 1
const IDEOGRAPH = 2
const UNSPACED = 3
const JOINER = 4

/** The kinds of UTF-16 units, as ranges in hex. Other units belong to no word, emoji and rare scripts among them. */
const RANGES: readonly (readonly [kind: number, ranges: string])[] = [
  [LETTER, '30-39 41-5a 61-7a c0-dff f00-fff 10a0-177f 1800-1fff 2c00-2dff 3130-318f a000-d7ff fb00-fefc'],
  [LETTER, 'ff10-ff19 ff21-ff5a'],
  // Ideographs, kana, and the high surrogates of supplementary ideographs.
  [IDEOGRAPH, '3005-3007 3040-30fa 30fc-30ff 31f0-31ff 3400-9fff d840-d888 f900-faff ff66-ff9d'],
  [UNSPACED, 'e00-eff 1000-109f 1780-17ff'],
  [JOINER, '27 2d ad b7 2019'],
]
const KINDS = new Uint8Array(0x1_0000)
for (const [kind, ranges] of RANGES) {
  for (const range of ranges.split(' ')) {
    const [from = 0, until = from] = range.split('-').map((hex) => Number.parseInt(hex, 16))
    KINDS.fill(kind, from, until + 1)
  }
}
