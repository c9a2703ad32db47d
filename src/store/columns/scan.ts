import type { Columns } from './columns.ts'
import {
  type ItemPredicate,
  isByFacet,
  isPlain,
  isSeenTimed,
  isTimed,
  passes,
  passesMore,
} from './item-predicate.ts'

/** How many items pass, stories not told apart. */
export function countPassing(columns: Columns, predicate: ItemPredicate): number {
  return isByFacet(predicate)
    ? countByFacet(columns, predicate)
    : scan(columns, predicate, candidates(columns, predicate), columns.scratch())
}

/** How many stories have an item that passes. */
export function countStories(columns: Columns, predicate: ItemPredicate): number {
  const { story } = columns
  const found = columns.scratch()
  const passing = scan(columns, predicate, candidates(columns, predicate), found)
  const seen = new Uint8Array(columns.highestStory + 1)
  let count = 0
  for (let at = 0; at < passing; at += 1) {
    const its = story[found[at] ?? 0] ?? 0
    count += 1 - (seen[its] ?? 0)
    seen[its] = 1
  }
  return count
}

/** The slots of what passes, in no order. */
export function slotsPassing(columns: Columns, predicate: ItemPredicate): Uint32Array {
  const found = columns.scratch()
  return found.slice(0, scan(columns, predicate, candidates(columns, predicate), found))
}

/** Those of a run of slots that pass, in its order. */
export function passingOf(columns: Columns, predicate: ItemPredicate, run: Uint32Array): Uint32Array {
  if (predicate.story !== 0) return run.filter((slot) => passes(columns, predicate, slot))
  const found = columns.scratch()
  return found.slice(0, scan(columns, predicate, run, found))
}

/**
 * The shortest run of slots that holds all that passes; `undefined` where every slot must be looked at (never
 * for one story).
 */
function candidates(columns: Columns, predicate: ItemPredicate): Uint32Array | undefined {
  if (predicate.story !== 0) return slotsOfStory(columns, predicate.story)
  const runs: Uint32Array[] = []
  if (isTimed(predicate)) {
    const first = columns.byTime.before(predicate.from, 0)
    runs.push(
      columns.byTime.view().subarray(first, Math.max(first, columns.byTime.before(predicate.until, 0))),
    )
  }
  if (isSeenTimed(predicate)) {
    const first = columns.seen.before(predicate.seenFrom, 0)
    runs.push(
      columns.seen.view().subarray(first, Math.max(first, columns.seen.before(predicate.seenUntil, 0))),
    )
  }
  if (predicate.set?.slots !== undefined) runs.push(predicate.set.slots)
  if (predicate.minScore > 0)
    runs.push(columns.highest.view().subarray(columns.highest.before(predicate.minScore, 0)))
  const shortest = runs.sort((a, b) => a.length - b.length)[0]
  return shortest !== undefined && shortest.length * LEAP < columns.end ? shortest : undefined
}

/** Looking at slots in the order of a run costs so many times as much as in their own order: memory is read ahead. */
const LEAP = 3

function slotsOfStory(columns: Columns, story: number): Uint32Array {
  const slots: number[] = []
  const stories = columns.story.subarray(0, columns.end)
  for (let at = stories.indexOf(story); at >= 0; at = stories.indexOf(story, at + 1)) slots.push(at)
  return Uint32Array.from(slots)
}

function countByFacet(columns: Columns, { mask, anyFacet }: ItemPredicate): number {
  if (anyFacet) return columns.size
  let count = 0
  for (let code = 1; code < mask.length; code += 1) if (mask[code] === 1) count += columns.facets.count(code)
  return count
}

/**
 * Looks at each slot of `run`, or at all, and puts those that pass into `found`. These are the loops that are long:
 * every slot is written and the place moves on by 0 or 1, for a branch that is guessed wrong costs more than all
 * the rest. A million slots take 0.7 ms by facet alone and 1.8 ms otherwise, whatever passes.
 *
 * @param found one longer than what may pass
 * @returns how many pass
 */
function scan(
  columns: Columns,
  predicate: ItemPredicate,
  run: Uint32Array | undefined,
  found: Uint32Array,
): number {
  const { facet, publishedAt, score, end } = columns
  const { mask, from, until, minScore } = predicate
  let count = 0
  if (run !== undefined) {
    for (let at = 0; at < run.length; at += 1) {
      const slot = run[at] ?? 0
      const time = publishedAt[slot] ?? 0
      found[count] = slot
      count +=
        (mask[facet[slot] ?? 0] ?? 0) &
        Number(time >= from) &
        Number(time < until) &
        Number((score[slot] ?? 0) >= minScore)
    }
  } else if (isByFacet(predicate)) {
    for (let slot = 0; slot < end; slot += 1) {
      found[count] = slot
      count += mask[facet[slot] ?? 0] ?? 0
    }
  } else {
    for (let slot = 0; slot < end; slot += 1) {
      const time = publishedAt[slot] ?? 0
      found[count] = slot
      count +=
        (mask[facet[slot] ?? 0] ?? 0) &
        Number(time >= from) &
        Number(time < until) &
        Number((score[slot] ?? 0) >= minScore)
    }
  }
  return isPlain(predicate) ? count : narrowed(columns, predicate, found, count)
}

/** Keeps those of the first `count` that pass the rest of the predicate. */
function narrowed(columns: Columns, predicate: ItemPredicate, found: Uint32Array, count: number): number {
  let kept = 0
  for (let at = 0; at < count; at += 1) {
    const slot = found[at] ?? 0
    found[kept] = slot
    kept += Number(passesMore(columns, predicate, slot))
  }
  return kept
}
