import type { QueryNode } from '../../model/search.ts'
import { words } from '../../text/words.ts'
import { titleHashOf } from '../index/document.ts'
import { isWordField } from '../index/fields.ts'
import type { Segment } from '../index/segment.ts'
import { readSpellings } from '../query/node.ts'

/** The documents whose whole title equals the query, by segment. Hash collisions are rare and harmless. */
export type ExactTitles = readonly ReadonlySet<number>[]

export function exactTitles(segments: readonly Segment[], query: QueryNode): ExactTitles {
  const tokens = textsOf(query).flatMap((text) => words(text, null, { byDictionary: false }))
  if (tokens.length === 0) return segments.map(() => NONE)
  const hash = titleHashOf(tokens)
  return segments.map(({ columns: { titleHash } }) => {
    let found: Set<number> | undefined
    for (let doc = titleHash.indexOf(hash); doc >= 0; doc = titleHash.indexOf(hash, doc + 1))
      found = (found ?? new Set()).add(doc)
    return found ?? NONE
  })
}

const NONE: ReadonlySet<number> = new Set()

/** The words and phrases that a query requires, in order. */
function textsOf(node: QueryNode): string[] {
  const spellings = readSpellings(node)
  if (spellings !== undefined) return [spellings.parts.text]
  switch (node.kind) {
    case 'word':
    case 'phrase':
      return isWordField(node.field) && node.field !== 'author' ? [node.text] : []
    case 'and':
    case 'or':
      return node.children.flatMap(textsOf)
    case 'not':
    case 'before':
    case 'after':
      return []
  }
}
