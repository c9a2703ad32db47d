import { groupBy } from '../group-by.ts'
import type { QueryNode } from '../search.ts'
import { printQuery } from './print.ts'

/** Every child; nested ones of the same kind are one, and a word that is said twice is one that counts twice. */
export function allOf(children: readonly (QueryNode | undefined)[]): QueryNode | undefined {
  return combined('and', children)
}

/** Any child. One that only leaves out can be no alternative and is dropped. */
export function anyOf(children: readonly (QueryNode | undefined)[]): QueryNode | undefined {
  if (children.length === 1) return children[0]
  return combined(
    'or',
    children.filter((child) => child !== undefined && looksForSomething(child)),
  )
}

/** Leaves out what `child` finds; leaving out what is left out finds it, and what finds nothing leaves out nothing. */
export function noneOf(child: QueryNode | undefined): QueryNode | undefined {
  if (child === undefined) return undefined
  if (child.kind === 'not') return child.child
  return looksForSomething(child) ? { kind: 'not', child: once(child) } : undefined
}

/** Whether a node finds items by itself, and does not only leave some out. */
export function looksForSomething(node: QueryNode): boolean {
  if (node.kind === 'not') return false
  return node.kind === 'and' ? node.children.some(looksForSomething) : true
}

function combined(kind: 'and' | 'or', children: readonly (QueryNode | undefined)[]): QueryNode | undefined {
  const flat = children.flatMap((child) =>
    child === undefined ? [] : child.kind === kind ? child.children : [child],
  )
  const distinct = flat.length < 2 ? flat : countRepeats(flat, kind)
  return distinct.length < 2 ? distinct[0] : { kind, children: distinct }
}

/** Each node once; of words that must all be there, with how often they are said. */
export function countRepeats(nodes: readonly QueryNode[], kind: 'and' | 'or'): QueryNode[] {
  return [...groupBy(nodes, (node) => printQuery(once(node))).values()].flatMap((same) => {
    const [first] = same
    if (first === undefined) return []
    const times = same.reduce((sum, node) => sum + timesOf(node), 0)
    return [kind === 'and' && times > 1 && isWeighed(first) ? { ...first, times } : once(first)]
  })
}

/** Whether a node is a word or phrase that is looked for in texts. */
function isWeighed(node: QueryNode): node is Extract<QueryNode, { readonly kind: 'word' | 'phrase' }> {
  if (node.kind !== 'word' && node.kind !== 'phrase') return false
  return node.field === undefined || node.field === 'title' || node.field === 'author'
}

function timesOf(node: QueryNode): number {
  return node.kind === 'word' || node.kind === 'phrase' ? (node.times ?? 1) : 1
}

/** A word or phrase as if it were said once: what is left out is not weighed. */
function once(node: QueryNode): QueryNode {
  if ((node.kind !== 'word' && node.kind !== 'phrase') || node.times === undefined) return node
  const { times: _, ...rest } = node
  return rest
}
