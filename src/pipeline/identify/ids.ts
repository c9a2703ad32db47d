import type { Store } from '../../store/store.ts'

/** Ids are reserved in blocks, so that visits rarely need a separate write. Gaps are harmless. */
const BLOCK = 500

/** Issues ids that no other process gets. */
export class IdSource {
  readonly #store: Pick<Store, 'reserveIds'>
  readonly #blocks = { item: { next: 0, end: 0 }, story: { next: 0, end: 0 } }

  constructor(store: Pick<Store, 'reserveIds'>) {
    this.#store = store
  }

  /** Reserves ids for `count` calls of `next`. */
  async ensure(kind: 'item' | 'story', count: number): Promise<void> {
    const block = this.#blocks[kind]
    if (block.end - block.next >= count) return
    const size = Math.max(BLOCK, count)
    block.next = await this.#store.reserveIds(kind, size)
    block.end = block.next + size
  }

  /** @throws RangeError if `ensure` reserved too few: a bug */
  next(kind: 'item' | 'story'): number {
    const block = this.#blocks[kind]
    if (block.next >= block.end) throw new RangeError(`no ${kind} ids were reserved`)
    return block.next++
  }

  /** Call it if a reservation's transaction may be rolled back. */
  forget(): void {
    for (const block of Object.values(this.#blocks)) block.next = block.end
  }
}
