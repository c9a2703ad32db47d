import { LRUCache } from 'lru-cache'
import { sketchOf, type Sketch } from '../digest/syndication/sketch.ts'
import type { Store } from '../store/store.ts'

/** Items whose sketches are kept: more than live stories have, at some 600 bytes each 30 MB at most. */
const KEPT = 50_000

/** An item whose sketch is wanted; with its text where that is not what the store has. */
export interface Sketched {
  readonly itemId: number
  readonly text: string | undefined
}

const NO_TEXTS: ReadonlyMap<number, string> = new Map()

/** Texts by their sketches. Nothing of it is stored: what is not at hand is made from the stored text. */
export interface Sketches {
  /** Items without enough text, and those that are gone, are left out. */
  of(items: readonly Sketched[]): Promise<ReadonlyMap<number, Sketch>>
  /** Call for an item whose text changes. */
  forget(itemId: number): void
}

export function createSketches(store: Pick<Store, 'findTexts'>): Sketches {
  const kept = new LRUCache<number, { readonly sketch: Sketch | undefined }>({ max: KEPT })

  function sketch(itemId: number, text: string | undefined): Sketch | undefined {
    const made = text === undefined ? undefined : sketchOf(text)
    kept.set(itemId, { sketch: made })
    return made
  }

  return {
    async of(items) {
      const found = new Map<number, Sketch>()
      const unknown = items.filter(({ itemId, text }) => text === undefined && !kept.has(itemId))
      const texts =
        unknown.length === 0 ? NO_TEXTS : await store.findTexts(unknown.map(({ itemId }) => itemId))
      for (const { itemId, text } of items) {
        const known = text === undefined ? kept.get(itemId) : undefined
        const made = known === undefined ? sketch(itemId, text ?? texts.get(itemId)) : known.sketch
        if (made !== undefined) found.set(itemId, made)
      }
      return found
    },
    forget: (itemId) => void kept.delete(itemId),
  }
}
