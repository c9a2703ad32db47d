import type { Columns } from './columns.ts'
import { type ItemPredicate, passes } from './item-predicate.ts'
import { type SlotOrder, compareSlots } from './slot-order.ts'
import { shortestRun } from './slot-runs.ts'

/** Reading or sorting one slot at random costs as much as reading this many in sequence. */
export const SCATTERED = 10

/** A set of slots that includes all that pass. */
export interface Candidates {
  readonly parts: Iterable<Uint32Array>
  /** The tests that they still need. */
  readonly predicate: ItemPredicate
  /** Cost of reading them, in slots read in sequence; 0 if there is no alternative. */
  readonly cost: number
}

/** Returns the cheapest candidates: of the story, the set or the shortest range. */
export function fewestCandidates(columns: Columns, predicate: ItemPredicate): Candidates {
  const { mask, set, story, distinct } = predicate
  if (story !== 0) return { parts: [Uint32Array.from(columns.chains.slotsOf(story))], predicate, cost: 0 }
  if (set?.isWanted === true) {
    // `has` costs more than all other tests. `distinct` keeps it, since other items of the story are tested too.
    const remaining = distinct ? predicate : { ...predicate, set: undefined }
    return { parts: [Uint32Array.from(set.slots)], predicate: remaining, cost: 0 }
  }
  const run = shortestRun(columns, predicate)
  const { slots, from, to } = run
  return {
    parts: slots.parts(from, to, (chunk) => slots.hasPassing(mask, chunk)),
    predicate,
    cost: to - from,
  }
}

/** Whether an item is in the list: it passes, and with `distinct` it is the one shown for its story. */
export function isListed(columns: Columns, predicate: ItemPredicate, by: SlotOrder, slot: number): boolean {
  return passes(columns, predicate, slot) && (!predicate.distinct || isShown(columns, predicate, by, slot))
}

/**
 * Whether a passing item is the one shown for its story. That is the representative, or, if the representative does not
 * pass, the first passing item in list order.
 */
function isShown(columns: Columns, predicate: ItemPredicate, by: SlotOrder, slot: number): boolean {
  const { chains } = columns
  const story = columns.storyOf(slot)
  const representative = columns.representativeOf(story)
  if (representative === slot) return true
  if (representative !== undefined && passes(columns, predicate, representative)) return false
  for (let at = chains.latestOf(story); at !== undefined; at = chains.previousOf(at)) {
    if (at !== slot && passes(columns, predicate, at) && compareSlots(columns, by, at, slot) < 0) return false
  }
  return true
}
