import type { ItemFilter } from '../../domain/filter.ts'
import { type Columns, SCORE_STEPS } from './columns.ts'

/** A filter made ready for one state of the columns. */
export interface ItemTest {
  /** 1 by facet code; `undefined` where every facet passes. */
  readonly mask: Uint8Array | undefined
  readonly from: number
  /** Exclusive. */
  readonly until: number
  /** In tenths. */
  readonly minScore: number
  /** 0 where any story will do. */
  readonly story: number
  /** Whether only one item a story counts. */
  readonly distinct: boolean
}

export function itemTest(columns: Columns, filter: ItemFilter): ItemTest {
  return {
    mask: columns.facets.mask(filter),
    from: filter.from ?? -Infinity,
    until: filter.until ?? Infinity,
    minScore: Math.ceil((filter.minScore ?? 0) * SCORE_STEPS - ROUNDING),
    story: filter.storyId ?? 0,
    distinct: filter.distinctStory,
  }
}

/** 71.3 * 10 is 712.9999…: what a decimal loses in the binary system. */
const ROUNDING = 1e-6

/** Whether only words decide, so that facet counts add up to the total. */
export function isByFacetOnly(test: ItemTest): boolean {
  return !isTimed(test) && test.minScore <= 0 && test.story === 0
}

export function isTimed(test: ItemTest): boolean {
  return test.from !== -Infinity || test.until !== Infinity
}

/** Whether the item of a slot passes; false for an empty slot. */
export function passes(columns: Columns, test: ItemTest, slot: number): boolean {
  const facet = columns.facet[slot] ?? 0
  if (facet === 0 || (test.mask !== undefined && test.mask[facet] !== 1)) return false
  const at = columns.publishedAt[slot] ?? 0
  return (
    at >= test.from &&
    at < test.until &&
    (columns.score[slot] ?? 0) >= test.minScore &&
    (test.story === 0 || columns.story[slot] === test.story)
  )
}

/** Slots to look through for all that passes: the shortest run that some order gives, unordered. */
export function candidates(columns: Columns, test: ItemTest): Uint32Array | undefined {
  const runs: Uint32Array[] = []
  if (isTimed(test)) {
    const first = columns.newest.before(test.from, 0)
    runs.push(columns.newest.view().subarray(first, Math.max(first, columns.newest.before(test.until, 0))))
  }
  if (test.minScore > 0) runs.push(columns.highest.view().subarray(columns.highest.before(test.minScore, 0)))
  return runs.sort((a, b) => a.length - b.length)[0]
}

/** How many items pass, stories not told apart. */
export function countPassing(columns: Columns, test: ItemTest): number {
  if (isByFacetOnly(test)) return countByFacet(columns, test.mask)
  const run = candidates(columns, test)
  if (
    run !== undefined &&
    test.mask === undefined &&
    test.story === 0 &&
    !(isTimed(test) && test.minScore > 0)
  ) {
    return run.length
  }

  let count = 0
  if (run === undefined) {
    for (let slot = 0; slot < columns.end; slot += 1) if (passes(columns, test, slot)) count += 1
  } else {
    for (const slot of run) if (passes(columns, test, slot)) count += 1
  }
  return count
}

function countByFacet(columns: Columns, mask: Uint8Array | undefined): number {
  if (mask === undefined) return columns.size
  let count = 0
  for (let code = 1; code < mask.length; code += 1) if (mask[code] === 1) count += columns.facets.count(code)
  return count
}
