import { DAY_MS } from '../../domain/time.ts'
import type { LiveItem } from './live-item.ts'
import { placeInTime, UNDATED } from './live-item.ts'

/** Terms of an item under which it is found. */
export const INDEXED_TERMS = 20
/** Terms of an item that are looked up, the heaviest first. */
const LOOKUPS = 12
/** Items nearest in time that one term may bring. */
const REACH = 64
/** Undated items that one term may bring, the latest first. */
const UNDATED_REACH = 64
/** Items that are compared in full. */
const MOST_FOUND = 12
/** How much an item counts that a day, or nobody knows how much time, lies between. */
const DAY_COUNTS = 0.5
const UNDATED_COUNTS = 0.35
/** Items further apart are not compared. */
const WINDOW_MS = 400 * DAY_MS

/** Finds the live items that share heavy terms with an item, the nearest in time first. */
export interface Neighbours {
  /** Makes `live` findable under `live.heavy`. */
  add(live: LiveItem): void
  remove(live: LiveItem): void
  /** @param weights of `live.heavy` */
  find(live: LiveItem, weights: Float64Array): Neighbour[]
}

export interface Neighbour {
  readonly item: LiveItem
  /** Weights of the shared terms, squared and added up, faded with the time between the two. */
  readonly likeness: number
}

export function createNeighbours(): Neighbours {
  const postings = new Map<number, LiveItem[]>()
  const sums = createSums()

  return {
    add(live) {
      for (const term of live.heavy) {
        const list = postings.get(term)
        if (list === undefined) postings.set(term, [live])
        else list.splice(placeOf(list, live), 0, live)
      }
    },
    remove(live) {
      for (const term of live.heavy) {
        const list = postings.get(term)
        if (list === undefined) continue
        const at = placeOf(list, live)
        if (list[at] === live) list.splice(at, 1)
        if (list.length === 0) postings.delete(term)
      }
    },
    find(live, weights) {
      const lookups = Math.min(live.heavy.length, LOOKUPS)
      for (let k = 0; k < lookups; k++) {
        const list = postings.get(live.heavy[k] as number)
        if (list === undefined || list.length === 1) continue
        const square = (weights[k] as number) ** 2
        if (live.dated) {
          addNearest(list, live, square)
          addUndated(list, live, square * UNDATED_COUNTS)
        } else {
          addUndated(list, live, square)
          addLatest(list, live, square * UNDATED_COUNTS)
        }
      }
      return sums.takeHeaviest()
    },
  }

  function addNearest(list: readonly LiveItem[], live: LiveItem, square: number): void {
    const at = live.publishedAt
    let up = placeOf(list, live)
    let down = up - 1
    if (list[up] === live) up++
    for (let n = 0; n < REACH; n++) {
      const below = list[down]
      const above = list[up]
      const before = below === undefined ? Infinity : at - below.publishedAt
      const after = above === undefined || !above.dated ? Infinity : above.publishedAt - at
      const gap = Math.min(before, after)
      if (gap > WINDOW_MS) return
      const other = before <= after ? below : above
      if (before <= after) down--
      else up++
      if (other !== undefined) sums.bump(other, square / (1 + ((1 / DAY_COUNTS - 1) * gap) / DAY_MS))
    }
  }

  function addUndated(list: readonly LiveItem[], live: LiveItem, amount: number): void {
    for (let k = list.length - 1, n = 0; k >= 0 && n < UNDATED_REACH; k--, n++) {
      const other = list[k]
      if (other === undefined || other.dated) return
      if (other !== live) sums.bump(other, amount)
    }
  }

  function addLatest(list: readonly LiveItem[], live: LiveItem, amount: number): void {
    let k = firstUndated(list) - 1
    for (let n = 0; k >= 0 && n < 4 * REACH; k--, n++) {
      const other = list[k]
      if (other !== undefined && other !== live) sums.bump(other, amount)
    }
  }
}

/** Sums by item, without a map: each live item has its slot. */
interface Sums {
  bump(item: LiveItem, amount: number): void
  /** The items with the largest sums, largest first; forgets all. */
  takeHeaviest(): Neighbour[]
}

function createSums(): Sums {
  let amounts = new Float64Array(1024)
  const touched: LiveItem[] = []

  return {
    bump(item, amount) {
      const { slot } = item
      if (slot >= amounts.length) {
        const larger = new Float64Array(2 * Math.max(slot, amounts.length))
        larger.set(amounts)
        amounts = larger
      }
      const before = amounts[slot] as number
      if (before === 0) touched.push(item)
      amounts[slot] = before + amount
    },
    takeHeaviest() {
      const best: LiveItem[] = []
      for (const item of touched) {
        const amount = amounts[item.slot] as number
        let at = best.length
        while (at > 0) {
          const other = best[at - 1] as LiveItem
          const ahead = amounts[other.slot] as number
          if (ahead > amount || (ahead === amount && other.itemId < item.itemId)) break
          at--
        }
        if (at >= MOST_FOUND) continue
        best.splice(at, 0, item)
        if (best.length > MOST_FOUND) best.length = MOST_FOUND
      }
      const found = best.map((item) => ({ item, likeness: amounts[item.slot] as number }))
      for (const item of touched) amounts[item.slot] = 0
      touched.length = 0
      return found
    },
  }
}

/** Where an item stands in a list by time and id. */
function placeOf(list: readonly LiveItem[], live: LiveItem): number {
  const at = placeInTime(live)
  let low = 0
  let high = list.length
  const last = list[high - 1]
  if (last !== undefined && isBefore(last, at, live.itemId)) return high
  while (low < high) {
    const middle = (low + high) >> 1
    const other = list[middle]
    if (other !== undefined && isBefore(other, at, live.itemId)) low = middle + 1
    else high = middle
  }
  return low
}

function firstUndated(list: readonly LiveItem[]): number {
  let low = 0
  let high = list.length
  while (low < high) {
    const middle = (low + high) >> 1
    const other = list[middle]
    if (other !== undefined && placeInTime(other) < UNDATED) low = middle + 1
    else high = middle
  }
  return low
}

function isBefore(other: LiveItem, at: number, itemId: number): boolean {
  const place = placeInTime(other)
  return place < at || (place === at && other.itemId < itemId)
}
