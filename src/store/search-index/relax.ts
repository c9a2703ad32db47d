import { readSpellings } from '../../domain/query/spellings.ts'
import { lookup } from '../../domain/text/lookup.ts'
import type { QueryNode } from '../../domain/search.ts'
import { segments } from '../../domain/text/words.ts'
import { isWordField } from './fields.ts'

/**
 * Makes a query that asks for any of its words instead of all. What it says of other things than words stays
 * as it is, and so does what it leaves out.
 *
 * @returns `undefined` where it asks for one word only
 */
export function relax(node: QueryNode): QueryNode | undefined {
  const words: QueryNode[] = []
  const rest: QueryNode[] = []
  const visit = (child: QueryNode): void => {
    const spellings = readSpellings(child)
    // Among any of the words its parts find it as well, but for a letter, which tells nothing: that of `e-mail`.
    if (spellings !== undefined && /^. /u.test(spellings.parts.text)) words.push(spellings.word)
    if (spellings !== undefined) words.push(...wordsOf(spellings.parts))
    else if (child.kind === 'and') child.children.forEach(visit)
    else if (child.kind === 'or') words.push(...child.children.map((option) => relax(option) ?? option))
    else if (child.kind === 'word' && isWordField(child.field)) words.push(child)
    else if (child.kind === 'phrase' && isWordField(child.field)) words.push(...wordsOf(child))
    else rest.push(child)
  }
  visit(node)
  const asked = distinct(words)
  if (asked.length < 2) return undefined

  const any: QueryNode = { kind: 'or', children: asked }
  return rest.length === 0 ? any : { kind: 'and', children: [any, ...rest] }
}

function wordsOf(phrase: Extract<QueryNode, { readonly kind: 'phrase' }>): QueryNode[] {
  return segments(phrase.text)
    .filter((part) => lookup(part.text).length > 0)
    .map((part) => ({ kind: 'word', text: part.text, prefix: false, field: phrase.field }))
}

/** Words of a query that any of may be there; a sentence has fewer, and each costs time. */
const MOST_WORDS = 64

/** Each word once: repeating it asks for nothing more. */
function distinct(words: readonly QueryNode[]): QueryNode[] {
  const byText = new Map(words.map((word) => [JSON.stringify(word), word]))
  return [...byText.values()].slice(0, MOST_WORDS)
}
