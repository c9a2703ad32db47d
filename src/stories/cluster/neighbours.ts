import { topTerms, type WeightedTerms } from '../words/terms.ts'
import { byTime, type LiveItem, NO_LOOKUPS } from './live-item.ts'
import { positionIn, Postings } from './postings.ts'

/** The number of an item's terms that are looked up, the heaviest first. */
const LOOKUPS = 12
/** Each term may find this many items: half of them before the item and half after, or more where one side has fewer. */
const MAX_PER_TERM = 24
/** The number of neighbours found at most. */
const MAX_FOUND = 12

const NO_TERMS = new Int32Array()

/** Finds the live items that share top terms with an item, the nearest in time first. */
export class Neighbours {
  readonly #postings = new Postings()
  /** While neighbours are sought, by number: the squared weights of the terms that both have. */
  readonly #shared = new Float64Array(LOOKUPS * MAX_PER_TERM + 1)

  /**
   * Makes an item findable under its top terms only.
   *
   * @param terms its terms of most weight, `MAX_TOP_TERMS` if it has so many, the heaviest first
   */
  add(live: LiveItem, { terms, weights }: WeightedTerms): void {
    const top = topTerms(live.text)
    const before = live.isFindable ? top.slice() : NO_TERMS
    top.set(terms)
    live.isFindable = true
    live.lookups = weights.slice(0, LOOKUPS)
    for (const term of before) if (!top.includes(term)) this.#postings.remove(term, live)
    for (const term of top) if (!before.includes(term)) this.#postings.insert(term, live)
  }

  /** Makes items findable that have top terms already. */
  restore(items: readonly LiveItem[]): void {
    // In order of time, each is the last of its lists.
    for (const live of items.toSorted(byTime))
      for (const term of topTerms(live.text)) this.#postings.insert(term, live)
  }

  remove(live: LiveItem): void {
    if (!live.isFindable) return
    for (const term of topTerms(live.text)) this.#postings.remove(term, live)
  }

  /**
   * Finds the neighbours of an item, the most similar first. The similarity is the sum of the squared weights of the
   * shared terms. The weights are those of the time when the item was last added; each time it is sought once.
   */
  find(live: LiveItem): LiveItem[] {
    const found: LiveItem[] = []
    const top = topTerms(live.text)
    for (const [at, weight] of live.lookups.entries()) {
      const list = this.#postings.of(top[at] ?? 0)
      addNearest(list, positionIn(list, live), weight * weight, found, this.#shared)
    }
    live.lookups = NO_LOOKUPS
    const best: LiveItem[] = []
    for (const other of found) if (other !== live) addBest(best, other, this.#shared)
    for (const other of found) other.found = 0
    return best
  }
}

/** Adds a square to what the items around a position share. Numbers those met first and adds them to `found`. */
function addNearest(
  list: readonly LiveItem[],
  position: number,
  square: number,
  found: LiveItem[],
  shared: Float64Array,
): void {
  const later = Math.min(MAX_PER_TERM / 2, list.length - position)
  const from = Math.max(0, position + later - MAX_PER_TERM)
  const until = Math.min(list.length, from + MAX_PER_TERM)
  for (let at = from; at < until; at++) {
    const other = list[at]
    if (other === undefined) return
    if (other.found === 0) {
      other.found = found.push(other)
      shared[other.found] = 0
    }
    shared[other.found] = (shared[other.found] ?? 0) + square
  }
}

/** Keeps the `MAX_FOUND` items that share most, the most similar first; of equals, the one with the smaller id. */
function addBest(best: LiveItem[], other: LiveItem, shared: Float64Array): void {
  const mine = shared[other.found] ?? 0
  let at = best.length
  for (; at > 0; at--) {
    const ahead = best[at - 1]
    const its = shared[ahead?.found ?? 0] ?? 0
    if (ahead === undefined || its > mine || (its === mine && ahead.itemId < other.itemId)) break
  }
  if (at === MAX_FOUND) return
  best.splice(at, 0, other)
  if (best.length > MAX_FOUND) best.pop()
}
