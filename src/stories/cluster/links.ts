import { grown } from '../../model/grown.ts'

/** Further links of an item replace its weakest. */
const MAX_LINKS = 48

/** What can have links. */
export interface Linked {
  /** An end of one of its links; `NO_END` if it has none. Only `Links` sets it. */
  firstEnd: number
}

/** No further end. */
export const NO_END = -1

const FIRST_LINKS = 64

/**
 * The pairs of items that were compared, and how they compare. Link n has the ends 2 n and 2 n + 1, one at each item, and the ends
 * of an item form a chain in no order. In columns a link takes 32 bytes; as an object, in a list of each item, 150.
 */
export class Links<Item extends Linked> {
  /** By end. */
  readonly #items: (Item | undefined)[] = []
  #next = new Int32Array(2 * FIRST_LINKS)
  /** By link: the cosine of all their words, 0..1, and the log odds that they report one event. */
  #cosines = new Float32Array(FIRST_LINKS)
  #odds = new Float32Array(FIRST_LINKS)
  /** The first end of a chain of links that were removed. */
  #free = NO_END

  /** Notes how two items compare, or that they now compare otherwise. Values are rounded to 32 bits. */
  set(one: Item, other: Item, cosine: number, odds: number): void {
    const known = this.find(one, other)
    if (known === NO_END) {
      this.add(one, other, cosine, odds)
      return
    }
    this.#cosines[known >> 1] = cosine
    this.#odds[known >> 1] = odds
  }

  /** Links two items that have no link, as `set` does. */
  add(one: Item, other: Item, cosine: number, odds: number): void {
    const end = this.#newEnd()
    this.#cosines[end >> 1] = cosine
    this.#odds[end >> 1] = odds
    this.#attach(end, one)
    this.#attach(end + 1, other)
    this.#removeSurplus(one)
    this.#removeSurplus(other)
  }

  /** The first ends of all links, in the order of their making where none was removed. */
  *all(): Iterable<number> {
    for (let end = 0; end < this.#items.length; end += 2) if (this.#items[end] !== undefined) yield end
  }

  /** The end at `one` of the link of two items; `NO_END` if they have none. */
  find(one: Item, other: Item): number {
    let end = one.firstEnd
    while (end !== NO_END && this.#items[end ^ 1] !== other) end = this.next(end)
    return end
  }

  /** The next end of the same item, from its `firstEnd` on; `NO_END` after the last. */
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

  /** Removes all links of an item. */
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
      // Of equals, the one that came first.
      if (this.odds(end) <= this.odds(weakest)) weakest = end
    }
    if (count > MAX_LINKS) this.#remove(weakest)
  }
}
