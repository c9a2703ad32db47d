import { getOrInsert } from '../../model/get-or-insert.ts'
import type { ItemDraft } from '../../model/item.ts'
import type { RuleField, TextTest } from '../../model/rule.ts'
import { fold } from '../../text/fold.ts'
import { compilePattern } from '../../text/pattern.ts'

/** The texts that conditions test for a field: several for tags, none for an empty field. */
export type RuleFacts = (field: RuleField) => readonly LookedAt[]

/** Conditions test only the beginning of a text, where advertisements and notices are. */
const CONTENT_CHARS = 20_000

export interface RuleSubject extends Pick<
  ItemDraft,
  'title' | 'summary' | 'contentText' | 'author' | 'url' | 'tags' | 'language'
> {
  readonly sourceId: string
}

const UNKNOWN_LANGUAGE = 'unknown'

export function ruleFacts(subject: RuleSubject): RuleFacts {
  const made = new Map<RuleField, readonly LookedAt[]>()
  return (field) => getOrInsert(made, field, () => textsOf(subject, field).map(lookedAt))
}

function textsOf(subject: RuleSubject, field: RuleField): readonly string[] {
  const { title, summary, contentText, author, url, tags, language, sourceId } = subject
  switch (field) {
    case 'title':
      return [title]
    case 'content':
      // A stated summary is not part of the text.
      return [contentText.slice(0, CONTENT_CHARS), summary]
    case 'author':
      return author === null ? [] : [author]
    case 'url':
      return [url]
    case 'tags':
      return tags
    case 'language':
      return [language ?? UNKNOWN_LANGUAGE]
    case 'source':
      return [sourceId]
  }
}

/** A text that several rules test. */
interface LookedAt {
  readonly text: string
  /** Without case and accents, with single spaces; computed on first use. */
  readonly folded: () => string
}

function lookedAt(text: string): LookedAt {
  let folded: string | undefined
  return { text, folded: () => (folded ??= foldedLine(text)) }
}

function foldedLine(text: string): string {
  return fold(text).replaceAll(/\s+/g, ' ').trim()
}

/** How plain words are compared with a text. */
export type WordsMode =
  /** Whole words, ignoring case and accents: titles, texts, names. */
  | 'words'
  /** The whole text, ignoring case and accents: tags, languages. */
  | 'whole'
  /** Any part of the text, ignoring case: addresses. */
  | 'part'

/**
 * Compiles a test of a text. Every test runs in linear time.
 *
 * @throws RE2JSException for a pattern that the check of the settings refuses
 */
export function compileTest(test: TextTest, mode: WordsMode): (looked: LookedAt) => boolean {
  if (test.kind === 'pattern') {
    const pattern = compilePattern(test)
    // `test` is much faster than `matcher`, which also finds positions.
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

/** Whether a text contains a phrase as whole words. With `isPrefix` the last word may be longer. */
function hasPhrase(text: string, phrase: string, isPrefix: boolean): boolean {
  if (phrase === '') return false
  for (let at = text.indexOf(phrase); at >= 0; at = text.indexOf(phrase, at + 1)) {
    const end = at + phrase.length
    if (isBreak(text, at) && (isPrefix || isBreak(text, end))) return true
  }
  return false
}

/** A letter or digit of a script with spaces between words. In other scripts each letter counts as a word. */
const SPACED =
  /^(?=[\p{L}\p{M}\p{N}_])[^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]$/u

/** Whether no word continues from `text[at - 1]` to `text[at]`. */
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
