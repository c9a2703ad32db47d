import type { ItemFilter } from '../../model/filter.ts'
import type { QueryNode } from '../../model/search.ts'

/** The filter with the tags of a query, which are read before the search. */
export function withTags(filter: ItemFilter, query: QueryNode): ItemFilter {
  const tags = tagsOf(query)
  if (tags.length === 0) return filter
  return { ...filter, tag: { ...filter.tag, include: [...filter.tag.include, ...tags] } }
}

function tagsOf(node: QueryNode): string[] {
  if (node.kind === 'and' || node.kind === 'or') return node.children.flatMap(tagsOf)
  if (node.kind === 'not') return tagsOf(node.child)
  const isTag = (node.kind === 'word' || node.kind === 'phrase') && node.field === 'tag'
  return isTag ? [node.text.toLowerCase()] : []
}
