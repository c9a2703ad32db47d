import { countRepeats, readSpellings } from '../query/node.ts'
import { lookup } from '../../text/lookup.ts'
import type { QueryNode } from '../../model/search.ts'
import { segments } from '../../text/words.ts'

/**
 * Makes a query of plain words that asks for any of its words instead of all. Who uses quotes, fields or other operators
 * means what they say.
 *
 * @param repaired the same with typing errors corrected, which may have made phrases of words
 * @returns `undefined` where it asks for one word only, or for more than words
 */
export function relax(query: QueryNode, repaired = query): QueryNode | undefined {
  if (!partsOf(query).every(isPlain)) return undefined
  const words = countRepeats(partsOf(repaired).flatMap(alternativesOf), 'and')
  if (words.length < 2) return undefined
  const [first, ...more] = words.filter((word) => !isTooFrequent(word)).slice(0, MAX_WORDS)
  return first === undefined || more.length === 0 ? first : { kind: 'or', children: [first, ...more] }
}

/** Words of a query that any of may be there; a sentence has fewer, and each costs time. */
const MAX_WORDS = 64

function partsOf(node: QueryNode): readonly QueryNode[] {
  return node.kind === 'and' ? node.children : [node]
}

/** A word itself; of one with hyphens its parts. */
function alternativesOf(node: QueryNode): QueryNode[] {
  const spellings = readSpellings(node)
  if (spellings === undefined) return node.kind === 'phrase' ? wordsOf(node) : [node]
  // Among any of the words its parts find it as well, but for a letter, which tells nothing: that of `e-mail`.
  const { word, parts } = spellings
  return /^. /u.test(parts.text) ? [word, ...wordsOf(parts)] : wordsOf(parts)
}

function wordsOf(phrase: Extract<QueryNode, { readonly kind: 'phrase' }>): QueryNode[] {
  const { field, times } = phrase
  return segments(phrase.text)
    .filter((part) => lookup(part.text).length > 0)
    .map(({ text }) => ({
      kind: 'word',
      text,
      prefix: false,
      field,
      ...(times === undefined ? {} : { times }),
    }))
}

/** One character of a script without spaces, or two of hiragana: nearly every text has it, and it tells nothing alone. */
function isTooFrequent(node: QueryNode): boolean {
  return node.kind === 'word' && COMMON.test(node.text)
}

const COMMON = /^(?:[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u30fc]|\p{Script=Hiragana}{2})$/u

/** Plain words from which on a query is a sentence, and items with all of them that are enough of an answer. */
const SENTENCE_WORDS = 4
export const MIN_SENTENCE_HITS = 5

/** Whether a query is a row of plain words: a headline or a question that was pasted. */
export function isSentence(query: QueryNode): boolean {
  return query.kind === 'and' && query.children.length >= SENTENCE_WORDS && query.children.every(isPlain)
}

/** Whether a node is a word without any operator. Quotes are a demand; a hyphen is spelling. */
function isPlain(node: QueryNode): boolean {
  return (
    (node.kind === 'word' && !node.prefix && node.field === undefined) ||
    (node.kind === 'phrase' && node.joined !== undefined && node.field === undefined) ||
    readSpellings(node) !== undefined
  )
}
