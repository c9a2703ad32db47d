import type { QueryNode } from '../../model/search.ts'
import { type Token, words } from '../../text/words.ts'
import { makePrior, type Prior } from '../index/document.ts'
import { isWordField, type Tuning } from '../index/fields.ts'

/** Number of words from which on a query names an event as closely as can be. */
export const MAX_SPECIFICITY = 4

/** How closely a query names an event, 1..4: the number of words that an item must have. A number counts as two. */
export function specificity(query: QueryNode): number {
  return Math.min(MAX_SPECIFICITY, Math.max(1, Math.round(unbounded(query))))
}

/** The priors of queries, by specificity. */
export function priorsBySpecificity({ prior: { word, sentence } }: Pick<Tuning, 'prior'>): readonly Prior[] {
  return Array.from({ length: MAX_SPECIFICITY + 1 }, (_, specific) => {
    const share = Math.max(0, specific - 1) / (MAX_SPECIFICITY - 1)
    return makePrior({
      floor: word.floor + share * (sentence.floor - word.floor),
      doubling: word.doubling + share * (sentence.doubling - word.doubling),
    })
  })
}

function unbounded(node: QueryNode): number {
  switch (node.kind) {
    case 'word':
    case 'phrase':
      if (!isWordField(node.field)) return 0
      return words(node.text, null, false).reduce((sum, token) => sum + weightOf(token), 0)
    case 'and':
      return node.children.reduce((sum, child) => sum + unbounded(child), 0)
    case 'or':
      return Math.max(...node.children.map(unbounded))
    case 'not':
    case 'before':
    case 'after':
      return 0
  }
}

/** A pair of characters is about half a word. */
function weightOf({ kind, folded }: Token): number {
  if (kind === 'gram') return 0.5
  return /\p{N}/u.test(folded) ? 2 : 1
}
