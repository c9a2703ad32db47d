import type { QueryNode } from '../../model/search.ts'
import { lookup } from '../../text/lookup.ts'
import { segments } from '../../text/words.ts'
import { readSpellings, wholeWord, withoutRepeats } from '../query/node.ts'

/**
 * Relaxes a query of plain words to any of its words. Quotes, fields and other operators are never relaxed.
 *
 * @param repaired the query with typing errors corrected; words may have become phrases
 * @returns `undefined` if the query has a single word, or more than plain words
 */
export function relax(query: QueryNode, repaired = query): QueryNode | undefined {
  if (!partsOf(query).every(isPlain)) return undefined
  const words = withoutRepeats(partsOf(repaired).flatMap(alternativesOf))
  if (words.length < 2) return undefined
  const [first, ...more] = words.filter((word) => !isTooFrequent(word)).slice(0, MAX_WORDS)
  return first === undefined || more.length === 0 ? first : { kind: 'or', children: [first, ...more] }
}

/** Maximum number of words of a relaxed query. Sentences have fewer, and each word takes time. */
const MAX_WORDS = 64

function partsOf(node: QueryNode): readonly QueryNode[] {
  return node.kind === 'and' ? node.children : [node]
}

/** The word itself, or the parts of a hyphenated word. The digits of `5,000` or `3.14` mean nothing alone. */
function alternativesOf(node: QueryNode): QueryNode[] {
  const spellings = readSpellings(node)
  if (isNumber(spellings?.parts ?? node)) return [node]
  if (spellings === undefined) return node.kind === 'phrase' ? wordsOf(node) : [node]
  // The parts also find the word. A single letter, such as the `e` of `e-mail`, is not significant.
  const { word, parts } = spellings
  return /^. /u.test(parts.text) ? [word, ...wordsOf(parts)] : wordsOf(parts)
}

/** Whether a phrase has no letter: an amount, a version, a day, a score. */
function isNumber(node: QueryNode): boolean {
  return node.kind === 'phrase' && !/\p{L}/u.test(node.text)
}

/** The words of a phrase, without its numbers: the `1` of `gpt-4.1` means nothing alone. */
function wordsOf(phrase: Extract<QueryNode, { readonly kind: 'phrase' }>): QueryNode[] {
  return segments(phrase.text)
    .filter((part) => /\P{N}/u.test(part.text) && lookup(part.text).length > 0)
    .map(({ text }) => wholeWord(text, phrase.field))
}

/** Whether nearly every text has it: one character of a script without spaces, or two of hiragana. */
function isTooFrequent(node: QueryNode): boolean {
  return node.kind === 'word' && COMMON.test(node.text)
}

const COMMON = /^(?:[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u30fc]|\p{Script=Hiragana}{2})$/u

/** Minimum number of plain words in a sentence. With enough hits for all its words, a sentence is not relaxed. */
const SENTENCE_WORDS = 4
/** A question is one from three words on: of "what is perplexity", an answer need not have the first two. */
const QUESTION_WORDS = 3
const QUESTION =
  /^(?:what|who|where|when|why|how|is|are|does|did|can|was|wer|wo|wann|warum|wie|qui|où|quand|pourquoi|qué|quién|dónde|cuándo|cómo|cos|chi|dove|perché|что|кто|где|когда|почему)$/iu
export const MIN_SENTENCE_HITS = 5

/** Whether a query is a sequence of plain words: a pasted headline or question. */
export function isSentence(query: QueryNode): boolean {
  if (query.kind !== 'and' || !query.children.every(isPlain)) return false
  const [first] = query.children
  const isQuestion = first?.kind === 'word' && QUESTION.test(first.text)
  return query.children.length >= (isQuestion ? QUESTION_WORDS : SENTENCE_WORDS)
}

/** Whether a node is a word without any operator. Quotes are an operator, a hyphen is not. */
function isPlain(node: QueryNode): boolean {
  return (
    (node.kind === 'word' && !node.prefix && node.field === undefined) ||
    (node.kind === 'phrase' && node.joined !== undefined && node.field === undefined) ||
    readSpellings(node) !== undefined
  )
}
