import type { Segment } from './segment.ts'
import { TermTable } from './term-table.ts'
import { WordForms } from './word-forms.ts'

/**
 * A segment as typed arrays and numbers alone: what a thread can hand over without copying, and a file can hold.
 * The order of the arrays is part of the file's format.
 */
export interface SegmentParts {
  readonly live: number
  readonly terms: number
  readonly stems: number
  /** Languages that terms are told by. */
  readonly languages: readonly string[]
  readonly bytes: readonly Uint8Array[]
  readonly numbers: readonly Uint32Array[]
}

export function partsOf({ terms, postings, forms, columns, live }: Segment): SegmentParts {
  return {
    live,
    terms: terms.size,
    stems: forms.stems.size,
    languages: forms.languages.names,
    bytes: [
      terms.bytes,
      postings.data,
      postings.peaks,
      forms.stems.bytes,
      forms.shares,
      forms.languages.byTerm,
      columns.coverage,
    ],
    numbers: [
      terms.blocks,
      postings.starts,
      postings.counts,
      postings.skipStarts,
      postings.skips,
      forms.stems.blocks,
      forms.starts,
      forms.terms,
      columns.ids,
      columns.publishedAt,
      columns.textHash,
    ],
  }
}

export function segmentOf({ live, terms, stems, languages, bytes, numbers }: SegmentParts): Segment {
  const [termBytes, data, peaks, stemBytes, shares, byTerm, coverage] = bytes.values()
  const [blocks, starts, counts, skipStarts, skips] = numbers.values()
  const [stemBlocks, formStarts, formTerms, ids, publishedAt, textHash] = numbers.slice(5).values()
  return {
    live,
    terms: new TermTable(of(termBytes), of(blocks), terms),
    postings: {
      data: of(data),
      starts: of(starts),
      counts: of(counts),
      skipStarts: of(skipStarts),
      skips: of(skips),
      peaks: of(peaks),
    },
    forms: new WordForms(
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
    },
  }
}

/** How many arrays of each kind parts have. */
export const BYTE_ARRAYS = 7
export const NUMBER_ARRAYS = 11

function of<A>(array: A | undefined): A {
  if (array === undefined) throw new RangeError('a part of a segment is missing')
  return array
}
