import type { TermForm } from './plan.ts'
import { setBits } from './postings.ts'
import type { Segment } from './segment.ts'

/** Part of a segment's documents that a term must be in to be worth keeping as bits. */
const COMMON = 1 / 16
/** With so many forms, the beginning of a word is worth keeping as bits. */
const MANY_FORMS = 64
/** Sets of bits that a segment keeps: 6 bytes a document. */
const KEPT = 48

const kept = new WeakMap<Segment, Map<string, Uint32Array>>()

/**
 * The documents of a segment that hold a very common term, or one of many, a bit each: made when first asked for, then
 * kept while it is among those asked for last. What every other query has is counted a word of 32 documents at a time.
 *
 * @returns `undefined` where reading the postings is as good
 */
export function commonBits(segment: Segment, forms: readonly TermForm[]): Uint32Array | undefined {
  const [first] = forms
  if (first === undefined) return undefined
  const documents = segment.columns.ids.length
  const isCommon =
    forms.length === 1
      ? (segment.postings.counts[first.term] ?? 0) > documents * COMMON
      : forms.length > MANY_FORMS
  if (!isCommon) return undefined

  let ofSegment = kept.get(segment)
  if (ofSegment === undefined) {
    ofSegment = new Map()
    kept.set(segment, ofSegment)
  }
  const key = `${first.term} ${forms.length}`
  const known = ofSegment.get(key)
  if (known !== undefined) ofSegment.delete(key)
  const bits = known ?? bitsOf(segment, forms)
  ofSegment.set(key, bits)
  const [oldest] = ofSegment.size > KEPT ? ofSegment.keys() : []
  if (oldest !== undefined) ofSegment.delete(oldest)
  return bits
}

export function keptBits(segment: Segment): Iterable<Uint32Array> {
  return kept.get(segment)?.values() ?? []
}

/** What is kept of a segment. */
export function commonBitsBytes(segment: Segment): number {
  let bytes = 0
  for (const bits of keptBits(segment)) bytes += bits.byteLength
  return bytes
}

function bitsOf(segment: Segment, forms: readonly TermForm[]): Uint32Array {
  const bits = new Uint32Array((segment.columns.ids.length + 31) >>> 5)
  for (const { term } of forms) setBits(bits, segment.postings, term)
  return bits
}
