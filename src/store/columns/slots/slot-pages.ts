import { grown } from '../../../model/grown.ts'

/** Ids per page. Larger pages waste more slots; smaller ones need a larger table. */
const PAGE = 64
const PAGE_BITS = 6

/**
 * Maps ids to slots. A page of 64 consecutive ids gets 64 consecutive slots when its first id is used. Ids may have
 * gaps of any size, since processes reserve more than they use. Empty pages of slots are reused.
 */
export class SlotPages {
  /** By id page: its slot page plus 1; 0 for none. */
  #slotPages = new Uint32Array(0)
  /** By slot page: its id page. */
  #idPages: number[] = []
  #used: number[] = []
  #free: number[] = []
  /** Highest id of any item so far. */
  newestId = 0

  /** Slots from this one on were never used. */
  get end(): number {
    return this.#idPages.length * PAGE
  }

  /** By slot page: its id page. */
  get idPages(): Uint32Array<ArrayBuffer> {
    return Uint32Array.from(this.#idPages)
  }

  /** Restores saved pages. @param facet by slot: 0 for an empty slot */
  restore(idPages: Uint32Array, facet: Uint32Array): void {
    this.#idPages = Array.from(idPages)
    for (const [page, idPage] of idPages.entries()) {
      let used = 0
      // Typed array methods take several times as long as a plain loop.
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

  /** The slot of an id, even if the item does not exist; `undefined` if its page has no items. */
  slotOf(id: number): number | undefined {
    const page = this.#slotPages[Math.floor(id / PAGE)] ?? 0
    return page === 0 ? undefined : ((page - 1) << PAGE_BITS) | (id % PAGE)
  }

  idOf(slot: number): number {
    return (this.#idPages[slot >>> PAGE_BITS] ?? 0) * PAGE + (slot & (PAGE - 1))
  }

  /** Allocates the slot of a new item. */
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

  /** Frees the slot of a deleted item. */
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
