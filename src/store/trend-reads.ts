import { setImmediate } from 'node:timers/promises'
import type { ItemFilter } from '../model/filter.ts'
import type { StorySet, TrendCarrier, TrendItems } from '../model/story.ts'
import { type EpochMs, SECOND_MS } from '../model/time.ts'
import type { Columns } from './columns/columns.ts'
import { type ItemPredicate, itemPredicate, passes } from './columns/item-predicate.ts'
import { grown } from './columns/typed-arrays.ts'
import type { SourceName } from './names.ts'

/** Rows in one read, which blocks other requests. */
const CHUNK = 5_000

export type TrendRow = readonly [
  id: number,
  publisher: string,
  share: number,
  engagement: number,
  isUndated: number,
]

/** The columns of `TrendRow`, of `items i`. */
export const TREND_COLUMNS =
  'i.id, i.publisher, i.share, i.engagement, CASE WHEN i.ranked_at IS NULL THEN 0 ELSE 1 END'

/** What trends read of an engine. */
export interface TrendSource {
  columns(): Columns
  onChange(listener: (itemIds: readonly number[]) => void): () => void
  sourceBySlug(slug: string): Pick<SourceName, 'weight'> | undefined
  /** Gives the rows of the existing ones of these items, in no order. */
  rows(itemIds: readonly number[]): readonly TrendRow[] | Promise<readonly TrendRow[]>
}

/**
 * Keeps in memory the fields of items that trends need and the columns lack: 13 bytes an item. An item is read when a
 * window first contains it, and again after it changed.
 */
export class TrendReads {
  readonly #source: TrendSource
  /** The columns that the slots below belong to. */
  #columns: Columns | undefined
  readonly #numbers = new Map<string, number>()
  /** By slot: the publisher's number, from 1; 0 for an item that must be read. */
  #publisher = new Uint32Array(0)
  #share = new Float32Array(0)
  #engagement = new Float32Array(0)
  #isUndated = new Uint8Array(0)
  /** For each read in progress: the items that changed since it began. */
  readonly #forgotten = new Set<Set<number>>()

  constructor(source: TrendSource) {
    this.#source = source
  }

  /** The items published in [from, until) that pass the filter, in order of time. */
  async list(filter: ItemFilter, from: EpochMs, until: EpochMs, stories?: StorySet): Promise<TrendItems> {
    const select = (): { columns: Columns; slots: Uint32Array } => {
      const columns = this.#follow()
      return { columns, slots: slotsOf(columns, itemPredicate(columns, filter), { from, until }, stories) }
    }
    // The store may have deleted items that the columns still have.
    const missing = new Set<number>()
    for (;;) {
      const { columns, slots } = select()
      const unread = this.#unread(columns, slots).filter((id) => !missing.has(id))
      if (unread.length === 0) return this.#rowsOf(columns, slots)
      // Items that come or change during the steps are read in the next round.
      for (const id of await this.#readInSteps(unread)) missing.add(id)
    }
  }

  #rowsOf(columns: Columns, slots: Uint32Array): TrendItems {
    const rows = rowsFor(slots.length)
    for (let row = 0; row < slots.length; row += 1) {
      const slot = slots[row] ?? 0
      rows.itemId[row] = columns.idOf(slot)
      rows.storyId[row] = columns.story[slot] ?? 0
      rows.publishedAt[row] = columns.publishedAt[slot] ?? 0
      rows.firstSeenAt[row] = Math.ceil((columns.firstSeenAt[slot] ?? 0) / SECOND_MS) * SECOND_MS
      rows.isAgeUnknown[row] = columns.isAgeUnknown(slot) ? 1 : 0
      rows.isUndated[row] = this.#isUndated[slot] ?? 0
      rows.publisher[row] = this.#publisher[slot] ?? 0
      rows.share[row] = this.#share[slot] ?? 1
      rows.engagement[row] = this.#engagement[slot] ?? 0
      rows.carrier[row] = columns.facet[slot] ?? 0
    }
    return { ...rows, carriers: this.#carriers(columns) }
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
        const carrier = { sources, weight: this.#source.sourceBySlug(owner)?.weight ?? 1 }
        kept.set(code, carrier)
        return carrier
      },
    }
  }

  /** The present columns. Makes room for the fields kept beside them, and empties these for new columns. */
  #follow(): Columns {
    const columns = this.#source.columns()
    if (this.#columns === undefined) this.#source.onChange((itemIds) => this.#forget(itemIds))
    if (this.#columns !== columns) this.#publisher.fill(0)
    this.#columns = columns
    this.#reserve(columns.end)
    return columns
  }

  #forget(itemIds: readonly number[]): void {
    for (const id of itemIds) {
      for (const forgotten of this.#forgotten) forgotten.add(id)
      const slot = this.#columns?.slotOf(id)
      if (slot !== undefined && slot < this.#publisher.length) this.#publisher[slot] = 0
    }
  }

  #unread(columns: Columns, slots: Uint32Array): number[] {
    const ids: number[] = []
    for (const slot of slots) if (this.#publisher[slot] === 0) ids.push(columns.idOf(slot))
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
      const rows = await this.#source.rows(itemIds)
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
      this.#publisher[slot] = this.#number(publisher)
      this.#share[slot] = share
      this.#engagement[slot] = engagement
      this.#isUndated[slot] = isUndated
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
    if (slots <= this.#publisher.length) return
    const size = Math.ceil(slots * 1.25) + 1024
    this.#publisher = grown(this.#publisher, size)
    this.#share = grown(this.#share, size)
    this.#engagement = grown(this.#engagement, size)
    this.#isUndated = grown(this.#isUndated, size)
  }
}

/** The slots of items published in [from, until) that pass, in order of time. */
function slotsOf(
  columns: Columns,
  predicate: ItemPredicate,
  { from, until }: { readonly from: EpochMs; readonly until: EpochMs },
  stories: StorySet | undefined,
): Uint32Array {
  const { byTime, story } = columns
  const first = byTime.before(from, 0)
  const within = byTime.slice(first, byTime.before(until, 0))
  const slots = new Uint32Array(within.length)
  let count = 0
  for (const slot of within) {
    if (stories?.has(story[slot] ?? 0) === false) continue
    if (!passes(columns, predicate, slot)) continue
    slots[count] = slot
    count += 1
  }
  return slots.subarray(0, count)
}

function rowsFor(count: number) {
  return {
    itemId: new Float64Array(count),
    storyId: new Uint32Array(count),
    publishedAt: new Float64Array(count),
    firstSeenAt: new Float64Array(count),
    isAgeUnknown: new Uint8Array(count),
    isUndated: new Uint8Array(count),
    publisher: new Uint32Array(count),
    share: new Float32Array(count),
    engagement: new Float32Array(count),
    carrier: new Uint32Array(count),
  }
}
