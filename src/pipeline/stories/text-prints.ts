import { LRUCache } from 'lru-cache'
import type { Store } from '../../store/store.ts'
import { type TextPrint, textPrint } from '../../stories/copies/copies.ts'
import { storyWords, type StoryWords, type Worded } from '../../stories/story-words.ts'

/** Prints in the cache: more than live stories need, at about 700 bytes each at most 35 MB. */
const KEPT = 50_000

/** Items whose words are in the cache, at about 400 bytes each at most 8 MB. */
const KEPT_WORDS = 20_000

/** Other than with `max`, room for all is not made at once, which takes 10 ms. */
const ONE_EACH = { sizeCalculation: () => 1 }

/** An item whose print is needed, with its text if that differs from the stored one. */
interface PrintRequest {
  readonly itemId: number
  readonly text: string | undefined
}

const NO_TEXTS: ReadonlyMap<number, string> = new Map()

/** A cache of what texts are compared by. It is not stored: missing ones are computed from the stored text. */
export class TextPrints {
  readonly #store: Pick<Store, 'findTexts'>
  readonly #kept = new LRUCache<number, TextPrint>({ maxSize: KEPT, ...ONE_EACH })
  readonly #words = new LRUCache<number, StoryWords>({ maxSize: KEPT_WORDS, ...ONE_EACH })

  constructor(store: Pick<Store, 'findTexts'>) {
    this.#store = store
  }

  /** A print for each item; of an empty text for an item that has none. */
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

  /** The words of an item's title and summary. */
  words(item: Worded & { readonly itemId: number }): StoryWords {
    const known = this.#words.get(item.itemId)
    if (known !== undefined) return known
    const words = storyWords(item)
    this.#words.set(item.itemId, words)
    return words
  }

  /** Call it when an item's text changes, before its new words are asked for. */
  forget(itemId: number): void {
    this.#words.delete(itemId)
    this.#kept.delete(itemId)
  }

  /** Call it when items that were asked for are not saved: others get their ids. */
  clear(): void {
    this.#words.clear()
    this.#kept.clear()
  }
}
