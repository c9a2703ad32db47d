import type { QueryNode } from '../../model/search.ts'
import type { PlanSource } from '../ranking/plan.ts'
import { isCorrectable, LETTERS, similarTerms, unitOf } from './spelling.ts'
import { countOf } from './word-lookup.ts'

/** Maximum number of words of a query. Longer ones are sentences, whose words are rarely together in one item. */
const MAX_WORDS = 3

/** Minimum letters of a word. */
const MIN_LENGTH = 4

/**
 * Minimum ratio of documents with the replacement to documents with the known word: for adjacent words, and for words
 * apart. Authors make the same typing errors, but less often.
 */
const [MIN_RATIO, MIN_RATIO_APART] = [4, 100]

/** Maximum number of similar words that are searched with the other words, the most frequent ones. */
const MAX_SEARCHED = 6

/**
 * Replaces one word of a query without hits by a similar one that occurs in some items with the other words, preferably
 * adjacent.
 *
 * @param itemsWith returns a lower bound of the number of items for a query, 0 if there are none
 * @returns `undefined` if there is no such word
 */
export function correctBeside(
  root: QueryNode,
  { segments, variantsOf }: Pick<PlanSource, 'segments' | 'variantsOf'>,
  itemsWith: (node: QueryNode) => number,
): QueryNode | undefined {
  if (root.kind !== 'and' || root.children.filter(isCorrectable).length > MAX_WORDS) return undefined
  let best: { readonly node: QueryNode; readonly inOrder: number; readonly items: number } | undefined
  for (const [at, word] of root.children.entries()) {
    if (!isCorrectable(word)) continue
    const unit = unitOf(word.text)
    if (unit === undefined || unit.folded.length < MIN_LENGTH || !LETTERS.test(unit.folded)) continue
    const own = countOf(segments, variantsOf(unit.text, unit.folded))
    const similar = Array.from(similarTerms(unit.folded, 1, segments))
      .filter(({ edits, count }) => edits === 1 && count >= MIN_RATIO * own)
      .sort((a, b) => b.count - a.count)
    for (const { text, count } of similar.slice(0, MAX_SEARCHED)) {
      const node = { ...root, children: root.children.with(at, { ...word, text }) }
      const items = itemsWith(node)
      const inOrder = items > 0 ? itemsWith(phraseOf(node.children)) : 0
      if (inOrder === 0 && count < MIN_RATIO_APART * own) continue
      const more = inOrder - (best?.inOrder ?? 0) || items - (best?.items ?? 0)
      if (more > 0) best = { node, inOrder, items }
    }
  }
  return best?.node
}

function phraseOf(nodes: readonly QueryNode[]): QueryNode {
  const text = nodes.flatMap((node) => (isCorrectable(node) ? node.text : [])).join(' ')
  return { kind: 'phrase', text, field: undefined }
}
