import type { Segment } from './segment.ts'

/**
 * Documents of a segment that follow each other: what is read at once, so that its scores stay in the
 * processor's cache.
 */
export interface Stretch {
  readonly segment: Segment
  /** Of the segment, in what a plan knows of each. */
  readonly index: number
  readonly from: number
  /** Exclusive. */
  readonly to: number
}

export function wholeOf(segment: Segment, index: number): Stretch {
  return { segment, index, from: 0, to: segment.columns.ids.length }
}

/** A segment in stretches of at most so many documents, the last of them first. */
export function* stretchesOf(segment: Segment, index: number, documents: number): Generator<Stretch> {
  for (let to = segment.columns.ids.length; to > 0;) {
    const from = Math.floor((to - 1) / documents) * documents
    yield { segment, index, from, to }
    to = from
  }
}
