import { MAX_GAP_MS, type LiveItem } from './live-item.ts'
import { createPostings } from './postings.ts'

/** An item is indexed under at most this many terms. */
export const INDEXED_TERMS = 20
/** The number of an item's terms that are looked up, the heaviest first. */
const LOOKUPS = 12
/** Each term may find this many items: those nearest in time. */
const MAX_PER_TERM = 24
/** The number of neighbours found at most. */
const MAX_FOUND = 12

/** Finds the live items that share top terms with an item, the nearest in time first. */
export interface Neighbours {
  /**
   * Makes an item findable under its top terms only.
   *
   * @param top its terms of most weight, at most `INDEXED_TERMS`, the heaviest first
   */
  add(live: LiveItem, top: readonly WeightedTerm[]): void
  /** Like `add` for many items at once, into an empty index. `terms` holds the top terms of all items in sequence. */
  addAll(lives: readonly LiveItem[], terms: Int32Array, counts: Int32Array): void
  remove(live: LiveItem): void
  /** Writes the terms that an item is indexed under to `to`, the heaviest first. @returns the number of terms */
  writeTopTerms(live: LiveItem, to: Int32Array, at: number): number
  /**
   * Calls `visit` for each neighbour, the most similar first. The similarity is the sum of the squared weights of the
   * shared terms. The weights are those of the time when the item was last added.
   */
  find(live: LiveItem, visit: (other: LiveItem) => void): void
}

/** A term of an item, and its weight there. */
export interface WeightedTerm {
  readonly term: number
  readonly weight: number
}

export function createNeighbours(): Neighbours {
  const items: (LiveItem | undefined)[] = []
  /** By slot: the sum of what the item in question shares with it; 0 for untouched slots. */
  let sums = new Float64Array(1024)
  /** By slot: the item's time. */
  let times = new Float64Array(1024)
  /** By slot: the item's id. */
  let ids = new Float64Array(1024)
  /** By slot: the terms that the item is indexed under, the heaviest first, and their number. */
  let topTerms = new Int32Array(1024 * INDEXED_TERMS)
  let counts = new Uint8Array(1024)
  /** By slot: the squared weights of the terms that are looked up. */
  let squares = new Float32Array(1024 * LOOKUPS)
  let touched = new Int32Array(1024)
  let touches = 0
  const postings = createPostings(isBefore)
  const best = new Int32Array(MAX_FOUND)

  /** The order of the posting lists: by time, then by id. */
  function isBefore(slot: number, other: number): boolean {
    const time = times[slot] as number
    const otherTime = times[other] as number
    return time < otherTime || (time === otherTime && (ids[slot] as number) < (ids[other] as number))
  }

  function makeRoom(slot: number): void {
    if (slot < ids.length) return
    const size = 2 * Math.max(slot, ids.length)
    sums = enlarge(sums, new Float64Array(size))
    times = enlarge(times, new Float64Array(size))
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
    times[slot] = live.publishedAt
    ids[slot] = live.itemId
  }

  /** The slots of items in the order of the posting lists: by time, then by id. */
  function inOrder(lives: readonly LiveItem[]): Int32Array {
    const before = (a: number, b: number): number =>
      (times[a] as number) - (times[b] as number) || (ids[a] as number) - (ids[b] as number)
    return Int32Array.from(lives, ({ slot }) => slot).sort(before)
  }

  function removePostings(slot: number): void {
    const count = counts[slot] as number
    for (let k = 0; k < count; k++) postings.remove(topTerms[slot * INDEXED_TERMS + k] as number, slot)
    counts[slot] = 0
  }

  function addToSum(slot: number, amount: number): void {
    const before = sums[slot] as number
    if (before === 0) touched[touches++] = slot
    sums[slot] = before + amount
  }

  function addNearest(list: readonly number[], slot: number, square: number): void {
    const at = times[slot] as number
    let up = positionOf(list, slot)
    let down = up - 1
    if (list[up] === slot) up++
    for (let n = 0; n < MAX_PER_TERM; n++) {
      const before = down < 0 ? Infinity : at - (times[list[down] as number] as number)
      const after = up >= list.length ? Infinity : (times[list[up] as number] as number) - at
      if (Math.min(before, after) > MAX_GAP_MS) return
      addToSum(list[before <= after ? down-- : up++] as number, square)
    }
  }

  function positionOf(list: readonly number[], slot: number): number {
    const last = list.length
    // Most items come when they are published, so their position is near the end.
    let step = 1
    while (step < last && !isBefore(list[last - step] as number, slot)) step *= 2
    let low = step < last ? last - step : 0
    let high = last - (step >> 1)
    while (low < high) {
      const middle = (low + high) >> 1
      if (isBefore(list[middle] as number, slot)) low = middle + 1
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
      const sum = sums[slot] as number
      if (count === MAX_FOUND && sum < lowest) continue
      let at = count
      while (at > 0) {
        const other = best[at - 1] as number
        const ahead = sums[other] as number
        if (ahead > sum || (ahead === sum && (ids[other] as number) < (ids[slot] as number))) break
        at--
      }
      if (at >= MAX_FOUND) continue
      if (count < MAX_FOUND) count++
      for (let to = count - 1; to > at; to--) best[to] = best[to - 1] as number
      best[at] = slot
      lowest = sums[best[count - 1] as number] as number
    }
    return count
  }

  return {
    add(live, top) {
      const { slot } = live
      keep(live)
      const first = slot * INDEXED_TERMS
      const count = counts[slot] as number
      const before = count === 0 ? NO_TERMS : topTerms.slice(first, first + count)
      for (let k = 0; k < top.length; k++) {
        const { term, weight } = top[k] as WeightedTerm
        if (!holds(before, 0, before.length, term)) postings.insert(term, slot)
        topTerms[first + k] = term
        if (k < LOOKUPS) squares[slot * LOOKUPS + k] = weight * weight
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
        addNearest(list, slot, square)
      }
      const found = takeBest()
      for (let k = 0; k < found; k++) {
        const bestSlot = best[k] as number
        const other = items[bestSlot]
        if (other !== undefined) visit(other)
      }
      for (let k = 0; k < touches; k++) sums[touched[k] as number] = 0
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
