import { LRUCache } from 'lru-cache'
import { inOrder } from '../../model/in-order.ts'

/** Memory of a line beside its JSON. */
const LINE_BYTES = 200

/** An item as the interface shows it. */
export interface EncodedItem {
  readonly id: number
  /** UTF-8, without white space. */
  readonly json: Buffer
}

/**
 * The JSON of items that were listed lately (docs/decisions/040). A change makes lists old, but most of their items are as
 * they were.
 *
 * A line is as new as the columns, or newer. It is forgotten when a change of its item is applied. A read during which a
 * change is applied is not kept, since it may be from before the change.
 */
export class ItemJsonCache {
  readonly #lines: LRUCache<number, EncodedItem>
  /** How many changes were applied. */
  #changes = 0

  constructor(maxBytes: number) {
    this.#lines = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ json }) => json.length + LINE_BYTES,
    })
  }

  /**
   * Gives the JSON of items in the order of `ids`. Deleted items are left out.
   *
   * @param read does the same from the store. It sees at least the changes that were applied before
   */
  async find(
    ids: readonly number[],
    read: (ids: readonly number[]) => readonly EncodedItem[] | Promise<readonly EncodedItem[]>,
  ): Promise<EncodedItem[]> {
    const kept = ids.flatMap((id) => this.#lines.get(id) ?? [])
    if (kept.length === ids.length) return kept
    const changes = this.#changes
    const missing = kept.length === 0 ? ids : ids.filter((id) => !this.#lines.has(id))
    const found = await read(missing)
    // Copies with memory of their own: what was read together shares it, and so do small copies by `Buffer.from(json)`.
    if (changes === this.#changes)
      for (const { id, json } of found)
        this.#lines.set(id, { id, json: Buffer.from(new Uint8Array(json).buffer) })
    return kept.length === 0 ? [...found] : inOrder(ids, [...kept, ...found], ({ id }) => id)
  }

  /** @param changedIds the items whose JSON a change that is applied makes another */
  forget(changedIds: readonly number[]): void {
    for (const id of changedIds) this.#lines.delete(id)
    this.#changes += 1
  }
}
