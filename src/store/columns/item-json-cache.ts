import { LRUCache } from 'lru-cache'
import { inOrder } from '../../model/in-order.ts'

/** Memory of an entry besides its JSON. */
const LINE_BYTES = 200

/** An item as JSON of the API. */
export interface EncodedItem {
  readonly id: number
  /** UTF-8, without white space. */
  readonly json: Buffer
}

/**
 * Caches the JSON of recently listed items (docs/decisions/040). A change invalidates lists, but few of their items.
 *
 * A cached item is at least as new as the columns. It is dropped when a change of it is applied. If a change is applied
 * during a read, the result is not cached, since it may be older than the change.
 */
export class ItemJsonCache {
  readonly #lines: LRUCache<number, EncodedItem>
  /** Number of applied changes. */
  #changes = 0

  constructor(maxBytes: number) {
    this.#lines = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ json }) => json.length + LINE_BYTES,
    })
  }

  /**
   * Returns the JSON of items in the order of `ids`. Deleted items are left out.
   *
   * @param read does the same from the store, and sees at least the changes applied before
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
    // Copies, since all JSON of one read shares one block of memory. Small copies by `Buffer.from(json)` share one too.
    if (changes === this.#changes)
      for (const { id, json } of found)
        this.#lines.set(id, { id, json: Buffer.from(new Uint8Array(json).buffer) })
    return kept.length === 0 ? [...found] : inOrder(ids, [...kept, ...found], ({ id }) => id)
  }

  /** @param changedIds items whose JSON the applied changes affect */
  forget(changedIds: readonly number[]): void {
    for (const id of changedIds) this.#lines.delete(id)
    this.#changes += 1
  }
}
