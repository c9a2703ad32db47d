import { LRUCache } from 'lru-cache'
import type { Store } from '../../store/store.ts'
import { type TextPrint, textPrint } from '../../stories/copies/copies.ts'

/** Prints in the cache: more than live stories need, at about 700 bytes each at most 35 MB. */
const KEPT = 50_000

/** An item whose print is needed, with its text if that differs from the stored one. */
interface PrintRequest {
  readonly itemId: number
  readonly text: string | undefined
}

const NO_TEXTS: ReadonlyMap<number, string> = new Map()

/** A cache of what texts are compared by. It is not stored: missing ones are computed from the stored text. */
export interface TextPrints {
  /** A print for each item; of an empty text for an item that has none. */
  of(items: readonly PrintRequest[]): Promise<ReadonlyMap<number, TextPrint>>
  /** Call it when an item's text changes. */
  forget(itemId: number): void
}

export function createTextPrints(store: Pick<Store, 'findTexts'>): TextPrints {
  const kept = new LRUCache<number, TextPrint>({ max: KEPT })

  return {
    async of(items) {
      const unknown = items.filter(({ itemId, text }) => text === undefined && !kept.has(itemId))
      const texts =
        unknown.length === 0 ? NO_TEXTS : await store.findTexts(unknown.map(({ itemId }) => itemId))
      return new Map(
        items.map(({ itemId, text }) => {
          const known = text === undefined ? kept.get(itemId) : undefined
          const print = known ?? textPrint(text ?? texts.get(itemId) ?? '')
          kept.set(itemId, print)
          return [itemId, print]
        }),
      )
    },
    forget: (itemId) => void kept.delete(itemId),
  }
}
