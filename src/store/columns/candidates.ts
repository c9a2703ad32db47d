import type { Columns } from './columns.ts'
import type { FacetMask } from './facet-table.ts'
import { type ItemPredicate, passes } from './item-predicate.ts'
import { type SlotOrder, compareSlots } from './slot-order.ts'

/** All slots of the story, the set or the rare facets that a predicate names; `undefined` if it names none. */
export function namedCandidates(
  columns: Columns,
  predicate: ItemPredicate,
): Iterable<Uint32Array> | undefined {
  const { mask, set, story } = predicate
  if (story !== 0) return [Uint32Array.from(columns.chains.slotsOf(story))]
  if (set?.isWanted === true) return [Uint32Array.from(set.slots)]
  return columns.facets.countPassing(mask) <= columns.limits.few ? slotsOfFacets(columns, mask) : undefined
}

/** What is still to be tested of `namedCandidates`: not their own set, whose `has` takes longer than all other tests. */
export function remainingPredicate(predicate: ItemPredicate): ItemPredicate {
  const { set, story, distinct } = predicate
  // Where one item stands for each story, others of the story are tested too.
  return set?.isWanted === true && story === 0 && !distinct ? { ...predicate, set: undefined } : predicate
}

/** Gives the slots of a mask's facets. */
export function* slotsOfFacets({ byFacet, facets }: Columns, mask: FacetMask): Generator<Uint32Array> {
  for (const code of facets.codesOf(mask))
    yield* byFacet.parts(byFacet.before(code, 0), byFacet.before(code + 1, 0))
}

/** The candidates that are listed, in the order given. */
export function listed(
  columns: Columns,
  predicate: ItemPredicate,
  by: SlotOrder,
  candidates: Iterable<Uint32Array>,
): number[] {
  const found: number[] = []
  for (const part of candidates) {
    for (let at = 0; at < part.length; at += 1) {
      const slot = part[at] ?? 0
      if (isListed(columns, predicate, by, slot)) found.push(slot)
    }
  }
  return found
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
  const story = columns.story[slot] ?? 0
  const representative = columns.representativeOf(story)
  if (representative === slot) return true
  if (representative !== undefined && passes(columns, predicate, representative)) return false
  for (let at = chains.latestOf(story); at !== undefined; at = chains.previousOf(at)) {
    if (at !== slot && passes(columns, predicate, at) && compareSlots(columns, by, at, slot) < 0) return false
  }
  return true
}
