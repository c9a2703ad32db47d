import { countBits, isSet } from './bits.ts'
import { liveBits } from './live-bits.ts'
import { PostingBlocks } from './posting-blocks.ts'
import type { Segment } from './segment.ts'
import { wholeOf } from './stretch.ts'
import { commonBits } from './term-bits.ts'

/** Counts that a segment keeps: some 100 kB. */
const KEPT = 2_048

interface Counts {
  /** Documents of the segment when they were counted. */
  live: number
  readonly byTerm: Map<number, number>
}

const countsBySegment = new WeakMap<Segment, Counts>()
const blocks = new PostingBlocks()

/** How many documents hold a term, gone ones left out. Kept until more are gone, which of old ones is seldom. */
export function liveCount(segment: Segment, term: number): number {
  const bits = liveBits(segment)
  if (bits === undefined) return segment.postings.counts[term] ?? 0
  const { byTerm } = countsOf(segment)
  const known = byTerm.get(term)
  if (known !== undefined) return known
  const common = commonBits(segment, [{ term, exact: true }])
  const count =
    common === undefined
      ? countLive(segment, term, bits)
      : countBits(common, bits, 0, segment.columns.ids.length)
  if (byTerm.size >= KEPT) byTerm.clear()
  byTerm.set(term, count)
  return count
}

function countsOf(segment: Segment): Counts {
  const known = countsBySegment.get(segment)
  if (known === undefined) {
    const counts = { live: segment.live, byTerm: new Map<number, number>() }
    countsBySegment.set(segment, counts)
    return counts
  }
  if (known.live !== segment.live) {
    known.live = segment.live
    known.byTerm.clear()
  }
  return known
}

function countLive(segment: Segment, term: number, bits: Uint32Array): number {
  let count = 0
  blocks.start(wholeOf(segment, 0), term)
  while (blocks.next()) {
    const { docs, end } = blocks
    for (let i = blocks.first; i < end; i += 1) {
      if (isSet(bits, docs[i] ?? 0)) count += 1
    }
  }
  return count
}
