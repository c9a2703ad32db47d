import type { Store } from '../../store/store.ts'

/** Ids are reserved in blocks: a visit rarely needs a write of its own for them, and a gap harms nothing. */
const BLOCK = 500

export interface IdSource {
  /** Reserves ids for `count` calls of `next`. */
  ensure(kind: 'item' | 'story', count: number): Promise<void>
  /** @throws RangeError if `ensure` did not provide for it: a bug */
  next(kind: 'item' | 'story'): number
  /** Call if the transaction of a reservation may be rolled back. */
  forget(): void
}

/** Hands out ids that no other process will get. */
export function createIdSource(store: Pick<Store, 'reserveIds'>): IdSource {
  const blocks = { item: { next: 0, end: 0 }, story: { next: 0, end: 0 } }

  return {
    async ensure(kind, count) {
      const block = blocks[kind]
      if (block.end - block.next >= count) return
      const size = Math.max(BLOCK, count)
      block.next = await store.reserveIds(kind, size)
      block.end = block.next + size
    },
    next(kind) {
      const block = blocks[kind]
      if (block.next >= block.end) throw new RangeError(`no ${kind} ids were reserved`)
      return block.next++
    },
    forget() {
      for (const block of [blocks.item, blocks.story]) block.next = block.end
    },
  }
}
