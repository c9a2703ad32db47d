import type { QueryNode } from '../search.ts'
import { printQuery } from './print.ts'

/** Every child; nested ones of the same kind are one, and what is said twice counts once. */
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
  return looksForSomething(child) ? { kind: 'not', child } : undefined
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
  const distinct =
    flat.length < 2 ? flat : [...new Map(flat.map((child) => [printQuery(child), child])).values()]
  return distinct.length < 2 ? distinct[0] : { kind, children: distinct }
}
