import { LRUCache } from 'lru-cache'
import type { Store } from '../../store/store.ts'
import { type TextPrint, textPrint } from '../../stories/copies/copies.ts'

/** Prints in the cache: more than live stories need; at most 35 MB at about 700 bytes each. */
const KEPT = 50_000

/** An item, with its text if that differs from the stored one. */
interface PrintRequest {
  readonly itemId: number
  readonly text: string | undefined
}

const NO_TEXTS: ReadonlyMap<number, string> = new Map()

/** A cache of text prints for comparing texts. Missing ones are computed from the stored text. */
export class TextPrints {
  readonly #store: Pick<Store, 'findTexts'>
  /** `maxSize` instead of `max`, which would allocate everything at once and take 10 ms. */
  readonly #kept = new LRUCache<number, TextPrint>({ maxSize: KEPT, sizeCalculation: () => 1 })

  constructor(store: Pick<Store, 'findTexts'>) {
    this.#store = store
  }

  /** A print for each item; that of an empty text for an item without text. */
  async of(items: readonly PrintRequest[]): Promise<ReadonlyMap<number, TextPrint>> {
    const unknown = items.filter(({ itemId, text }) => text === undefined && !this.#kept.has(itemId))
    const texts =
      unknown.length === 0 ? NO_TEXTS : await this.#store.findTexts(unknown.map(({ itemId }) => itemId))
    return new Map(
      items.map(({ itemId, text }) => {
        const known = text === undefined ? this.#kept.get(itemId) : undefined
        if (known !== undefined) return [itemId, known]
        const print = textPrint(text ?? texts.get(itemId) ?? '')
        this.#kept.set(itemId, print)
        return [itemId, print]
      }),
    )
  }

  forget(itemId: number): void {
    this.#kept.delete(itemId)
  }

  /** Call it when items are not saved: others will get their ids. */
  clear(): void {
    this.#kept.clear()
  }
}
