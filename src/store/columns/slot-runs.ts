import { type Chunk, foundOf } from './chunk.ts'
import type { Columns } from './columns.ts'
import { type ItemPredicate, isSeenTimed, isTimed } from './item-predicate.ts'
import { KEPT } from './kept-keys.ts'
import type { SlotOrder } from './slot-order.ts'
import type { SortedSlots } from './sorted-slots.ts'

/** The slots at positions [from, to) of an order. */
export interface SlotRun {
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

/** One run for each range of the predicate, in the order by that value. Each run holds all items that pass. */
export function runsOf(columns: Columns, predicate: ItemPredicate): SlotRun[] {
  const { seen, highest } = columns
  const runs: SlotRun[] = []
  if (isTimed(predicate)) runs.push(timeRun(columns, predicate))
  if (isSeenTimed(predicate)) runs.push(runBetween(seen, predicate.seenFrom, predicate.seenUntil))
  if (predicate.minScore > 0) runs.push(runBetween(highest, predicate.minScore, Infinity))
  return runs
}

/** The shortest run that holds all items that pass. */
export function shortestRun(columns: Columns, predicate: ItemPredicate): SlotRun {
  const all = { slots: columns.byTime, from: 0, to: columns.size }
  return runsOf(columns, predicate).reduce((a, b) => (lengthOf(b) < lengthOf(a) ? b : a), all)
}

/** The run of a list order that holds all items that pass. */
export function orderedRun(columns: Columns, predicate: ItemPredicate, { slots, value }: SlotOrder): SlotRun {
  if (value === 'seen') return runBetween(slots, predicate.seenFrom, predicate.seenUntil)
  if (value === 'score') return runBetween(slots, predicate.minScore, Infinity)
  if (value === 'time' || (value === 'rank' && !hasUnknownAge(columns, predicate)))
    return timeRun(columns, predicate)
  // Items of unknown age rank as older than their time of publication, never as newer.
  if (value === 'rank') return runBetween(slots, -Infinity, predicate.until)
  return { slots, from: 0, to: slots.length }
}

/** Whether a range of time has items of unknown age. Their rank is not their `publishedAt`. */
export function hasUnknownAge({ ofUnknownAge }: Columns, predicate: ItemPredicate): boolean {
  return lengthOf(runBetween(ofUnknownAge, predicate.from, predicate.until)) > 0
}

function runBetween(slots: SortedSlots, first: number, end: number): SlotRun {
  const from = slots.before(first, 0)
  return { slots, from, to: Math.max(from, slots.before(end, 0)) }
}

/** Tells whether a chunk may have items of the predicate's time. Items of equal score stand nearly in order of time. */
export function mayHaveTimes(columns: Columns, predicate: ItemPredicate): (chunk: Chunk) => boolean {
  if (!isTimed(predicate)) return () => true
  const { publishedAt } = columns
  const spanEnd = (slots: Uint32Array, sign: 1 | -1): number => {
    let found = -Infinity
    for (const slot of slots) found = Math.max(found, sign * (publishedAt[slot] ?? 0))
    return sign * found
  }
  return (chunk) =>
    foundOf(chunk, KEPT.latest, (slots) => spanEnd(slots, 1)) >= predicate.from &&
    foundOf(chunk, KEPT.earliest, (slots) => spanEnd(slots, -1)) < predicate.until
}
