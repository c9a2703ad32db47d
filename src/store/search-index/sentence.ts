import { readSpellings } from '../../domain/query/spellings.ts'
import type { QueryNode } from '../../domain/search.ts'

/** Plain words from which on a query is a sentence, and items with all of them that are enough of an answer. */
const SENTENCE_WORDS = 4
export const ENOUGH_FOR_SENTENCE = 5

/** Whether a query is a row of plain words: a headline or a question that was pasted. */
export function isSentence(query: QueryNode): boolean {
  return query.kind === 'and' && query.children.length >= SENTENCE_WORDS && query.children.every(isPlain)
}

/** Whether a node is a word without any operator. Quotes are a demand; a hyphen is spelling. */
export function isPlain(node: QueryNode): boolean {
  return (
    (node.kind === 'word' && !node.prefix && node.field === undefined) ||
    (node.kind === 'phrase' && node.joined !== undefined && node.field === undefined) ||
    readSpellings(node) !== undefined
  )
}
