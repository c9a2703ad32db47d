import { groupBy } from '../../model/group-by.ts'
import type { QueryNode, SearchField } from '../../model/search.ts'
import { toIso } from '../../model/time.ts'
import { forEachJoinedWord } from '../../text/joined-words.ts'

/** Makes a node whose children must all match. Flattens nested nodes of its kind and drops repeated words. */
export function allOf(children: readonly (QueryNode | undefined)[]): QueryNode | undefined {
  return combined('and', children)
}

/** Makes a node of which any child may match. */
export function anyOf(children: readonly (QueryNode | undefined)[]): QueryNode | undefined {
  return combined('or', children)
}

/** Makes a node that excludes the matches of `child`. A double negation gives the inner node. */
export function noneOf(child: QueryNode | undefined): QueryNode | undefined {
  if (child === undefined) return undefined
  return child.kind === 'not' ? child.child : { kind: 'not', child }
}

function combined(kind: 'and' | 'or', children: readonly (QueryNode | undefined)[]): QueryNode | undefined {
  const flat = children.flatMap((child) =>
    child === undefined ? [] : child.kind === kind ? child.children : [child],
  )
  const distinct = flat.length < 2 ? flat : withoutRepeats(flat)
  return distinct.length < 2 ? distinct[0] : { kind, children: distinct }
}

/** Removes repeated nodes. */
export function withoutRepeats(nodes: readonly QueryNode[]): QueryNode[] {
  return [...groupBy(nodes, printQuery).values()].flatMap((same) => same.slice(0, 1))
}

export type WordNode = Extract<QueryNode, { readonly kind: 'word' }>
export type TermNode = Extract<QueryNode, { readonly kind: 'word' | 'phrase' }>

/** The node of a whole word. */
export function wholeWord(text: string, field?: SearchField): WordNode {
  return { kind: 'word', text, prefix: false, field }
}

/** The words and phrases of a query in order, without the excluded ones. */
export function termsOf(node: QueryNode): TermNode[] {
  if (node.kind === 'and' || node.kind === 'or') return node.children.flatMap(termsOf)
  return node.kind === 'word' || node.kind === 'phrase' ? [node] : []
}

/** Prints a query. Parsing the result gives the same query. */
export function printQuery(node: QueryNode): string {
  switch (node.kind) {
    case 'word':
      return `${fieldPrefix(node.field)}${node.text}${node.prefix ? '*' : ''}`
    case 'phrase':
      return `${fieldPrefix(node.field)}${node.joined ?? `"${node.text}"`}`
    case 'before':
    case 'after':
      return `${node.kind}:${toIso(node.at).replace(/T00:00:00\.000Z$/, '')}`
    case 'not':
      return `-${grouped(node.child, node.child.kind === 'and' || node.child.kind === 'or')}`
    case 'and':
      return node.children.map((child) => grouped(child, child.kind === 'or')).reduce(beside)
    case 'or':
      return node.children.map((child) => printQuery(child)).join(' OR ')
  }
}

/** Joins two required nodes. `AND` keeps `5` and `000` from being read as one number. */
function beside(before: string, after: string): string {
  return /(?:^|\D)\d{1,3}$/.test(before) && /^000(?!\d)/.test(after)
    ? `${before} AND ${after}`
    : `${before} ${after}`
}

function fieldPrefix(field: SearchField | undefined): string {
  return field === undefined ? '' : `${field}:`
}

function grouped(node: QueryNode, inParentheses: boolean): string {
  return inParentheses ? `(${printQuery(node)})` : printQuery(node)
}

/**
 * Adds the spelling as one word to each hyphenated word and grouped number: `co-operate` also finds `cooperate` and its
 * inflections, and `5,000` also finds `5000`. The reverse needs no change, since `e-mail` is also indexed as `email`.
 * Quoted text is unchanged.
 */
export function withSpellings(node: QueryNode): QueryNode {
  switch (node.kind) {
    case 'phrase': {
      const word = joinedWord(node.joined)
      return word === undefined ? node : { kind: 'or', children: [wholeWord(word, node.field), node] }
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

/** Both spellings of a hyphenated word or a number with grouped digits. */
interface Spellings {
  readonly word: WordNode
  readonly parts: Extract<QueryNode, { readonly kind: 'phrase' }>
}

/** Returns the two spellings of a node from `withSpellings`; `undefined` for any other node. */
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
  forEachJoinedWord(written, undefined, (start, end, joined) => {
    if (start === 0 && end === written.length) word = joined
  })
  return word
}
