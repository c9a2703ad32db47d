import { groupBy } from '../../domain/group-by.ts'
import type { Segment } from './segment.ts'

/** Segments of about one size that become one of the next. */
const FAN_OUT = 8
/** Documents of the smallest size. */
const SMALLEST = 64
/** Part of a segment that may be gone before it is written anew. */
const MOST_GONE = 0.25

/** Which segments to merge next, the smallest first; none where all is well. */
export function chooseMerge(segments: readonly Segment[]): Segment[] {
  const tiers = groupBy(segments, ({ live }) =>
    Math.floor(Math.log(Math.max(live, SMALLEST) / SMALLEST) / Math.log(FAN_OUT)),
  )
  for (const [, list] of [...tiers].sort(([a], [b]) => a - b))
    if (list.length >= FAN_OUT) return list.slice(0, FAN_OUT)

  const worn = segments.find(({ live, columns }) => live < columns.ids.length * (1 - MOST_GONE))
  return worn === undefined ? [] : [worn]
}
