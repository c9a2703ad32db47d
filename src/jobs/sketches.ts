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

/** Texts by their sketches. Nothing of it is stored: what is not at hand is made from the stored text. */
export interface Sketches {
  /** Items without enough text, and those that are gone, are left out. */
  of(items: readonly Sketched[]): Promise<ReadonlyMap<number, Sketch>>
  /** Call for an item whose text changes. */
  forget(itemId: number): void
}

export function createSketches(store: Pick<Store, 'findArticle'>): Sketches {
  const kept = new LRUCache<number, { readonly sketch: Sketch | undefined }>({ max: KEPT })

  async function sketch({ itemId, text }: Sketched): Promise<Sketch | undefined> {
    const known = text === undefined ? kept.get(itemId) : undefined
    if (known !== undefined) return known.sketch
    const told = text ?? (await store.findArticle(itemId))?.contentText
    const made = told === undefined ? undefined : sketchOf(told)
    kept.set(itemId, { sketch: made })
    return made
  }

  return {
    async of(items) {
      const found = new Map<number, Sketch>()
      for (const item of items) {
        const made = await sketch(item)
        if (made !== undefined) found.set(item.itemId, made)
      }
      return found
    },
    forget: (itemId) => void kept.delete(itemId),
  }
}
