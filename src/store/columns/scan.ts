import type { Columns } from './columns.ts'
import { type ItemTest, isByFacet, isTimed } from './item-test.ts'

/** How many items pass, stories not told apart. */
export function countPassing(columns: Columns, test: ItemTest): number {
  if (isByFacet(test)) return countByFacet(columns, test)
  return scan(columns, test, candidates(columns, test), undefined)
}

/** The slots of what passes, in no order. */
export function slotsPassing(columns: Columns, test: ItemTest, total: number): Uint32Array {
  const found = new Uint32Array(total)
  scan(columns, test, candidates(columns, test), found)
  return found
}

/** Those of a run of slots that pass, in its order. */
export function passingOf(columns: Columns, test: ItemTest, run: Uint32Array, total: number): Uint32Array {
  const found = new Uint32Array(total)
  scan(columns, test, run, found)
  return found
}

/** The shortest run of slots that holds all that passes; `undefined` where every slot must be looked at. */
export function candidates(columns: Columns, test: ItemTest): Uint32Array | undefined {
  if (test.story !== 0) return slotsOfStory(columns, test.story)
  const runs: Uint32Array[] = []
  if (isTimed(test)) {
    const first = columns.newest.before(test.from, 0)
    runs.push(columns.newest.view().subarray(first, Math.max(first, columns.newest.before(test.until, 0))))
  }
  if (test.minScore > 0) runs.push(columns.highest.view().subarray(columns.highest.before(test.minScore, 0)))
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

function countByFacet(columns: Columns, { mask, anyFacet }: ItemTest): number {
  if (anyFacet) return columns.size
  let count = 0
  for (let code = 1; code < mask.length; code += 1) if (mask[code] === 1) count += columns.facets.count(code)
  return count
}

/**
 * Looks at each slot of `run`, or at all, and puts those that pass into `found`. The one loop that is long: a
 * million slots take 1 to 3 ms.
 *
 * @returns how many pass
 */
function scan(
  columns: Columns,
  test: ItemTest,
  run: Uint32Array | undefined,
  found: Uint32Array | undefined,
): number {
  const { facet, publishedAt, score, story } = columns
  const { mask, from, until, minScore } = test
  const timed = isTimed(test)
  const length = run === undefined ? columns.end : run.length
  let count = 0
  for (let at = 0; at < length; at += 1) {
    const slot = run === undefined ? at : (run[at] ?? 0)
    if (mask[facet[slot] ?? 0] !== 1) continue
    if (timed) {
      const time = publishedAt[slot] ?? 0
      if (time < from || time >= until) continue
    }
    if (minScore > 0 && (score[slot] ?? 0) < minScore) continue
    if (test.story !== 0 && story[slot] !== test.story) continue
    if (found !== undefined) found[count] = slot
    count += 1
  }
  return count
}
