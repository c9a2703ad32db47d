import type { Columns } from './columns.ts'
import { type ItemPredicate, passes } from './item-predicate.ts'
import { type SlotOrder, compareSlots } from './slot-order.ts'
import { shortestRun } from './slot-runs.ts'

/** Reading or sorting a slot apart from its neighbours takes as long as reading so many that stand together. */
export const SCATTERED = 10

/** Slots among which are all that pass. */
export interface Candidates {
  readonly parts: Iterable<Uint32Array>
  /** What is still to be tested of them. */
  readonly predicate: ItemPredicate
  /** How long reading them takes, in slots that stand together; 0 where there is no other way. */
  readonly cost: number
}

/** The candidates that are read the fastest: those of the story, the set or the shortest range. */
export function fewestCandidates(columns: Columns, predicate: ItemPredicate): Candidates {
  const { mask, set, story, distinct } = predicate
  if (story !== 0) return { parts: [Uint32Array.from(columns.chains.slotsOf(story))], predicate, cost: 0 }
  if (set?.isWanted === true) {
    // `has` takes longer than all other tests. Where one item stands for each story, others of the story are tested too.
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

/** Whether an item passes. Where one item stands for each story, it must be that one as well. */
export function isListed(columns: Columns, predicate: ItemPredicate, by: SlotOrder, slot: number): boolean {
  return passes(columns, predicate, slot) && (!predicate.distinct || isShown(columns, predicate, by, slot))
}

/**
 * Whether a passing item stands for its story in the list. That is the representative of the story. If the
 * representative does not pass, it is the story's first passing item in list order.
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
