import { fieldAt, type WordField } from '../index/fields.ts'
import { PostingsCursor } from '../index/postings-cursor.ts'
import type { Segment } from '../index/segment.ts'
import type { PlanUnit } from './plan.ts'

/**
 * Makes a test whether a document has the units of a phrase at their distances, in the given field. Call the test with
 * ascending documents.
 */
export function phraseCheck(
  segment: Segment,
  index: number,
  units: readonly PlanUnit[],
  field: WordField | undefined,
): (doc: number) => boolean {
  const rows = units.map((unit) => ({
    offset: unit.offset,
    cursors: (unit.variants[index] ?? []).map((variant) =>
      new PostingsCursor().start(segment.postings, variant.term),
    ),
  }))
  const starts: number[] = []
  const positions: number[] = []

  return (doc) => {
    let count = -1
    for (const { offset, cursors } of rows) {
      let end = 0
      for (const cursor of cursors) if (cursor.seek(doc)) end = cursor.readPositions(positions, end)
      if (end === 0) return false
      count =
        count < 0
          ? firstStarts(positions, end, offset, field, starts)
          : sharedStarts(starts, count, positions, end, offset)
      if (count === 0) return false
    }
    return count > 0
  }
}

/** Candidate starts of the phrase, from its first unit. @returns their number */
function firstStarts(
  positions: readonly number[],
  end: number,
  offset: number,
  field: WordField | undefined,
  starts: number[],
): number {
  let count = 0
  for (let i = 0; i < end; i += 1) {
    const position = positions[i] ?? 0
    if (field !== undefined && fieldAt(position) !== field) continue
    starts[count] = position - offset
    count += 1
  }
  return count
}

/** Keeps the starts at which another unit also matches. Both lists are short. */
function sharedStarts(
  starts: number[],
  length: number,
  positions: readonly number[],
  end: number,
  offset: number,
): number {
  let count = 0
  for (let i = 0; i < length; i += 1) {
    const start = starts[i] ?? 0
    for (let j = 0; j < end; j += 1) {
      if (positions[j] !== start + offset) continue
      starts[count] = start
      count += 1
      break
    }
  }
  return count
}
