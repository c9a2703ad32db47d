/** Ids that share a page: few enough that a page with one item wastes little, enough that the table stays small. */
const PAGE = 64
const PAGE_BITS = 6

/**
 * Gives items their slots: 64 ids in sequence get 64 slots in sequence when the first of them is used. Ids may
 * leave gaps of any size (a process reserves more than it needs), and a page whose items are all gone is used again.
 */
export class SlotPages {
  /** By page of ids: its page of slots, plus one. */
  #slotPages = new Uint32Array(0)
  /** By page of slots: its page of ids. */
  #idPages: number[] = []
  #used: number[] = []
  #free: number[] = []

  /** Slots beyond this have never been given. */
  get end(): number {
    return this.#idPages.length * PAGE
  }

  get byteLength(): number {
    return this.#slotPages.byteLength + this.#idPages.length * 16
  }

  /** The slot that the item would have; `undefined` where none of its page is there. */
  slotOf(id: number): number | undefined {
    const page = this.#slotPages[Math.floor(id / PAGE)] ?? 0
    return page === 0 ? undefined : ((page - 1) << PAGE_BITS) | (id % PAGE)
  }

  idOf(slot: number): number {
    return (this.#idPages[slot >>> PAGE_BITS] ?? 0) * PAGE + (slot & (PAGE - 1))
  }

  /** Takes the slot of a new item. */
  take(id: number): number {
    const idPage = Math.floor(id / PAGE)
    if (idPage >= this.#slotPages.length) this.#grow(idPage)
    let page = this.#slotPages[idPage] ?? 0
    if (page === 0) {
      page = (this.#free.pop() ?? this.#idPages.length) + 1
      this.#slotPages[idPage] = page
      this.#idPages[page - 1] = idPage
      this.#used[page - 1] = 0
    }
    this.#used[page - 1] = (this.#used[page - 1] ?? 0) + 1
    return ((page - 1) << PAGE_BITS) | (id % PAGE)
  }

  /** Gives back the slot of an item that is gone. */
  release(slot: number): void {
    const page = slot >>> PAGE_BITS
    const used = (this.#used[page] ?? 0) - 1
    this.#used[page] = used
    if (used > 0) return
    this.#slotPages[this.#idPages[page] ?? 0] = 0
    this.#free.push(page)
  }

  #grow(idPage: number): void {
    const grown = new Uint32Array(Math.ceil((idPage + 1) * 1.25) + PAGE)
    grown.set(this.#slotPages)
    this.#slotPages = grown
  }
}
