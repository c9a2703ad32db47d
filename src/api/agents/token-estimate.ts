/** Letters of a longer run are no word that a tokenizer knows as a whole. */
const WORD_LETTERS = 12

/**
 * Tokens that a model is charged for a text, estimated without its tokenizer. The estimate errs on the safe side:
 * docs/decisions/059-tools-for-agents.md compares it with five tokenizers.
 *
 * @returns a whole number; the estimate of a text is at most the sum of the estimates of its parts
 */
export function estimateTokens(text: string): number {
  return Math.ceil(measure(text, Infinity).tokens)
}

/** The longest beginning of a text that fits, at the end of a word where that costs little; never half a character. */
export function cutToTokens(text: string, maxTokens: number): string {
  const { length } = measure(text, maxTokens)
  if (length === text.length) return text
  const wordEnd = text.lastIndexOf(' ', length)
  return text.slice(0, wordEnd > length * 0.8 ? wordEnd : length)
}

/** Tokens and length of the longest beginning of a text that fits. Reads no further. */
function measure(text: string, maxTokens: number): { readonly tokens: number; readonly length: number } {
  let tokens = 0
  let length = 0
  let letters = 0
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    letters = isAsciiLetter(code) ? letters + 1 : 0
    const next = tokens + (letters > WORD_LETTERS ? 0.7 : tokensOf(code))
    if (next > maxTokens) break
    tokens = next
    length += character.length
  }
  return { tokens, length }
}

function tokensOf(code: number): number {
  if (code >= 97 && code <= 122) return 0.34
  if (code >= 65 && code <= 90) return 0.9
  if (code === 32) return 0.15
  // Digits, signs and ends of lines can each be a token.
  if (code < 0x80) return 1.1
  // Accented Latin letters cut a word in pieces.
  if (code < 0x100) return 1.8
  // Two bytes in UTF-8: Greek, Cyrillic, Arabic, Hebrew.
  if (code < 0x800) return 1.3
  // Chinese, Japanese, Korean, Thai and Indic texts have 0.5 to 1.7.
  return code < 0x10000 ? 2 : 4
}

function isAsciiLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90)
}
