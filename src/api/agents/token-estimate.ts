/** Tokenizers split longer runs of letters. */
const WORD_LETTERS = 12

/**
 * Estimates tokens without a tokenizer, erring on the high side. docs/decisions/059-tools-for-agents.md compares
 * the estimate with five tokenizers.
 *
 * @returns a whole number; the estimate of a text is at most the sum of the estimates of its parts
 */
export function estimateTokens(text: string): number {
  return Math.ceil(measure(text, Infinity).tokens)
}

/** Cuts a text to a budget, at a word boundary where little is lost, and never inside a character. */
export function cutToTokens(text: string, maxTokens: number): string {
  const { length } = measure(text, maxTokens)
  if (length === text.length) return text
  const wordEnd = text.lastIndexOf(' ', length)
  return text.slice(0, wordEnd > length * 0.8 ? wordEnd : length)
}

/** Tokens and length of the longest prefix that fits. Reads no further. */
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
  // Each digit, sign or newline can be a token.
  if (code < 0x80) return 1.1
  // Accented Latin letters split a word.
  if (code < 0x100) return 1.8
  // Two bytes in UTF-8: Greek, Cyrillic, Arabic, Hebrew.
  if (code < 0x800) return 1.3
  // Chinese, Japanese, Korean, Thai and Indic texts have 0.5 to 1.7.
  return code < 0x10000 ? 2 : 4
}

function isAsciiLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90)
}
