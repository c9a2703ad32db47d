import type { QueryNode } from '../search.ts'
import { forEachHyphenated } from '../text/hyphens.ts'

/**
 * Looks for a word with a hyphen as one word too: `co-operate` finds `cooperate`, and what it is found by when it has the
 * hyphen in any of its forms. The other way round nothing is to be done, since `e-mail` is indexed as `email`, too.
 * What is in quotes stays as it is.
 */
export function withSpellings(node: QueryNode): QueryNode {
  switch (node.kind) {
    case 'phrase': {
      const word = joinedWord(node.joined)
      return word === undefined ? node : { kind: 'or', children: [asWord(node, word), node] }
    }
    case 'word':
    case 'before':
    case 'after':
      return node
    case 'not':
      return { kind: 'not', child: withSpellings(node.child) }
    case 'and':
    case 'or':
      return { kind: node.kind, children: node.children.map(withSpellings) }
  }
}

function asWord({ field, times }: Extract<QueryNode, { readonly kind: 'phrase' }>, text: string): QueryNode {
  return { kind: 'word', text, prefix: false, field, ...(times === undefined ? {} : { times }) }
}

/** A word with a hyphen, in both its spellings. */
export interface Spellings {
  readonly word: Extract<QueryNode, { readonly kind: 'word' }>
  readonly parts: Extract<QueryNode, { readonly kind: 'phrase' }>
}

/** `undefined` where a node is anything else. */
export function readSpellings(node: QueryNode): Spellings | undefined {
  if (node.kind !== 'or' || node.children.length !== 2) return undefined
  const [word, parts] = node.children
  const isOne =
    word?.kind === 'word' &&
    parts?.kind === 'phrase' &&
    !word.prefix &&
    word.field === parts.field &&
    word.text === joinedWord(parts.joined)
  return isOne ? { word, parts } : undefined
}

function joinedWord(written: string | undefined): string | undefined {
  let word: string | undefined
  if (written === undefined) return undefined
  forEachHyphenated(written, (start, end, joined) => {
    if (start === 0 && end === written.length) word = joined
  })
  return word
}
