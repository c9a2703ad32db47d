import { readSpellings } from '../../domain/query/spellings.ts'
import type { QueryNode } from '../../domain/search.ts'

/** Plain words from which on a query is a sentence: a headline or a question that was pasted. */
const SENTENCE_WORDS = 4
/** Plain words from which on few items with all of them are no answer yet, and items that are enough of one. */
const LOOSE_WORDS = 3
const ENOUGH = 5

/** Whether a query is a row of so many plain words that it tells something. */
export function isSentence(query: QueryNode): boolean {
  return plainWords(query) >= SENTENCE_WORDS
}

/** How many items must have all of a query's words for it to be answered by these alone. */
export function enoughFor(query: QueryNode): number {
  return plainWords(query) >= LOOSE_WORDS ? ENOUGH : 1
}

/** The words of a row of plain words; 0 where a query asks for anything else, or for one. */
function plainWords(query: QueryNode): number {
  return query.kind === 'and' && query.children.every(isPlain) ? query.children.length : 0
}

/** Quotes are a demand; a hyphen is spelling. */
function isPlain(node: QueryNode): boolean {
  return (
    (node.kind === 'word' && !node.prefix && node.field === undefined) ||
    (node.kind === 'phrase' && node.joined !== undefined && node.field === undefined) ||
    readSpellings(node) !== undefined
  )
}
