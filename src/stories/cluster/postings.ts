import { countWhile } from '../../model/count-while.ts'
import { byTime, type LiveItem } from './live-item.ts'

/** The live items by the terms that they are found by. The items of each term are in order of time. */
export class Postings {
  /** Most terms are held by one item. A list for each would take too much memory. */
  readonly #holders = new Map<number, LiveItem | LiveItem[]>()
  #restored: RestoredPostings | undefined

  /** Fills empty postings with the top terms of items. */
  restore(items: readonly LiveItem[]): void {
    this.#restored = new RestoredPostings(items.toSorted(byTime))
  }

  of(term: number): readonly LiveItem[] {
    const there = this.#there(term) ?? []
    return Array.isArray(there) ? there : [there]
  }

  #there(term: number): LiveItem | LiveItem[] | undefined {
    const there = this.#holders.get(term)
    if (there !== undefined || this.#restored === undefined) return there
    const restored = this.#restored.take(term)
    const [first, second] = restored
    if (first === undefined) return undefined
    const made = second === undefined ? first : restored
    this.#holders.set(term, made)
    return made
  }

  insert(term: number, live: LiveItem): void {
    const there = this.#there(term)
    if (there === undefined) this.#holders.set(term, live)
    else if (!Array.isArray(there)) {
      this.#holders.set(term, byTime(there, live) < 0 ? [there, live] : [live, there])
    } else {
      const position = positionIn(there, live)
      // Most items come in order, and `push` is several times as fast as `splice`.
      if (position === there.length) there.push(live)
      else there.splice(position, 0, live)
    }
  }

  remove(term: number, live: LiveItem): void {
    const there = this.#there(term)
    if (there === live) this.#holders.delete(term)
    if (!Array.isArray(there)) return
    there.splice(positionIn(there, live), 1)
    const [left, more] = there
    if (left !== undefined && more === undefined) this.#holders.set(term, left)
  }
}

/** A power of two: a busy restart has about ten entries in each. */
const BUCKETS = 1 << 16

/** The items of a restart, in buckets by the lowest bits of their terms. Most lists are never asked for, so each is made when it is. */
class RestoredPostings {
  readonly #starts = new Int32Array(BUCKETS + 1)
  readonly #terms: Int32Array
  readonly #items: (LiveItem | undefined)[] = []

  /** @param items in order of time */
  constructor(items: readonly LiveItem[]) {
    const starts = this.#starts
    for (const live of items) for (const term of live.topTerms) add(starts, bucketOf(term), 1)
    for (let at = 1; at <= BUCKETS; at++) add(starts, at, starts[at - 1] ?? 0)
    const size = starts[BUCKETS] ?? 0
    this.#terms = new Int32Array(size)
    this.#items.length = size
    // From the last to the first: each start moves from the end of its bucket to the beginning.
    for (const live of items.toReversed()) {
      for (const term of live.topTerms) {
        const at = add(starts, bucketOf(term), -1)
        this.#terms[at] = term
        this.#items[at] = live
      }
    }
  }

  /** Gives the items with a term, once. */
  take(term: number): LiveItem[] {
    const taken: LiveItem[] = []
    const bucket = bucketOf(term)
    const end = this.#starts[bucket + 1] ?? 0
    for (let at = this.#starts[bucket] ?? 0; at < end; at++) {
      const live = this.#items[at]
      if (live === undefined || this.#terms[at] !== term) continue
      taken.push(live)
      this.#items[at] = undefined
    }
    return taken
  }
}

function bucketOf(term: number): number {
  return term & (BUCKETS - 1)
}

/** @returns the sum */
function add(sums: Int32Array, at: number, more: number): number {
  return (sums[at] = (sums[at] ?? 0) + more)
}

/** The position of an item in a list by time, or the position to insert it at. */
export function positionIn(list: readonly LiveItem[], live: LiveItem): number {
  const last = list.length
  // Most items come when they are published, so their position is near the end.
  let step = 1
  while (step < last && !isBefore(list[last - step], live)) step *= 2
  const from = step < last ? last - step : 0
  return from + countWhile(last - (step >> 1) - from, (at) => isBefore(list[from + at], live))
}

function isBefore(item: LiveItem | undefined, live: LiveItem): boolean {
  return item !== undefined && byTime(item, live) < 0
}
