import type { QueryNode, SearchField } from '../search.ts'
import { toIso } from '../time.ts'

/** Writes a query so that reading it gives the same again. */
export function printQuery(node: QueryNode): string {
  switch (node.kind) {
    case 'word':
      return repeated(`${fieldMark(node.field)}${node.text}${node.prefix ? '*' : ''}`, node.times)
    case 'phrase':
      return repeated(`${fieldMark(node.field)}${node.joined ?? `"${node.text}"`}`, node.times)
    case 'before':
    case 'after':
      return `${node.kind}:${toIso(node.at).replace(/T00:00:00\.000Z$/, '')}`
    case 'not':
      return `-${grouped(node.child, node.child.kind === 'and' || node.child.kind === 'or')}`
    case 'and':
      return node.children.map((child) => grouped(child, child.kind === 'or')).join(' ')
    case 'or':
      return node.children.map((child) => printQuery(child)).join(' OR ')
  }
}

function repeated(text: string, times = 1): string {
  return Array.from({ length: times }, () => text).join(' ')
}

function fieldMark(field: SearchField | undefined): string {
  return field === undefined ? '' : `${field}:`
}

function grouped(node: QueryNode, inParentheses: boolean): string {
  return inParentheses ? `(${printQuery(node)})` : printQuery(node)
}
