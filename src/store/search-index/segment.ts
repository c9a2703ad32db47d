import type { DocumentColumns } from './document.ts'
import type { Postings } from './postings.ts'
import type { TermTable } from './term-table.ts'
import type { WordForms } from './word-forms.ts'

/** A part of the index that is written once; only which documents are gone, and how covered the others are, changes. */
export interface Segment {
  readonly terms: TermTable
  readonly postings: Postings
  readonly forms: WordForms
  readonly columns: DocumentColumns
  /** Documents that are not gone. */
  live: number
}

/** The document of an item, gone or not; -1 where the segment has none. */
export function documentOf(columns: DocumentColumns, id: number): number {
  const { ids } = columns
  let low = 0
  let high = ids.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((ids[middle] ?? 0) < id) low = middle + 1
    else high = middle
  }
  return ids[low] === id ? low : -1
}

/** Where an item stands that is not gone: which of the segments, and its document there. */
export function findLive(
  segments: readonly Segment[],
  id: number,
): { readonly segment: Segment; readonly index: number; readonly doc: number } | undefined {
  for (let index = 0; index < segments.length; index += 1) {
    const segment = segments[index]
    const doc = segment === undefined ? -1 : documentOf(segment.columns, id)
    if (segment !== undefined && doc >= 0 && segment.columns.coverage[doc] !== 0)
      return { segment, index, doc }
  }
  return undefined
}

export function segmentBytes(segment: Segment): number {
  const { postings, columns, terms, forms } = segment
  const arrays = [...Object.values(postings), ...Object.values(columns)] as readonly {
    readonly byteLength: number
  }[]
  return arrays.reduce((sum, array) => sum + array.byteLength, terms.byteLength + forms.byteLength)
}
