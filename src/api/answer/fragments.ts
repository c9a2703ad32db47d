import { LRUCache } from 'lru-cache'
import type { ReadStore } from '../../store/read-store.ts'
import { listEntry } from '../bodies/envelope.ts'
import { type ItemJson, itemJson } from '../bodies/item.ts'

/** The part of the store that fragments need. */
type ItemSource = Pick<ReadStore, 'findItems' | 'onChange'>

/** The JSON of an item, alone and as an entry of a list. */
interface Fragment {
  readonly item: ItemJson
  readonly entry: Buffer
}

/** Approximate size of a fragment besides its texts, bytes. */
const FRAGMENT_BYTES = 1_000

/**
 * The JSON of items, prepared once as entries of a list. Bounded by their size, the least recently
 * used go first; a change of an item takes its fragment away.
 */
export class Fragments {
  readonly #store: ItemSource
  readonly #cache: LRUCache<number, Fragment>
  /** For each load in progress, the items that changed since it began: what it read of them is stale. */
  readonly #loads = new Set<Set<number>>()
  readonly #stopListening: () => void

  /** @param maxBytes > 0 */
  constructor(store: ItemSource, maxBytes: number) {
    this.#store = store
    this.#cache = new LRUCache({
      maxSize: maxBytes,
      // The texts are stored twice.
      sizeCalculation: ({ entry }) => 2 * entry.length + FRAGMENT_BYTES,
    })
    this.#stopListening = store.onChange((itemIds) => {
      for (const id of itemIds) {
        this.#cache.delete(id)
        for (const changed of this.#loads) changed.add(id)
      }
    })
  }

  /**
   * The fragments of `ids` in their order, without what is gone.
   *
   * @throws DigestError('storeFailed')
   */
  async list(ids: readonly number[]): Promise<Fragment[]> {
    const cached = ids.map((id) => this.#cache.get(id))
    const missing = ids.filter((_, at) => cached[at] === undefined)
    const loaded = missing.length === 0 ? undefined : await this.#load(missing)
    return ids.flatMap((id, at) => cached[at] ?? loaded?.get(id) ?? [])
  }

  /** Stops listening to the store. */
  close(): void {
    this.#stopListening()
    this.#cache.clear()
  }

  async #load(ids: readonly number[]): Promise<Map<number, Fragment>> {
    const changed = new Set<number>()
    this.#loads.add(changed)
    try {
      const items = await this.#store.findItems(ids)
      const loaded = new Map<number, Fragment>()
      for (const item of items) {
        const json = itemJson(item)
        const fragment = { item: json, entry: listEntry(JSON.stringify(json)) }
        loaded.set(item.id, fragment)
        if (!changed.has(item.id)) this.#cache.set(item.id, fragment)
      }
      return loaded
    } finally {
      this.#loads.delete(changed)
    }
  }
}
