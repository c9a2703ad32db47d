import { grown } from '../../model/grown.ts'

/** Maximum number of links per item. A further link replaces the weakest. */
const MAX_LINKS = 48

export interface Linked {
  /** An end of one of its links; `NO_END` for none. Only `Links` sets it. */
  firstEnd: number
}

export const NO_END = -1

const FIRST_LINKS = 64

/**
 * The compared pairs of items, with their results. Link n has the ends 2 n and 2 n + 1, one at each item. The ends of
 * an item form an unordered chain. In columns a link takes 32 bytes; as objects it would take 150.
 */
export class Links<Item extends Linked> {
  /** By end. */
  readonly #items: (Item | undefined)[] = []
  #next = new Int32Array(2 * FIRST_LINKS)
  /** By link: cosine of all words, 0..1, and log odds that they report one event. */
  #cosines = new Float32Array(FIRST_LINKS)
  #odds = new Float32Array(FIRST_LINKS)
  /** First end of the chain of removed links. */
  #free = NO_END

  /** Adds or updates the link of two items. Values are rounded to 32 bits. */
  set(one: Item, other: Item, cosine: number, odds: number): void {
    const known = this.find(one, other)
    if (known === NO_END) {
      this.add(one, other, cosine, odds)
      return
    }
    this.#cosines[known >> 1] = cosine
    this.#odds[known >> 1] = odds
  }

  /** Adds a link of two items that have none. */
  add(one: Item, other: Item, cosine: number, odds: number): void {
    const end = this.#newEnd()
    this.#cosines[end >> 1] = cosine
    this.#odds[end >> 1] = odds
    this.#attach(end, one)
    this.#attach(end + 1, other)
    this.#removeSurplus(one)
    this.#removeSurplus(other)
  }

  /** The first ends of all links, in order of creation if none was removed. */
  *all(): Iterable<number> {
    for (let end = 0; end < this.#items.length; end += 2) if (this.#items[end] !== undefined) yield end
  }

  /** The end at `one` of two items' link; `NO_END` if there is none. */
  find(one: Item, other: Item): number {
    let end = one.firstEnd
    while (end !== NO_END && this.#items[end ^ 1] !== other) end = this.next(end)
    return end
  }

  /** The next end of the item, from its `firstEnd` on; `NO_END` after the last. */
  next(end: number): number {
    return this.#next[end] ?? NO_END
  }

  cosine(end: number): number {
    return this.#cosines[end >> 1] ?? 0
  }

  odds(end: number): number {
    return this.#odds[end >> 1] ?? 0
  }

  at(end: number): Item {
    const item = this.#items[end]
    if (item === undefined) throw new RangeError(`no link has the end ${end}`)
    return item
  }

  /** The item at the other end of the link. */
  beyond(end: number): Item {
    return this.at(end ^ 1)
  }

  removeAll(item: Item): void {
    while (item.firstEnd !== NO_END) this.#remove(item.firstEnd)
  }

  #newEnd(): number {
    const end = this.#free
    if (end !== NO_END) {
      this.#free = this.next(end)
      return end
    }
    const added = this.#items.push(undefined, undefined) - 2
    if (added === this.#next.length) {
      this.#next = grown(this.#next, 2 * added)
      this.#cosines = grown(this.#cosines, added)
      this.#odds = grown(this.#odds, added)
    }
    return added
  }

  #attach(end: number, item: Item): void {
    this.#items[end] = item
    this.#next[end] = item.firstEnd
    item.firstEnd = end
  }

  #detach(end: number): void {
    const item = this.#items[end]
    this.#items[end] = undefined
    if (item === undefined) return
    if (item.firstEnd === end) {
      item.firstEnd = this.next(end)
      return
    }
    let before = item.firstEnd
    while (this.next(before) !== end) before = this.next(before)
    this.#next[before] = this.next(end)
  }

  #remove(end: number): void {
    const first = end & ~1
    this.#detach(first)
    this.#detach(first + 1)
    this.#next[first] = this.#free
    this.#free = first
  }

  #removeSurplus(item: Item): void {
    let count = 0
    let weakest = item.firstEnd
    for (let end = item.firstEnd; end !== NO_END; end = this.next(end)) {
      count++
      // Ties go to the oldest.
      if (this.odds(end) <= this.odds(weakest)) weakest = end
    }
    if (count > MAX_LINKS) this.#remove(weakest)
  }
}
