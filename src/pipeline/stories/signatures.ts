import { LRUCache } from 'lru-cache'
import type { Store } from '../../store/store.ts'
import { minHashSignature, type Signature } from '../../stories/copies/min-hash.ts'

/** Signatures in the cache: more than live stories need, at about 600 bytes each at most 30 MB. */
const KEPT = 50_000

/** An item whose signature is needed, with its text if that differs from the stored one. */
interface SignatureRequest {
  readonly itemId: number
  readonly text: string | undefined
}

const NO_TEXTS: ReadonlyMap<number, string> = new Map()

/** A cache of text signatures. It is not stored: missing ones are computed from the stored text. */
export interface Signatures {
  /** Leaves out deleted items and items with too little text. */
  of(items: readonly SignatureRequest[]): Promise<ReadonlyMap<number, Signature>>
  /** Call it when an item's text changes. */
  forget(itemId: number): void
}

export function createSignatures(store: Pick<Store, 'findTexts'>): Signatures {
  const kept = new LRUCache<number, { readonly signature: Signature | undefined }>({ max: KEPT })

  function signature(itemId: number, text: string | undefined): Signature | undefined {
    const made = text === undefined ? undefined : minHashSignature(text)
    kept.set(itemId, { signature: made })
    return made
  }

  return {
    async of(items) {
      const found = new Map<number, Signature>()
      const unknown = items.filter(({ itemId, text }) => text === undefined && !kept.has(itemId))
      const texts =
        unknown.length === 0 ? NO_TEXTS : await store.findTexts(unknown.map(({ itemId }) => itemId))
      for (const { itemId, text } of items) {
        const known = text === undefined ? kept.get(itemId) : undefined
        const made = known === undefined ? signature(itemId, text ?? texts.get(itemId)) : known.signature
        if (made !== undefined) found.set(itemId, made)
      }
      return found
    },
    forget: (itemId) => void kept.delete(itemId),
  }
}
