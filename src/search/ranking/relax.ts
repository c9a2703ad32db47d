import type { QueryNode } from '../../model/search.ts'
import { lookup } from '../../text/lookup.ts'
import { segments } from '../../text/words.ts'
import { countRepeats, readSpellings } from '../query/node.ts'

/**
 * Makes a query for any of its words instead of all, if it has only plain words. Quotes, fields and other
 * operators are never relaxed.
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
  // Its parts find it as well, except single letters, which are not significant: the `e` of `e-mail`.
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

/** One character of a script without spaces, or two of hiragana: nearly every text has it. */
function isTooFrequent(node: QueryNode): boolean {
  return node.kind === 'word' && COMMON.test(node.text)
}

const COMMON = /^(?:[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u30fc]|\p{Script=Hiragana}{2})$/u

/**
 * From this many plain words on a query is a sentence; with this many items that have all words it is not
 * relaxed.
 */
const SENTENCE_WORDS = 4
export const MIN_SENTENCE_HITS = 5

/** Whether a query is a sequence of plain words: a pasted headline or question. */
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
