import { setImmediate } from 'node:timers/promises'
import type { ItemFilter } from '../../model/filter.ts'
import { grown } from '../../model/grown.ts'
import type { StorySet, TrendCarrier, TrendItems } from '../../model/story.ts'
import { type EpochMs, SECOND_MS } from '../../model/time.ts'
import type { Columns } from '../columns/columns.ts'
import { type ItemPredicate, itemPredicate, passes } from '../columns/item-predicate.ts'
import { chosen, filled } from '../columns/slots/typed-arrays.ts'
import type { OpenStore } from '../open-store.ts'

/** Rows in one read, which blocks other requests. */
const CHUNK = 5_000

type TrendRow = readonly [id: number, publisher: string, share: number, engagement: number, isUndated: number]

/** The columns of `TrendRow`, of `items i`. */
const TREND_COLUMNS =
  'i.id, i.publisher, i.share, i.engagement, CASE WHEN i.ranked_at IS NULL THEN 0 ELSE 1 END'

export const TREND_SQL = {
  trends: `SELECT ${TREND_COLUMNS} FROM items i WHERE i.id = ANY($1::bigint[])`,
} as const

/**
 * Keeps in memory the fields of items that trends need and the columns lack: 13 bytes an item. An item is read when a
 * window first contains it, and again after it changed.
 */
export class TrendReads {
  readonly #store: Pick<OpenStore, 'changeFeed' | 'names' | 'rows'>
  /** The columns that the slots below belong to. */
  #columns: Columns | undefined
  readonly #numbers = new Map<string, number>()
  /** By slot. The number of a publisher is from 1; it is 0 for an item that must be read. */
  #kept = {
    publisher: new Uint32Array(0),
    share: new Float32Array(0),
    engagement: new Float32Array(0),
    isUndated: new Uint8Array(0),
  }
  /** For each read in progress: the items that changed since it began. */
  readonly #forgotten = new Set<Set<number>>()

  constructor(store: Pick<OpenStore, 'changeFeed' | 'names' | 'rows'>) {
    this.#store = store
  }

  /** The items published in [from, until) that pass the filter, in order of time. */
  async list(filter: ItemFilter, from: EpochMs, until: EpochMs, stories?: StorySet): Promise<TrendItems> {
    // The store may have deleted items that the columns still have.
    const missing = new Set<number>()
    for (;;) {
      const columns = this.#follow()
      const slots = slotsOf(columns, itemPredicate(columns, filter), { from, until }, stories)
      const unread = this.#unread(columns, slots).filter((id) => !missing.has(id))
      if (unread.length === 0) return this.#rowsOf(columns, slots)
      // Items that come or change during the steps are read in the next round.
      for (const id of await this.#readInSteps(unread)) missing.add(id)
    }
  }

  #rowsOf(columns: Columns, slots: Uint32Array): TrendItems {
    const { publisher, share, engagement, isUndated } = this.#kept
    const { length } = slots
    return {
      itemId: filled(new Float64Array(length), slots, (slot) => columns.idOf(slot)),
      storyId: filled(new Uint32Array(length), slots, (slot) => columns.storyOf(slot)),
      publishedAt: filled(new Float64Array(length), slots, (slot) => columns.publishedAtOf(slot)),
      firstSeenAt: filled(
        new Float64Array(length),
        slots,
        (slot) => Math.ceil(columns.firstSeenAtOf(slot) / SECOND_MS) * SECOND_MS,
      ),
      isAgeUnknown: filled(new Uint8Array(length), slots, (slot) => Number(columns.isAgeUnknown(slot))),
      isUndated: filled(new Uint8Array(length), slots, (slot) => isUndated[slot] ?? 0),
      publisher: filled(new Uint32Array(length), slots, (slot) => publisher[slot] ?? 0),
      share: filled(new Float32Array(length), slots, (slot) => share[slot] ?? 1),
      engagement: filled(new Float32Array(length), slots, (slot) => engagement[slot] ?? 0),
      carrier: filled(new Uint32Array(length), slots, (slot) => columns.facetOf(slot)),
      carriers: this.#carriers(columns),
    }
  }

  /** Made on demand: a window needs few of the collection's facets. */
  #carriers({ facets }: Columns): TrendItems['carriers'] {
    const kept = new Map<number, TrendCarrier>()
    return {
      get: (code) => {
        const known = kept.get(code)
        const sources = facets.facetOf(code)?.sources
        if (known !== undefined || sources === undefined) return known
        const [owner = ''] = sources
        const carrier = { sources, weight: this.#store.names.sourceBySlug(owner)?.weight ?? 1 }
        kept.set(code, carrier)
        return carrier
      },
    }
  }

  /** The present columns. Makes room for the fields kept beside them, and empties these for new columns. */
  #follow(): Columns {
    const columns = this.#store.changeFeed.columns()
    if (this.#columns === undefined) this.#store.changeFeed.onChange((itemIds) => this.#forget(itemIds))
    if (this.#columns !== columns) this.#kept.publisher.fill(0)
    this.#columns = columns
    this.#reserve(columns.end)
    return columns
  }

  #forget(itemIds: readonly number[]): void {
    for (const id of itemIds) {
      for (const forgotten of this.#forgotten) forgotten.add(id)
      const slot = this.#columns?.slotOf(id)
      if (slot !== undefined && slot < this.#kept.publisher.length) this.#kept.publisher[slot] = 0
    }
  }

  #unread(columns: Columns, slots: Uint32Array): number[] {
    const ids: number[] = []
    for (const slot of slots) if (this.#kept.publisher[slot] === 0) ids.push(columns.idOf(slot))
    return ids
  }

  /** Other requests are answered between the steps. @returns the items that the store does not have */
  async #readInSteps(itemIds: readonly number[]): Promise<Set<number>> {
    const missing = new Set(itemIds)
    for (let from = 0; from < itemIds.length; from += CHUNK) {
      if (from > 0) await setImmediate()
      for (const [id] of await this.#read(itemIds.slice(from, from + CHUNK))) missing.delete(id)
    }
    return missing
  }

  async #read(itemIds: readonly number[]): Promise<readonly TrendRow[]> {
    const forgotten = new Set<number>()
    this.#forgotten.add(forgotten)
    try {
      const rows = await this.#store.rows.tuples<TrendRow>(TREND_SQL.trends, [itemIds])
      this.#keep(rows, forgotten)
      return rows
    } finally {
      this.#forgotten.delete(forgotten)
    }
  }

  /** @param forgotten items that changed after their rows were asked for */
  #keep(rows: readonly TrendRow[], forgotten: ReadonlySet<number>): void {
    const columns = this.#follow()
    for (const [id, publisher, share, engagement, isUndated] of rows) {
      const slot = columns.slotOf(id)
      // A row that changed while it was read may be the old one.
      if (slot === undefined || forgotten.has(id)) continue
      this.#kept.publisher[slot] = this.#number(publisher)
      this.#kept.share[slot] = share
      this.#kept.engagement[slot] = engagement
      this.#kept.isUndated[slot] = isUndated
    }
  }

  #number(publisher: string): number {
    const known = this.#numbers.get(publisher)
    if (known !== undefined) return known
    const number = this.#numbers.size + 1
    this.#numbers.set(publisher, number)
    return number
  }

  #reserve(slots: number): void {
    const { publisher, share, engagement, isUndated } = this.#kept
    if (slots <= publisher.length) return
    const size = Math.ceil(slots * 1.25) + 1024
    this.#kept = {
      publisher: grown(publisher, size),
      share: grown(share, size),
      engagement: grown(engagement, size),
      isUndated: grown(isUndated, size),
    }
  }
}

/** The slots of items published in [from, until) that pass, in order of time. */
function slotsOf(
  columns: Columns,
  predicate: ItemPredicate,
  { from, until }: { readonly from: EpochMs; readonly until: EpochMs },
  stories: StorySet | undefined,
): Uint32Array {
  const { byTime } = columns
  const within = byTime.slice(byTime.before(from, 0), byTime.before(until, 0))
  return chosen(
    within,
    (slot) => stories?.has(columns.storyOf(slot)) !== false && passes(columns, predicate, slot),
  )
}
