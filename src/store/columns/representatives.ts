import { grown } from './typed-arrays.ts'

/** By story of several items: the id of the item that represents it. */
export class Representatives {
  #ids = new Uint32Array(0)

  /** By story. */
  get ids(): Uint32Array<ArrayBuffer> {
    return this.#ids
  }

  restore(ids: Uint32Array<ArrayBuffer>): void {
    this.#ids = ids
  }

  /** 0 for a story of one item. */
  of(story: number): number {
    return this.#ids[story] ?? 0
  }

  /** @param itemId 0 for a story of one item */
  set(story: number, itemId: number): void {
    if (story >= this.#ids.length) {
      this.#ids = grown(this.#ids, Math.ceil((story + 1) * 1.125) + 1024)
    }
    this.#ids[story] = itemId
  }
}
