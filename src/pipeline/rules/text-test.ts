import type { TextTest } from '../../model/rule.ts'
import { fold } from '../../text/fold.ts'
import { compilePattern } from '../../text/pattern.ts'

/** A text that is looked at by several rules. */
export interface LookedAt {
  readonly text: string
  /** Without case and accents, with single spaces; made when a rule first asks for it. */
  readonly folded: () => string
}

export function lookedAt(text: string): LookedAt {
  let folded: string | undefined
  return { text, folded: () => (folded ??= foldedLine(text)) }
}

function foldedLine(text: string): string {
  return fold(text).replaceAll(/\s+/g, ' ').trim()
}

/** How plain words are looked for. */
export type WordsMode =
  /** Word by word, case and accents aside: titles, texts, names. */
  | 'words'
  /** As the whole of it, case and accents aside: tags, languages. */
  | 'whole'
  /** Anywhere, case aside: addresses. */
  | 'part'

/**
 * Makes a test of a text. It takes time in proportion to the text, whatever the pattern.
 *
 * @throws RE2JSException for a pattern that the settings' check would have refused
 */
export function compileTest(test: TextTest, mode: WordsMode): (looked: LookedAt) => boolean {
  if (test.kind === 'pattern') {
    const pattern = compilePattern(test)
    // Not `matcher`: whether it is found costs a fraction of where.
    return ({ text }) => pattern.test(text)
  }
  const { words } = test
  if (mode === 'part') {
    const wanted = words.toLowerCase()
    return ({ text }) => text.toLowerCase().includes(wanted)
  }
  const wanted = foldedLine(words)
  if (mode === 'whole') return ({ folded }) => folded() === wanted
  const isPrefix = wanted.endsWith('*')
  const phrase = isPrefix ? wanted.slice(0, -1) : wanted
  return ({ folded }) => hasPhrase(folded(), phrase, isPrefix)
}

/** Whether a phrase stands in a text with no letter or digit of the same word before or after it. */
function hasPhrase(text: string, phrase: string, isPrefix: boolean): boolean {
  if (phrase === '') return false
  for (let at = text.indexOf(phrase); at >= 0; at = text.indexOf(phrase, at + 1)) {
    const end = at + phrase.length
    if (isBreak(text, at) && (isPrefix || isBreak(text, end))) return true
  }
  return false
}

/** Letters of scripts that are written without spaces are words of their own here. */
const SPACED =
  /^(?=[\p{L}\p{M}\p{N}_])[^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]$/u

/** Whether no word goes on across the place before `text[at]`. */
function isBreak(text: string, at: number): boolean {
  if (at === 0 || at === text.length) return true
  return !(SPACED.test(characterBefore(text, at)) && SPACED.test(characterAt(text, at)))
}

function characterAt(text: string, at: number): string {
  return String.fromCodePoint(text.codePointAt(at) ?? 0x20)
}

function characterBefore(text: string, at: number): string {
  const isPair = /[\uDC00-\uDFFF]/.test(text.charAt(at - 1)) && /[\uD800-\uDBFF]/.test(text.charAt(at - 2))
  return characterAt(text, at - (isPair ? 2 : 1))
}
