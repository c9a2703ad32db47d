import type { Columns } from './columns.ts'
import { type ItemPredicate, limits } from './item-predicate.ts'
import type { SlotOrder } from './slot-order.ts'
import { type Chunk, foundOf } from './slots/chunk.ts'
import type { SortedSlots } from './slots/sorted-slots.ts'

/** Slots at positions [from, to) of an order. */
interface SlotRun {
  readonly slots: SortedSlots
  readonly from: number
  readonly to: number
}

export function lengthOf({ from, to }: SlotRun): number {
  return to - from
}

export function timeRun({ byTime }: Columns, { from, until }: ItemPredicate): SlotRun {
  return runBetween(byTime, from, until)
}

/** One run per range of the predicate. Each includes all items that pass. */
export function runsOf(columns: Columns, { ranges }: ItemPredicate): SlotRun[] {
  return ranges.map(({ order, from, until }) => runBetween(columns[order], from, until))
}

/** The shortest run that includes all items that pass. */
export function shortestRun(columns: Columns, predicate: ItemPredicate): SlotRun {
  const all = { slots: columns.byTime, from: 0, to: columns.size }
  return runsOf(columns, predicate).reduce((a, b) => (lengthOf(b) < lengthOf(a) ? b : a), all)
}

/** The run of a list order that includes all items that pass. */
export function orderedRun(columns: Columns, predicate: ItemPredicate, by: SlotOrder): SlotRun {
  const range = predicate.ranges.find(({ order }) => columns[order] === by.slots)
  if (range !== undefined) return runBetween(by.slots, range.from, range.until)
  if (by.order === 'newest' && !hasUnknownAge(columns, predicate)) return timeRun(columns, predicate)
  // Items of unknown age rank at or before their publication time, never after it.
  if (by.order === 'newest') return runBetween(by.slots, -Infinity, predicate.until)
  return { slots: by.slots, from: 0, to: by.slots.length }
}

/** Whether within `orderedRun` the mask alone decides. */
export function isRunOfPassing(columns: Columns, predicate: ItemPredicate, by: SlotOrder): boolean {
  return (
    predicate.isByRanges &&
    predicate.ranges.every(
      ({ order }) =>
        columns[order] === by.slots ||
        (order === 'byTime' && by.order === 'newest' && !hasUnknownAge(columns, predicate)),
    )
  )
}

/** Parts of a run in list order. For a descending list, read each part backwards. */
export function partsInOrder(
  { slots, from, to }: SlotRun,
  { isDescending }: SlotOrder,
  isWanted: (chunk: Chunk) => boolean,
): Iterable<Uint32Array> {
  return isDescending ? slots.partsDown(from, to, isWanted) : slots.parts(from, to, isWanted)
}

/** Whether a time range has items of unknown age. Their rank differs from their `publishedAt`. */
export function hasUnknownAge({ ofUnknownAge }: Columns, { from, until }: ItemPredicate): boolean {
  return lengthOf(runBetween(ofUnknownAge, from, until)) > 0
}

function runBetween(slots: SortedSlots, first: number, end: number): SlotRun {
  const from = slots.before(first, 0)
  return { slots, from, to: Math.max(from, slots.before(end, 0)) }
}

/**
 * Makes a test whether a chunk may have passing items, by mask and time. It skips many chunks, since items of equal
 * score or heat are nearly in order of time.
 */
export function mayPass(
  columns: Columns,
  predicate: ItemPredicate,
  slots: SortedSlots,
): (chunk: Chunk) => boolean {
  const isTimed = limits(predicate, 'byTime')
  const spanEnd = (part: Uint32Array, sign: 1 | -1): number => {
    let found = -Infinity
    for (const slot of part) found = Math.max(found, sign * columns.publishedAtOf(slot))
    return sign * found
  }
  return (chunk) =>
    slots.hasPassing(predicate.mask, chunk) &&
    (!isTimed ||
      (foundOf(chunk, 'latest', (part) => spanEnd(part, 1)) >= predicate.from &&
        foundOf(chunk, 'earliest', (part) => spanEnd(part, -1)) < predicate.until))
}
