import { DAY_MS } from '../../model/time.ts'
import { VALUES, WEIGHT } from './cluster.ts'
import { sortTime, UNDATED, type Cluster, type LiveItem } from './live-item.ts'
import { createPostings } from './postings.ts'

/** An item is indexed under at most this many terms. */
export const INDEXED_TERMS = 20
/** The number of an item's terms that are looked up, the heaviest first. */
const LOOKUPS = 12
/** Each of the first 6 terms may find the 24 items nearest in time, each other term 12. */
const FIRST_LOOKUPS = 6
const MAX_PER_FIRST_TERM = 24
const MAX_PER_TERM = 12
/** One term may find the 64 latest undated items. For an undated item it may find the 256 latest dated ones. */
const MAX_UNDATED = 64
const MAX_LATEST = 256
/** The number of neighbours found at most. */
const MAX_FOUND = 12
/** Factors for the similarity of two items one day apart, and of a dated and an undated item. */
const DAY_FACTOR = 0.5
const UNDATED_FACTOR = 0.35
/** Items further apart in time are not compared. */
const WINDOW_MS = 400 * DAY_MS

/** Each slot has two numbers in `timesAndSums`: a time and a sum. */
const STRIDE = 2
const SUM = 1

/** A similarity is divided by 1 + FADE_PER_MS * the milliseconds between the two items. */
const FADE_PER_MS = (1 / DAY_FACTOR - 1) / DAY_MS

/** Finds the live items that share top terms with an item, the nearest in time first. */
export interface Neighbours {
  /**
   * Makes an item findable under its top terms only.
   *
   * @param cluster the cluster of the item alone
   * @param top positions of the top terms in `cluster.terms`, at most `INDEXED_TERMS`, the heaviest first
   */
  add(live: LiveItem, cluster: Cluster, top: readonly number[]): void
  /** Like `add` for many items at once, into an empty index. `terms` holds the top terms of all items in sequence. */
  addAll(lives: readonly LiveItem[], terms: Int32Array, counts: Int32Array): void
  remove(live: LiveItem): void
  /** Writes the terms that an item is indexed under to `to`, the heaviest first. @returns the number of terms */
  writeTopTerms(live: LiveItem, to: Int32Array, at: number): number
  /**
   * Calls `visit` for each neighbour, the most similar first. The similarity is the sum of the squared weights of the
   * shared terms, faded with the time between the two. The weights are those of the time when the item was last added.
   */
  find(live: LiveItem, visit: (other: LiveItem, slot: number, similarity: number) => void): void
}

export function createNeighbours(): Neighbours {
  const items: (LiveItem | undefined)[] = []
  /**
   * By slot: the item's time, and the sum of what the item in question shares with it. The sum is 0 for untouched
   * slots. The two stand side by side because they are read together.
   */
  let timesAndSums = new Float64Array(1024 * STRIDE)
  /** By slot: the item's id. */
  let ids = new Float64Array(1024)
  /** By slot: the terms that the item is indexed under, the heaviest first, and their number. */
  let topTerms = new Int32Array(1024 * INDEXED_TERMS)
  let counts = new Uint8Array(1024)
  /** By slot: the squared weights of the terms that are looked up. */
  let squares = new Float32Array(1024 * LOOKUPS)
  let touched = new Int32Array(1024)
  let touches = 0
  const postings = createPostings((slot, other) => {
    const time = timesAndSums[STRIDE * slot] as number
    const otherTime = timesAndSums[STRIDE * other] as number
    return time < otherTime || (time === otherTime && (ids[slot] as number) < (ids[other] as number))
  })
  const best = new Int32Array(MAX_FOUND)

  function makeRoom(slot: number): void {
    if (slot < ids.length) return
    const size = 2 * Math.max(slot, ids.length)
    timesAndSums = enlarge(timesAndSums, new Float64Array(size * STRIDE))
    ids = enlarge(ids, new Float64Array(size))
    topTerms = enlarge(topTerms, new Int32Array(size * INDEXED_TERMS))
    counts = enlarge(counts, new Uint8Array(size))
    squares = enlarge(squares, new Float32Array(size * LOOKUPS))
    touched = new Int32Array(size)
  }

  function keep(live: LiveItem): void {
    const { slot } = live
    makeRoom(slot)
    items[slot] = live
    timesAndSums[STRIDE * slot] = sortTime(live)
    ids[slot] = live.itemId
  }

  /** The slots of items in the order of the posting lists: by time, then by id. */
  function inOrder(lives: readonly LiveItem[]): Int32Array {
    const before = (a: number, b: number): number =>
      (timesAndSums[STRIDE * a] as number) - (timesAndSums[STRIDE * b] as number) ||
      (ids[a] as number) - (ids[b] as number)
    return Int32Array.from(lives, ({ slot }) => slot).sort(before)
  }

  function removePostings(slot: number): void {
    const count = counts[slot] as number
    for (let k = 0; k < count; k++) postings.remove(topTerms[slot * INDEXED_TERMS + k] as number, slot)
    counts[slot] = 0
  }

  function addToSum(slot: number, amount: number): void {
    const before = timesAndSums[STRIDE * slot + SUM] as number
    if (before === 0) touched[touches++] = slot
    timesAndSums[STRIDE * slot + SUM] = before + amount
  }

  function addNearest(list: readonly number[], slot: number, square: number, max: number): void {
    const at = timesAndSums[STRIDE * slot] as number
    let up = positionOf(list, slot)
    let down = up - 1
    if (list[up] === slot) up++
    let before = down < 0 ? Infinity : at - (timesAndSums[STRIDE * (list[down] as number)] as number)
    let after = afterOf(list, up, at)
    for (let n = 0; n < max; n++) {
      let other: number
      let gap: number
      if (before <= after) {
        if (before > WINDOW_MS) return
        gap = before
        other = list[down--] as number
        before = down < 0 ? Infinity : at - (timesAndSums[STRIDE * (list[down] as number)] as number)
      } else {
        if (after > WINDOW_MS) return
        gap = after
        other = list[up++] as number
        after = afterOf(list, up, at)
      }
      addToSum(other, square / (1 + gap * FADE_PER_MS))
    }
  }

  function afterOf(list: readonly number[], up: number, at: number): number {
    if (up >= list.length) return Infinity
    const time = timesAndSums[STRIDE * (list[up] as number)] as number
    return time >= UNDATED ? Infinity : time - at
  }

  function addUndated(list: readonly number[], slot: number, amount: number): void {
    for (let k = list.length - 1, n = 0; k >= 0 && n < MAX_UNDATED; k--, n++) {
      const other = list[k] as number
      if ((timesAndSums[STRIDE * other] as number) < UNDATED) return
      if (other !== slot) addToSum(other, amount)
    }
  }

  function addLatest(list: readonly number[], slot: number, amount: number): void {
    let k = firstUndated(list) - 1
    for (let n = 0; k >= 0 && n < MAX_LATEST; k--, n++) {
      const other = list[k] as number
      if (other !== slot) addToSum(other, amount)
    }
  }

  function positionOf(list: readonly number[], slot: number): number {
    const at = timesAndSums[STRIDE * slot] as number
    const id = ids[slot] as number
    const last = list.length
    // Most items come when they are published, so their position is near the end.
    let step = 1
    while (step < last && (timesAndSums[STRIDE * (list[last - step] as number)] as number) >= at) step *= 2
    let low = step < last ? last - step : 0
    let high = last - (step >> 1)
    while (low < high) {
      const middle = (low + high) >> 1
      const other = list[middle] as number
      const time = timesAndSums[STRIDE * other] as number
      if (time < at || (time === at && (ids[other] as number) < id)) low = middle + 1
      else high = middle
    }
    return low
  }

  function firstUndated(list: readonly number[]): number {
    let low = 0
    let high = list.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((timesAndSums[STRIDE * (list[middle] as number)] as number) < UNDATED) low = middle + 1
      else high = middle
    }
    return low
  }

  /** Writes the slots with the largest sums to `best`, the largest first. @returns the number of slots */
  function takeBest(): number {
    let count = 0
    let lowest = 0
    for (let k = 0; k < touches; k++) {
      const slot = touched[k] as number
      const sum = timesAndSums[STRIDE * slot + SUM] as number
      if (count === MAX_FOUND && sum < lowest) continue
      let at = count
      while (at > 0) {
        const other = best[at - 1] as number
        const ahead = timesAndSums[STRIDE * other + SUM] as number
        if (ahead > sum || (ahead === sum && (ids[other] as number) < (ids[slot] as number))) break
        at--
      }
      if (at >= MAX_FOUND) continue
      if (count < MAX_FOUND) count++
      for (let to = count - 1; to > at; to--) best[to] = best[to - 1] as number
      best[at] = slot
      lowest = timesAndSums[STRIDE * (best[count - 1] as number) + SUM] as number
    }
    return count
  }

  return {
    add(live, { terms, values }, top) {
      const { slot } = live
      keep(live)
      const first = slot * INDEXED_TERMS
      const count = counts[slot] as number
      const before = count === 0 ? NO_TERMS : topTerms.slice(first, first + count)
      for (let k = 0; k < top.length; k++) {
        const at = top[k] as number
        const term = terms[at] as number
        if (!holds(before, 0, before.length, term)) postings.insert(term, slot)
        topTerms[first + k] = term
        if (k < LOOKUPS) squares[slot * LOOKUPS + k] = (values[at * VALUES + WEIGHT] as number) ** 2
      }
      for (let k = 0; k < before.length; k++) {
        const term = before[k] as number
        if (!holds(topTerms, first, first + top.length, term)) postings.remove(term, slot)
      }
      counts[slot] = top.length
    },
    addAll(lives, terms, termCounts) {
      let from = 0
      for (let n = 0; n < lives.length; n++) {
        const live = lives[n] as LiveItem
        const count = termCounts[n] as number
        keep(live)
        counts[live.slot] = count
        const first = live.slot * INDEXED_TERMS
        for (let k = 0; k < count; k++) topTerms[first + k] = terms[from + k] as number
        from += count
      }
      postings.fill(inOrder(lives), topTerms, counts, INDEXED_TERMS)
    },
    remove({ slot }) {
      removePostings(slot)
      items[slot] = undefined
    },
    writeTopTerms({ slot }, to, at) {
      const count = counts[slot] as number
      for (let k = 0; k < count; k++) to[at + k] = topTerms[slot * INDEXED_TERMS + k] as number
      return count
    },
    find(live, visit) {
      const { slot } = live
      const lookups = Math.min(counts[slot] as number, LOOKUPS)
      for (let k = 0; k < lookups; k++) {
        const term = topTerms[slot * INDEXED_TERMS + k] as number
        const list = postings.of(term)
        if (list.length < 2) continue
        const square = squares[slot * LOOKUPS + k] as number
        if (live.dated) {
          addNearest(list, slot, square, k < FIRST_LOOKUPS ? MAX_PER_FIRST_TERM : MAX_PER_TERM)
          addUndated(list, slot, square * UNDATED_FACTOR)
        } else {
          addUndated(list, slot, square)
          addLatest(list, slot, square * UNDATED_FACTOR)
        }
      }
      const found = takeBest()
      for (let k = 0; k < found; k++) {
        const bestSlot = best[k] as number
        const other = items[bestSlot]
        if (other !== undefined) visit(other, bestSlot, timesAndSums[STRIDE * bestSlot + SUM] as number)
      }
      for (let k = 0; k < touches; k++) timesAndSums[STRIDE * (touched[k] as number) + SUM] = 0
      touches = 0
    },
  }
}

const NO_TERMS = new Int32Array()

function enlarge<T extends Float32Array | Float64Array | Int32Array | Uint8Array>(numbers: T, larger: T): T {
  larger.set(numbers)
  return larger
}

/** A loop over so few terms is faster than a call of `includes`. */
function holds(terms: Int32Array, from: number, until: number, term: number): boolean {
  for (let k = from; k < until; k++) if (terms[k] === term) return true
  return false
}
