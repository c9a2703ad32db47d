import type { QueryNode } from '../../model/search.ts'
import { words } from '../../text/words.ts'
import { type DocumentColumns, titleHashOf } from '../index/document.ts'
import { isWordField } from '../index/fields.ts'
import { isSet, setBit } from '../index/segment-bitsets.ts'
import type { Segment } from '../index/segment.ts'
import { readSpellings } from '../query/node.ts'

/** The documents whose whole title the query is, by segment. Two texts with the same hash are rare and do little harm. */
export type ExactTitles = readonly ReadonlySet<number>[]

export function exactTitles(segments: readonly Segment[], query: QueryNode): ExactTitles {
  const tokens = textsOf(query).flatMap((text) => words(text, null, false))
  if (tokens.length === 0) return segments.map(() => NONE)
  const hash = titleHashOf(tokens)
  return segments.map(({ columns }) => {
    const { titleHash } = columns
    const bits = hashBits(columns)
    if (!isSet(bits, hash & (bits.length * 32 - 1))) return NONE
    let found: Set<number> | undefined
    for (let doc = titleHash.indexOf(hash); doc >= 0; doc = titleHash.indexOf(hash, doc + 1))
      found = (found ?? new Set()).add(doc)
    return found ?? NONE
  })
}

const NONE: ReadonlySet<number> = new Set()

/** Bits for each title, at least. At most one in eight queries that are no title then reads the whole column. */
const BITS_A_TITLE = 8

const hashBitsByColumns = new WeakMap<DocumentColumns, Uint32Array>()

/**
 * Gives the last bits of the titles' hashes as a bitset of 2^n bits. It is made at the first search, since reading a column
 * of a million titles at each search takes 0.4 ms.
 */
function hashBits(columns: DocumentColumns): Uint32Array {
  const known = hashBitsByColumns.get(columns)
  if (known !== undefined) return known
  const { titleHash } = columns
  const size = 2 ** Math.ceil(Math.log2(Math.max(32, titleHash.length * BITS_A_TITLE)))
  const bits = new Uint32Array(size / 32)
  for (const hash of titleHash) setBit(bits, hash & (size - 1))
  hashBitsByColumns.set(columns, bits)
  return bits
}

/** The words and phrases that a query asks for, in its order. */
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
