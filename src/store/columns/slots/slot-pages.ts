import { grown } from '../../../model/grown.ts'

/** Ids in a page. A larger page wastes more slots when it holds few items; a smaller one makes the table larger. */
const PAGE = 64
const PAGE_BITS = 6

/**
 * Gives items their slots. A page of 64 ids in sequence gets 64 slots in sequence when its first id is used. Ids may
 * leave gaps of any size, since a process reserves more ids than it needs. An emptied page of slots is used again.
 */
export class SlotPages {
  /** By page of ids: its page of slots, plus 1; 0 for none. */
  #slotPages = new Uint32Array(0)
  /** By page of slots: its page of ids. */
  #idPages: number[] = []
  #used: number[] = []
  #free: number[] = []
  /** Highest id of all items so far. */
  newestId = 0

  /** Slots at or above this number have never been given. */
  get end(): number {
    return this.#idPages.length * PAGE
  }

  /** By page of slots: its page of ids. */
  get idPages(): Uint32Array<ArrayBuffer> {
    return Uint32Array.from(this.#idPages)
  }

  /** Takes over pages. @param facet by slot: 0 where the slot is empty */
  restore(idPages: Uint32Array, facet: Uint32Array): void {
    this.#idPages = Array.from(idPages)
    for (const [page, idPage] of idPages.entries()) {
      let used = 0
      // A plain loop: the methods of typed arrays take several times as long.
      let last = 0
      for (let slot = page * PAGE; slot < (page + 1) * PAGE; slot += 1) {
        if (facet[slot] === 0) continue
        used += 1
        last = slot
      }
      this.#used[page] = used
      if (used === 0) {
        this.#free.push(page)
        continue
      }
      if (idPage >= this.#slotPages.length) this.#grow(idPage)
      this.#slotPages[idPage] = page + 1
      this.newestId = Math.max(this.newestId, this.idOf(last))
    }
  }

  /** The slot for an id, whether or not the item exists; `undefined` if its page has no items. */
  slotOf(id: number): number | undefined {
    const page = this.#slotPages[Math.floor(id / PAGE)] ?? 0
    return page === 0 ? undefined : ((page - 1) << PAGE_BITS) | (id % PAGE)
  }

  idOf(slot: number): number {
    return (this.#idPages[slot >>> PAGE_BITS] ?? 0) * PAGE + (slot & (PAGE - 1))
  }

  /** Gives a new item its slot. */
  take(id: number): number {
    this.newestId = Math.max(this.newestId, id)
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

  /** Takes back the slot of a deleted item. */
  release(slot: number): void {
    const page = slot >>> PAGE_BITS
    const used = (this.#used[page] ?? 0) - 1
    this.#used[page] = used
    if (used > 0) return
    this.#slotPages[this.#idPages[page] ?? 0] = 0
    this.#free.push(page)
  }

  #grow(idPage: number): void {
    this.#slotPages = grown(this.#slotPages, Math.ceil((idPage + 1) * 1.25) + PAGE)
  }
}
