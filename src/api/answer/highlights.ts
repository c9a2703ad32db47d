import type { QueryNode } from '../../model/search.ts'
import { highlight } from '../../search/highlight/highlight.ts'
import { highlightPassage } from '../../search/highlight/long-text.ts'
import type { ReadStore } from '../../store/read-store.ts'
import type { Fragments } from './fragments.ts'

/** HTML whose only tag is `<mark>`. */
export interface Highlights {
  readonly title: string
  readonly summary: string
}

export const NO_HIGHLIGHTS: Highlights = { title: '', summary: '' }

/** Characters of a passage: those of a summary. */
const PASSAGE = 300

/** How many items of a page have their content searched; the others show their summary unchanged. */
const MAX_PASSAGES = 50

/**
 * Marks the words of a query in titles and summaries; if a summary has none of them, in the best passage of
 * the content.
 */
export async function findHighlights(
  deps: { readonly store: ReadStore; readonly fragments: Fragments },
  ids: readonly number[],
  node: QueryNode,
): Promise<Map<number, Highlights>> {
  const highlights = new Map<number, Highlights>()
  const languages = new Map<number, string | null>()
  for (const { item } of await deps.fragments.list(ids)) {
    const { id } = item
    const summary = highlight(item.summary ?? '', node, item.language)
    highlights.set(id, { title: highlight(item.title, node, item.language, { field: 'title' }), summary })
    if (!summary.includes('<mark>') && languages.size < MAX_PASSAGES) languages.set(id, item.language)
  }
  if (languages.size === 0) return highlights

  for (const [id, text] of await deps.store.findTexts([...languages.keys()])) {
    const passage = highlightPassage(text, node, languages.get(id) ?? null, PASSAGE)
    const known = highlights.get(id)
    if (passage !== undefined && known !== undefined) highlights.set(id, { ...known, summary: passage })
  }
  return highlights
}
