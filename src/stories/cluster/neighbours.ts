import { DAY_MS } from '../../model/time.ts'
import { VALUES, WEIGHT } from './cluster.ts'
import type { Cluster, LiveItem } from './live-item.ts'
import { placeInTime, UNDATED } from './live-item.ts'
import { createPostings } from './postings.ts'

/** Terms of an item under which it is found. */
export const INDEXED_TERMS = 20
/** Terms of an item that are looked up, the heaviest first. */
const LOOKUPS = 12
/** Items nearest in time that one of its top terms may bring, and one of the others. */
const HEAVIEST = 6
const REACH = 24
const LESSER_REACH = 12
/** Undated items that one term may bring, the latest first; and dated ones that it may bring an undated item. */
const UNDATED_REACH = 64
const LATEST_REACH = 256
/** Items that are compared in full. */
const MOST_FOUND = 12
/** How much an item counts that a day, or nobody knows how much time, lies between. */
const DAY_COUNTS = 0.5
const UNDATED_COUNTS = 0.35
/** Items further apart are not compared. */
const WINDOW_MS = 400 * DAY_MS

/** Numbers a slot has in the list of spots: a time, and a sum. */
const SPOT = 2
const SUM = 1

/** What a day's distance adds to the divisor of what a term counts, by the millisecond. */
const FADING = (1 / DAY_COUNTS - 1) / DAY_MS

/** Finds the live items that share top terms with an item, the nearest in time first. */
export interface Neighbours {
  /**
   * Makes an item findable under its top terms, and no longer under others.
   *
   * @param cluster the item alone
   * @param top positions of the top terms in `cluster.terms`, at most `INDEXED_TERMS`, the heaviest first
   */
  add(live: LiveItem, cluster: Cluster, top: readonly number[]): void
  /** Makes items findable, where none is yet, as `add` would: `terms` holds one item's top terms after the other's. */
  addAll(lives: readonly LiveItem[], terms: Int32Array, counts: Int32Array): void
  remove(live: LiveItem): void
  /** Writes the terms under which an item can be found, the heaviest first, to `to`. @returns how many there are */
  writeTopTerms(live: LiveItem, to: Int32Array, at: number): number
  /**
   * Tells of each neighbour, its slot and its similarity, the most similar first: weights of the shared terms, squared and added up,
   * faded with the time between the two, as they were when the item was last added.
   */
  find(live: LiveItem, tell: (other: LiveItem, slot: number, similarity: number) => void): void
}

export function createNeighbours(): Neighbours {
  const items: (LiveItem | undefined)[] = []
  /**
   * By slot: where the item stands in time, and what the item at hand has in common with it, 0 apart from those touched. Side by side,
   * since both are asked for together.
   */
  let spots = new Float64Array(1024 * SPOT)
  /** By slot: its id. */
  let ids = new Float64Array(1024)
  /** By slot: the terms under which the item can be found, the heaviest first, and how many. */
  let topTerms = new Int32Array(1024 * INDEXED_TERMS)
  let counts = new Uint8Array(1024)
  /** By slot: the squared weights of the terms that are looked up. */
  let squares = new Float32Array(1024 * LOOKUPS)
  let touched = new Int32Array(1024)
  let touches = 0
  const postings = createPostings((slot, other) => {
    const time = spots[SPOT * slot] as number
    const otherTime = spots[SPOT * other] as number
    return time < otherTime || (time === otherTime && (ids[slot] as number) < (ids[other] as number))
  })
  const best = new Int32Array(MOST_FOUND)

  function makeRoom(slot: number): void {
    if (slot < ids.length) return
    const size = 2 * Math.max(slot, ids.length)
    spots = enlarge(spots, new Float64Array(size * SPOT))
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
    spots[SPOT * slot] = placeInTime(live)
    ids[slot] = live.itemId
  }

  /** The slots of items in the order of lists. */
  function inOrder(lives: readonly LiveItem[]): Int32Array {
    const before = (a: number, b: number): number =>
      (spots[SPOT * a] as number) - (spots[SPOT * b] as number) || (ids[a] as number) - (ids[b] as number)
    return Int32Array.from(lives, ({ slot }) => slot).sort(before)
  }

  function takeOut(slot: number): void {
    const count = counts[slot] as number
    for (let k = 0; k < count; k++) postings.remove(topTerms[slot * INDEXED_TERMS + k] as number, slot)
    counts[slot] = 0
  }

  function bump(slot: number, amount: number): void {
    const before = spots[SPOT * slot + SUM] as number
    if (before === 0) touched[touches++] = slot
    spots[SPOT * slot + SUM] = before + amount
  }

  function addNearest(list: readonly number[], slot: number, square: number, reach: number): void {
    const at = spots[SPOT * slot] as number
    let up = placeOf(list, slot)
    let down = up - 1
    if (list[up] === slot) up++
    let before = down < 0 ? Infinity : at - (spots[SPOT * (list[down] as number)] as number)
    let after = afterOf(list, up, at)
    for (let n = 0; n < reach; n++) {
      let other: number
      let gap: number
      if (before <= after) {
        if (before > WINDOW_MS) return
        gap = before
        other = list[down--] as number
        before = down < 0 ? Infinity : at - (spots[SPOT * (list[down] as number)] as number)
      } else {
        if (after > WINDOW_MS) return
        gap = after
        other = list[up++] as number
        after = afterOf(list, up, at)
      }
      bump(other, square / (1 + gap * FADING))
    }
  }

  function afterOf(list: readonly number[], up: number, at: number): number {
    if (up >= list.length) return Infinity
    const time = spots[SPOT * (list[up] as number)] as number
    return time >= UNDATED ? Infinity : time - at
  }

  function addUndated(list: readonly number[], slot: number, amount: number): void {
    for (let k = list.length - 1, n = 0; k >= 0 && n < UNDATED_REACH; k--, n++) {
      const other = list[k] as number
      if ((spots[SPOT * other] as number) < UNDATED) return
      if (other !== slot) bump(other, amount)
    }
  }

  function addLatest(list: readonly number[], slot: number, amount: number): void {
    let k = firstUndated(list) - 1
    for (let n = 0; k >= 0 && n < LATEST_REACH; k--, n++) {
      const other = list[k] as number
      if (other !== slot) bump(other, amount)
    }
  }

  function placeOf(list: readonly number[], slot: number): number {
    const at = spots[SPOT * slot] as number
    const id = ids[slot] as number
    const last = list.length
    // Most items come when they are published: their place is near the end.
    let step = 1
    while (step < last && (spots[SPOT * (list[last - step] as number)] as number) >= at) step *= 2
    let low = step < last ? last - step : 0
    let high = last - (step >> 1)
    while (low < high) {
      const middle = (low + high) >> 1
      const other = list[middle] as number
      const time = spots[SPOT * other] as number
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
      if ((spots[SPOT * (list[middle] as number)] as number) < UNDATED) low = middle + 1
      else high = middle
    }
    return low
  }

  /** Writes the slots with the largest sums to `best`, largest first. @returns how many there are */
  function takeBest(): number {
    let count = 0
    let least = 0
    for (let k = 0; k < touches; k++) {
      const slot = touched[k] as number
      const sum = spots[SPOT * slot + SUM] as number
      if (count === MOST_FOUND && sum < least) continue
      let at = count
      while (at > 0) {
        const other = best[at - 1] as number
        const ahead = spots[SPOT * other + SUM] as number
        if (ahead > sum || (ahead === sum && (ids[other] as number) < (ids[slot] as number))) break
        at--
      }
      if (at >= MOST_FOUND) continue
      if (count < MOST_FOUND) count++
      for (let to = count - 1; to > at; to--) best[to] = best[to - 1] as number
      best[at] = slot
      least = spots[SPOT * (best[count - 1] as number) + SUM] as number
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
      takeOut(slot)
      items[slot] = undefined
    },
    writeTopTerms({ slot }, to, at) {
      const count = counts[slot] as number
      for (let k = 0; k < count; k++) to[at + k] = topTerms[slot * INDEXED_TERMS + k] as number
      return count
    },
    find(live, tell) {
      const { slot } = live
      const lookups = Math.min(counts[slot] as number, LOOKUPS)
      for (let k = 0; k < lookups; k++) {
        const term = topTerms[slot * INDEXED_TERMS + k] as number
        const list = postings.of(term)
        if (list.length < 2) continue
        const square = squares[slot * LOOKUPS + k] as number
        if (live.dated) {
          addNearest(list, slot, square, k < HEAVIEST ? REACH : LESSER_REACH)
          addUndated(list, slot, square * UNDATED_COUNTS)
        } else {
          addUndated(list, slot, square)
          addLatest(list, slot, square * UNDATED_COUNTS)
        }
      }
      const found = takeBest()
      for (let k = 0; k < found; k++) {
        const place = best[k] as number
        const other = items[place]
        if (other !== undefined) tell(other, place, spots[SPOT * place + SUM] as number)
      }
      for (let k = 0; k < touches; k++) spots[SPOT * (touched[k] as number) + SUM] = 0
      touches = 0
    },
  }
}

const NO_TERMS = new Int32Array()

function enlarge<T extends Float32Array | Float64Array | Int32Array | Uint8Array>(numbers: T, larger: T): T {
  larger.set(numbers)
  return larger
}

/** A call of `includes` of a typed array costs more than going through so few. */
function holds(terms: Int32Array, from: number, until: number, term: number): boolean {
  for (let k = from; k < until; k++) if (terms[k] === term) return true
  return false
}
