/** Reading speeds: words of scripts with spaces, and Chinese or Japanese characters. */
const WORDS_PER_MINUTE = 230
const IDEOGRAPHS_PER_MINUTE = 500

/**
 * Average word length in Thai, Lao, Khmer and Burmese, which have no spaces between words. In UTF-16 units.
 */
const LETTERS_PER_UNSPACED_WORD = 5

interface TextLength {
  /** Words; each Chinese or Japanese character counts as one. */
  readonly words: number
  /** Whole minutes, rounded up; 0 only for a text without words. */
  readonly readingMinutes: number
}

/** Letters and digits of scripts with spaces between words. */
const LETTERS = String.raw`0-9A-Za-z\u00c0-\u0dff\u0f00-\u0fff\u10a0-\u177f\u1800-\u1fff\u2c00-\u2dff\u3130-\u318f\ua000-\ud7ff\ufb00-\ufefc\uff10-\uff19\uff21-\uff5a`
const WORD = new RegExp(String.raw`[${LETTERS}][${LETTERS}'\u002d\u00ad\u00b7\u2019]*`, 'g')
/** Ideographs, kana, and the high surrogates of supplementary ideographs. */
const IDEOGRAPH =
  /[\u3005-\u3007\u3040-\u30fa\u30fc-\u30ff\u31f0-\u31ff\u3400-\u9fff\ud840-\ud888\uf900-\ufaff\uff66-\uff9d]/g
/** Thai, Lao, Burmese, Khmer. */
const UNSPACED = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]/g

/** Counts words and estimates the reading time. */
export function measure(text: string): TextLength {
  const spaced = countOf(WORD, text) + Math.ceil(countOf(UNSPACED, text) / LETTERS_PER_UNSPACED_WORD)
  const ideographs = countOf(IDEOGRAPH, text)
  const minutes = spaced / WORDS_PER_MINUTE + ideographs / IDEOGRAPHS_PER_MINUTE
  return { words: spaced + ideographs, readingMinutes: Math.ceil(minutes) }
}

/** Whether a UTF-16 unit belongs to a script that writes Chinese or Japanese. */
export function isIdeograph(unit: string): boolean {
  return unit.search(IDEOGRAPH) === 0
}

function countOf(pattern: RegExp, text: string): number {
  return text.match(pattern)?.length ?? 0
}
