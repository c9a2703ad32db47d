import { LRUCache } from 'lru-cache'
import type { ReadStore } from '../../store/read-store.ts'
import { listEntry } from '../bodies/envelope.ts'
import { itemJson } from '../bodies/item.ts'

/** The part of the store that fragments need. */
type ItemSource = Pick<ReadStore, 'findItems' | 'onChange'>

/** Beside the bytes themselves, what an entry of the cache costs, about. */
const ENTRY_BYTES = 200

/**
 * The JSON of items, prepared once as entries of a list. Bounded by their size, the least recently
 * used go first; a change of an item takes its fragment away.
 */
export class Fragments {
  readonly #store: ItemSource
  readonly #cache: LRUCache<number, Buffer>
  /** Of each load under way, the items that changed since it began: what it read of them is stale. */
  readonly #loads = new Set<Set<number>>()
  readonly #stopListening: () => void

  /** @param maxBytes > 0 */
  constructor(store: ItemSource, maxBytes: number) {
    this.#store = store
    this.#cache = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: (fragment) => fragment.length + ENTRY_BYTES,
    })
    this.#stopListening = store.onChange((itemIds) => {
      for (const id of itemIds) {
        this.#cache.delete(id)
        for (const changed of this.#loads) changed.add(id)
      }
    })
  }

  /**
   * The entries of `ids` in their order, without what is gone.
   *
   * @throws DigestError('storeFailed')
   */
  async list(ids: readonly number[]): Promise<{ readonly id: number; readonly entry: Buffer }[]> {
    const found = ids.map((id) => ({ id, entry: this.#cache.get(id) }))
    const missing = found.filter(({ entry }) => entry === undefined).map(({ id }) => id)
    const loaded = missing.length === 0 ? undefined : await this.#load(missing)
    return found.flatMap(({ id, entry }) => {
      const bytes = entry ?? loaded?.get(id)
      return bytes === undefined ? [] : [{ id, entry: bytes }]
    })
  }

  /** Stops listening to the store. */
  close(): void {
    this.#stopListening()
    this.#cache.clear()
  }

  async #load(ids: readonly number[]): Promise<Map<number, Buffer>> {
    const changed = new Set<number>()
    this.#loads.add(changed)
    try {
      const items = await this.#store.findItems(ids)
      const loaded = new Map<number, Buffer>()
      for (const item of items) {
        const entry = listEntry(JSON.stringify(itemJson(item)))
        loaded.set(item.id, entry)
        if (!changed.has(item.id)) this.#cache.set(item.id, entry)
      }
      return loaded
    } finally {
      this.#loads.delete(changed)
    }
  }
}
