import { countWhile } from '../../model/count-while.ts'
import type { InflectionTable } from '../terms/inflections.ts'
import type { DocumentColumns } from './document.ts'
import type { Postings } from './postings.ts'
import type { TermTable } from './term-table.ts'

/**
 * A part of the index that is written once. Only deletions, times and coverage change. It consists of typed arrays,
 * numbers and strings, so it can be sent to another thread and written to a file.
 */
export interface Segment {
  readonly terms: TermTable
  readonly postings: Postings
  readonly inflections: InflectionTable
  readonly columns: DocumentColumns
  /** Number of live documents. */
  live: number
}

/** The document of an item, deleted or not; -1 if the segment has none. */
export function documentOf(columns: DocumentColumns, id: number): number {
  const { ids } = columns
  const doc = countWhile(ids.length, (at) => (ids[at] ?? 0) < id)
  return ids[doc] === id ? doc : -1
}

/** The live document of an item. */
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

/** A term of a segment that matches a word of the query. */
export interface TermVariant {
  readonly term: number
  /** Whether it is the word as typed, not an inflection or completion. */
  readonly exact: boolean
}

/** Consecutive documents of a segment that are read at once: their scores fit in the processor's cache. */
export interface DocRange {
  readonly segment: Segment
  /** Index of the segment in a plan's lists. */
  readonly index: number
  /** A multiple of 32, so that bitsets of segment and range are aligned. */
  readonly from: number
  /** Exclusive. */
  readonly to: number
}

export function wholeOf(segment: Segment, index: number): DocRange {
  return { segment, index, from: 0, to: segment.columns.ids.length }
}

/** Divides a segment into ranges of at most `documents` documents, the last range first. */
export function* docRangesOf(segment: Segment, index: number, documents: number): Generator<DocRange> {
  for (let to = segment.columns.ids.length; to > 0;) {
    const from = Math.floor((to - 1) / documents) * documents
    yield { segment, index, from, to }
    to = from
  }
}
