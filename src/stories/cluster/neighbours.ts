import { MAX_GAP_MS, type LiveItem } from './live-item.ts'
import { positionIn, Postings } from './postings.ts'

/** An item is indexed under at most this many terms. */
export const INDEXED_TERMS = 20
/** The number of an item's terms that are looked up, the heaviest first. */
const LOOKUPS = 12
/** Each term may find this many items: those nearest in time. */
const MAX_PER_TERM = 24
/** The number of neighbours found at most. */
const MAX_FOUND = 12

/** A term of an item, and its weight there. */
export interface WeightedTerm {
  readonly term: number
  readonly weight: number
}

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
    live.topTerms = new Int32Array(top.map(({ term }) => term))
    live.topSquares = new Float32Array(top.slice(0, LOOKUPS).map(({ weight }) => weight * weight))
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
   * Calls `visit` for each neighbour, the most similar first. The similarity is the sum of the squared weights of the
   * shared terms. The weights are those of the time when the item was last added.
   */
  find(live: LiveItem, visit: (other: LiveItem) => void): void {
    const found: LiveItem[] = []
    for (const [at, square] of live.topSquares.entries()) {
      addNearest(this.#postings.of(live.topTerms[at] ?? 0), live, square, found)
    }
    const nearest = found.sort((a, b) => b.shared - a.shared || a.itemId - b.itemId).slice(0, MAX_FOUND)
    for (const other of found) other.shared = 0
    for (const other of nearest) visit(other)
  }
}

/** Adds a square to what the items of a list share that are nearest in time. Adds new ones to `found`. */
function addNearest(list: readonly LiveItem[], live: LiveItem, square: number, found: LiveItem[]): void {
  let up = positionIn(list, live)
  let down = up - 1
  if (list[up] === live) up++
  for (let n = 0; n < MAX_PER_TERM; n++) {
    const earlier = down >= 0 ? list[down] : undefined
    const later = up < list.length ? list[up] : undefined
    const before = earlier === undefined ? Infinity : live.publishedAt - earlier.publishedAt
    const after = later === undefined ? Infinity : later.publishedAt - live.publishedAt
    const nearest = before <= after ? earlier : later
    if (nearest === undefined || Math.min(before, after) > MAX_GAP_MS) return
    if (nearest.shared === 0) found.push(nearest)
    nearest.shared += square
    if (before <= after) down--
    else up++
  }
}
