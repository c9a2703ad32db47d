import { type LiveItem, NO_LOOKUPS } from './live-item.ts'
import { positionIn, Postings } from './postings.ts'
import type { WeightedTerm } from './terms.ts'

/** An item is indexed under at most this many terms. */
export const INDEXED_TERMS = 20
/** The number of an item's terms that are looked up, the heaviest first. */
const LOOKUPS = 12
/** Each term may find this many items: half of them before the item and half after, or more where one side has fewer. */
const MAX_PER_TERM = 24
/** The number of neighbours found at most. */
const MAX_FOUND = 12

/** Finds the live items that share top terms with an item, the nearest in time first. */
export class Neighbours {
  readonly #postings = new Postings()

  /**
   * Makes an item findable under its top terms only.
   *
   * @param top its terms of most weight, at most `INDEXED_TERMS`, the heaviest first
   */
  add(live: LiveItem, top: readonly WeightedTerm[]): void {
    const before = live.topTerms
    live.topTerms = Int32Array.from(top, ({ term }) => term)
    live.lookups = top.slice(0, LOOKUPS)
    for (const term of before) if (!live.topTerms.includes(term)) this.#postings.remove(term, live)
    for (const term of live.topTerms) if (!before.includes(term)) this.#postings.insert(term, live)
  }

  /** Makes an item findable that has top terms already. */
  restore(live: LiveItem): void {
    for (const term of live.topTerms) this.#postings.insert(term, live)
  }

  remove(live: LiveItem): void {
    for (const term of live.topTerms) this.#postings.remove(term, live)
  }

  /**
   * Finds the neighbours of an item, the most similar first. The similarity is the sum of the squared weights of the
   * shared terms. The weights are those of the time when the item was last added; each time it is sought once.
   */
  find(live: LiveItem): LiveItem[] {
    const found: LiveItem[] = []
    for (const { term, weight } of live.lookups) {
      const list = this.#postings.of(term)
      addNearest(list, positionIn(list, live), weight * weight, found)
    }
    live.lookups = NO_LOOKUPS
    const best: LiveItem[] = []
    for (const other of found) if (other !== live) addBest(best, other)
    for (const other of found) other.shared = 0
    return best
  }
}

/** Adds a square to what the items around a position share. Adds those met first to `found`. */
function addNearest(list: readonly LiveItem[], position: number, square: number, found: LiveItem[]): void {
  const later = Math.min(MAX_PER_TERM / 2, list.length - position)
  const from = Math.max(0, position + later - MAX_PER_TERM)
  const until = Math.min(list.length, from + MAX_PER_TERM)
  for (let at = from; at < until; at++) {
    const other = list[at]
    if (other === undefined) return
    if (other.shared === 0) found.push(other)
    other.shared += square
  }
}

/** Keeps the `MAX_FOUND` items that share most, the most similar first; of equals, the one with the smaller id. */
function addBest(best: LiveItem[], other: LiveItem): void {
  let at = best.length
  for (; at > 0; at--) {
    const ahead = best[at - 1]
    if (ahead === undefined || ahead.shared > other.shared) break
    if (ahead.shared === other.shared && ahead.itemId < other.itemId) break
  }
  if (at === MAX_FOUND) return
  best.splice(at, 0, other)
  if (best.length > MAX_FOUND) best.pop()
}
