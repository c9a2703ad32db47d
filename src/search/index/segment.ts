import { InflectionTable } from '../terms/inflections.ts'
import type { DocumentColumns } from './document.ts'
import type { Postings } from './postings.ts'
import { TermTable } from './term-table.ts'

/** A part of the index that is written once. Only deletions, times and coverage change. */
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
  let low = 0
  let high = ids.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((ids[middle] ?? 0) < id) low = middle + 1
    else high = middle
  }
  return ids[low] === id ? low : -1
}

/** The live document of an item: its segment and document number. */
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
  /** Whether it is the word as typed, not an inflection or completion of it. */
  readonly exact: boolean
}

/**
 * Consecutive documents of a segment that are read at once, so that their scores stay in the processor's cache.
 */
export interface DocRange {
  readonly segment: Segment
  /** Index of the segment, in the lists by segment of a plan. */
  readonly index: number
  /** A multiple of 32, so that bitsets of the segment and of the range are aligned. */
  readonly from: number
  /** Exclusive. */
  readonly to: number
}

export function wholeOf(segment: Segment, index: number): DocRange {
  return { segment, index, from: 0, to: segment.columns.ids.length }
}

/** Divides a segment into ranges of at most `documents` documents. Gives the last range first. */
export function* docRangesOf(segment: Segment, index: number, documents: number): Generator<DocRange> {
  for (let to = segment.columns.ids.length; to > 0;) {
    const from = Math.floor((to - 1) / documents) * documents
    yield { segment, index, from, to }
    to = from
  }
}

/**
 * A segment as typed arrays and numbers only, to transfer between threads without copying and to write to a
 * file. The order of the arrays is part of the file's format.
 */
export interface SegmentParts {
  readonly live: number
  readonly terms: number
  readonly stems: number
  /** Languages of the terms. */
  readonly languages: readonly string[]
  readonly bytes: readonly Uint8Array[]
  readonly numbers: readonly Uint32Array[]
}

export function partsOf({ terms, postings, inflections, columns, live }: Segment): SegmentParts {
  return {
    live,
    terms: terms.size,
    stems: inflections.stems.size,
    languages: inflections.languages.names,
    bytes: [
      terms.bytes,
      postings.data,
      postings.blockMaxes,
      inflections.stems.bytes,
      inflections.shares,
      inflections.languages.byTerm,
      columns.coverage,
    ],
    numbers: [
      terms.blocks,
      postings.starts,
      postings.counts,
      postings.skipStarts,
      postings.skips,
      inflections.stems.blocks,
      inflections.starts,
      inflections.terms,
      columns.titleHash,
      columns.ids,
      columns.publishedAt,
      columns.textHash,
    ],
  }
}

export function segmentOf({ live, terms, stems, languages, bytes, numbers }: SegmentParts): Segment {
  const [termBytes, data, blockMaxes, stemBytes, shares, byTerm, coverage] = bytes.values()
  const [blocks, starts, counts, skipStarts, skips] = numbers.values()
  const [stemBlocks, formStarts, formTerms, titleHash, ids, publishedAt, textHash] = numbers.slice(5).values()
  return {
    live,
    terms: new TermTable(of(termBytes), of(blocks), terms),
    postings: {
      data: of(data),
      starts: of(starts),
      counts: of(counts),
      skipStarts: of(skipStarts),
      skips: of(skips),
      blockMaxes: of(blockMaxes),
    },
    inflections: new InflectionTable(
      new TermTable(of(stemBytes), of(stemBlocks), stems),
      of(formStarts),
      of(formTerms),
      of(shares),
      { names: languages, byTerm: of(byTerm) },
    ),
    columns: {
      ids: of(ids),
      publishedAt: of(publishedAt),
      coverage: of(coverage),
      textHash: of(textHash),
      titleHash: of(titleHash),
    },
  }
}

/** Numbers of arrays of each type in `SegmentParts`. */
export const BYTE_ARRAYS = 7
export const NUMBER_ARRAYS = 12

function of<A>(array: A | undefined): A {
  if (array === undefined) throw new RangeError('a part of a segment is missing')
  return array
}
