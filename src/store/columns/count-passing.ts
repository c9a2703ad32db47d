import type { Columns } from './columns.ts'
import { type ItemPredicate, limits, passes, withoutTimes } from './item-predicate.ts'
import { runsOf, shortestRun, timeRun } from './slot-runs.ts'

/** Counts the passing items; with `distinct` the stories with a passing item. */
export function countPassing(columns: Columns, predicate: ItemPredicate): number {
  const { ranges, set, distinct, isByRanges, isUnlimited } = predicate
  const isSeenToo = limits(predicate, 'seen') && (distinct || ranges.length > 1)
  if (isByRanges && !isSeenToo)
    return countItems(columns, predicate) - (distinct ? countRepeated(columns, predicate) : 0)
  if (set === undefined || set.isWanted || distinct || !isUnlimited) return countEach(columns, predicate)

  const withoutSet = { ...predicate, set: undefined, isByRanges: true }
  let unwanted = 0
  for (const slot of set.slots) unwanted += Number(passes(columns, withoutSet, slot))
  return countPassing(columns, withoutSet) - unwanted
}

/** Counts by facet within one range. Time with score needs each item's values; such counts are cached by chunk. */
function countItems(columns: Columns, predicate: ItemPredicate): number {
  const { mask, minScore } = predicate
  const [run = timeRun(columns, predicate), ...more] = runsOf(columns, predicate)
  if (more.length === 0) return run.slots.countPassing(mask, run.to) - run.slots.countPassing(mask, run.from)

  const { facet, score } = columns
  return run.slots.sum(run.from, run.to, keyOf(predicate), (slots) => {
    const { bits } = mask
    let count = 0
    for (let at = 0; at < slots.length; at += 1) {
      const slot = slots[at] ?? 0
      count += (bits[facet[slot] ?? 0] ?? 0) & Number((score[slot] ?? 0) >= minScore)
    }
    return count
  })
}

/** Counts passing items whose story has an earlier passing item. */
function countRepeated(columns: Columns, predicate: ItemPredicate): number {
  const { followUps } = columns
  const from = followUps.before(predicate.from, 0)
  const to = Math.max(from, followUps.before(predicate.until, 0))
  const anyTime = withoutTimes(predicate)
  const repeated = followUps.sum(from, to, keyOf(predicate), (slots) => {
    let count = 0
    for (let at = 0; at < slots.length; at += 1) count += Number(isRepeated(columns, anyTime, slots[at] ?? 0))
    return count
  })
  return limits(predicate, 'byTime') ? repeated - countCrossing(columns, predicate, from, to) : repeated
}

/** Counts stories with passing items both before a time range and in it: their first item in it is not repeated. */
function countCrossing(columns: Columns, predicate: ItemPredicate, from: number, to: number): number {
  const { chains, followUps } = columns
  const anyTime = withoutTimes(predicate)
  const previousAt = (slot: number): number => columns.publishedAtOf(chains.previousOf(slot) ?? 0)
  let count = 0
  for (const part of followUps.parts(from, to)) {
    for (let at = 0; at < part.length; at += 1) {
      const slot = part[at] ?? 0
      if (previousAt(slot) >= predicate.from || !passesEarlier(columns, anyTime, slot)) continue
      count += Number(passesFrom(columns, predicate, slot))
    }
  }
  return count
}

/** Whether an earlier item of a slot's story passes. */
function passesEarlier(columns: Columns, predicate: ItemPredicate, slot: number): boolean {
  const { chains } = columns
  for (let at = chains.previousOf(slot); at !== undefined; at = chains.previousOf(at))
    if (passes(columns, predicate, at)) return true
  return false
}

/** Whether a slot or a later item of its story passes. */
function passesFrom(columns: Columns, predicate: ItemPredicate, slot: number): boolean {
  if (passes(columns, predicate, slot)) return true
  const { chains } = columns
  let at = chains.latestOf(columns.storyOf(slot))
  for (; at !== undefined && at !== slot; at = chains.previousOf(at))
    if (passes(columns, predicate, at)) return true
  return false
}

/** Counts by reading each item of the shortest run. */
function countEach(columns: Columns, predicate: ItemPredicate): number {
  const run = shortestRun(columns, predicate)
  let count = 0
  for (const part of run.slots.parts(run.from, run.to)) {
    for (const slot of part) {
      const counts = predicate.distinct
        ? passes(columns, predicate, slot) && !isRepeated(columns, predicate, slot)
        : passes(columns, predicate, slot)
      count += Number(counts)
    }
  }
  return count
}

/** Whether a slot and an earlier item of its story pass. */
function isRepeated(columns: Columns, predicate: ItemPredicate, slot: number): boolean {
  return passes(columns, predicate, slot) && passesEarlier(columns, predicate, slot)
}

/** Cache key of a count by mask and minimum score. */
function keyOf({ mask, minScore }: ItemPredicate): string {
  return `${mask.number} ${minScore}`
}
