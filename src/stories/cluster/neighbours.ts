import { topTerms, type WeightedTerms } from '../words/terms.ts'
import { byTime, type LiveItem, NO_LOOKUPS } from './live-item.ts'
import { positionIn, Postings } from './postings.ts'

/** Number of an item's terms to look up, the highest weights first. */
const LOOKUPS = 12
/** Maximum items per term: half before the item and half after, or more on one side if the other has fewer. */
const MAX_PER_TERM = 24
/** Maximum number of neighbours. */
const MAX_FOUND = 12

const NO_TERMS = new Int32Array()

/** Finds live items that share top terms with an item, the nearest in time first. */
export class Neighbours {
  readonly #postings = new Postings()
  /** During a search, by number: squared weights of the shared terms. */
  readonly #shared = new Float64Array(LOOKUPS * MAX_PER_TERM + 1)

  /**
   * Makes an item findable by these terms only.
   *
   * @param terms its top terms, at most `MAX_TOP_TERMS`, the highest weights first
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

  /** Makes items findable that already have top terms. */
  restore(items: readonly LiveItem[]): void {
    // In order of time, each is appended to its lists.
    for (const live of items.toSorted(byTime))
      for (const term of topTerms(live.text)) this.#postings.insert(term, live)
  }

  remove(live: LiveItem): void {
    if (!live.isFindable) return
    for (const term of topTerms(live.text)) this.#postings.remove(term, live)
  }

  /**
   * Finds the neighbours of an item, the most similar first. The similarity is the sum of the squared weights of the
   * shared terms, as of the last `add`. Call it once after each `add`.
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

/** Adds a squared weight to the items around a position. New ones are numbered and added to `found`. */
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

/** Keeps the `MAX_FOUND` most similar items in order, ties by smaller id. */
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
