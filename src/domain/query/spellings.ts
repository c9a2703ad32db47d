import type { QueryNode } from '../search.ts'

/** Words of electronic things that are written with a hyphen as often as without. */
const STEMS = 'mail|book|bike|commerce|learning|reader|scooter|sport|cigarette|voting|government'
const ELECTRONIC = new RegExp(`^e(?:[-\u2010\u2011 ]?)((?:${STEMS})(?:s|ed|ing)?)$`, 'i')

/**
 * The other spelling of a word beside the one that was typed: `email` and `e-mail` are one word, which
 * no rule of letters tells. Words in quotes and beginnings of words stay as they are.
 */
export function withSpellings(node: QueryNode): QueryNode {
  switch (node.kind) {
    case 'word':
      return node.prefix ? node : eitherSpelling(node)
    case 'phrase':
      return node.joined === undefined ? node : eitherSpelling(node)
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

/** Whether a node is one word in its spellings. */
export function isSpellings(node: QueryNode): boolean {
  if (node.kind !== 'or') return false
  const [word, ...others] = node.children
  const isOne = (other: QueryNode): boolean =>
    other.kind === 'phrase' && other.joined?.startsWith('e-') === true
  return word?.kind === 'word' && others.every(isOne) && ELECTRONIC.test(word.text)
}

function eitherSpelling(node: Extract<QueryNode, { readonly kind: 'word' | 'phrase' }>): QueryNode {
  const rest = NAMES.has(node.field ?? '') ? undefined : ELECTRONIC.exec(node.text)?.[1]
  if (rest === undefined) return node
  const { field } = node
  // A phrase is found as typed only: its plural is another.
  const numbers = /(?:ed|ing)$/i.test(rest) ? [rest] : [rest.replace(/s$/i, ''), rest.replace(/s?$/i, 's')]
  return {
    kind: 'or',
    children: [
      { kind: 'word', text: `e${rest}`, prefix: false, field },
      ...numbers.map(
        (part) => ({ kind: 'phrase', text: `e ${part}`, field, joined: `e-${part}` }) satisfies QueryNode,
      ),
    ],
  }
}

/** Fields whose values are names. */
const NAMES: ReadonlySet<string> = new Set(['source', 'category', 'region', 'lang', 'site'])
