import type { EpochMs } from '../../domain/time.ts'
import { FacetTable } from './facet-table.ts'
import { SlotPages } from './slot-pages.ts'
import { SortedSlots } from './sorted-slots.ts'

/** What the columns keep of an item. */
export interface ColumnRow {
  readonly id: number
  readonly publishedAt: EpochMs
  /** `publishedAt` where left out. */
  readonly firstSeenAt?: EpochMs
  readonly hot: number
  /** 0..100, one decimal. */
  readonly score: number
  readonly storyId: number
  /** From `facets.code`. */
  readonly facet: number
}

/** Scores have one decimal and are kept as whole tenths. */
export const SCORE_STEPS = 10

/**
 * The filterable fields of every item in typed arrays by slot, and its four orders: 50 bytes an item.
 * The facet of an empty slot is 0.
 */
export class Columns {
  readonly facets = new FacetTable()
  readonly pages = new SlotPages()
  publishedAt = new Float64Array(0)
  firstSeenAt = new Float64Array(0)
  hot = new Float64Array(0)
  /** In tenths. */
  score = new Uint16Array(0)
  story = new Uint32Array(0)
  facet = new Uint32Array(0)
  readonly newest = new SortedSlots(this.publishedAt, this.pages)
  readonly seen = new SortedSlots(this.firstSeenAt, this.pages)
  readonly hottest = new SortedSlots(this.hot, this.pages)
  readonly highest = new SortedSlots(this.score, this.pages)
  /** No story has a higher id. */
  highestStory = 0
  /** Ids of the items that have a tag, in no order; those that are in no slot are to be left out. */
  idsWithTag: (tag: string) => readonly number[] = () => []
  #scratch = new Uint32Array(0)
  /** Grows by each change: what was computed at one stamp holds while it lasts. */
  stamp = 0

  /** Items. */
  get size(): number {
    return this.newest.length
  }

  /** Slots beyond this are empty. */
  get end(): number {
    return this.pages.end
  }

  /** Bytes held by the arrays. */
  get byteLength(): number {
    const columns = [
      this.publishedAt,
      this.firstSeenAt,
      this.hot,
      this.score,
      this.story,
      this.facet,
      this.#scratch,
    ]
    const others = [this.newest, this.seen, this.hottest, this.highest, this.pages]
    return [...columns, ...others].reduce((sum, held) => sum + held.byteLength, 0)
  }

  /** Room for every slot and one more, for the length of one computation. */
  scratch(): Uint32Array {
    if (this.#scratch.length <= this.end) this.#scratch = new Uint32Array(this.facet.length + 1)
    return this.#scratch
  }

  /** `undefined` where there is no such item. */
  slotOf(id: number): number | undefined {
    const slot = this.pages.slotOf(id)
    return slot !== undefined && (this.facet[slot] ?? 0) !== 0 ? slot : undefined
  }

  idOf(slot: number): number {
    return this.pages.idOf(slot)
  }

  /** Makes room for so many items. */
  reserve(items: number): void {
    if (items <= this.facet.length) return
    const capacity = this.facet.length === 0 ? items : Math.ceil(items * 1.25) + 1024
    this.publishedAt = copied(this.publishedAt, new Float64Array(capacity))
    this.firstSeenAt = copied(this.firstSeenAt, new Float64Array(capacity))
    this.hot = copied(this.hot, new Float64Array(capacity))
    this.score = copied(this.score, new Uint16Array(capacity))
    this.story = copied(this.story, new Uint32Array(capacity))
    this.facet = copied(this.facet, new Uint32Array(capacity))
    this.newest.useValues(this.publishedAt)
    this.seen.useValues(this.firstSeenAt)
    this.hottest.useValues(this.hot)
    this.highest.useValues(this.score)
  }

  /** Adds an item to columns that are being filled; in ascending order of ids, and `sort` must follow. */
  append(row: ColumnRow): void {
    this.#write(row)
  }

  /** Sorts what was filled in. */
  sort(): void {
    const slots = this.#liveSlots()
    for (const order of [this.newest, this.seen, this.hottest, this.highest]) order.rebuild(slots)
    this.stamp += 1
  }

  /** Adds or renews `rows`, one an item, and takes out `gone`, ids that need not be there. */
  apply(rows: readonly ColumnRow[], gone: readonly number[]): void {
    const leaving = this.#slotsOf(gone)
    const steps = [
      { order: this.newest, moving: this.#moving(rows, this.publishedAt, (row) => row.publishedAt) },
      { order: this.seen, moving: this.#moving(rows, this.firstSeenAt, seenAt) },
      { order: this.hottest, moving: this.#moving(rows, this.hot, (row) => row.hot) },
      { order: this.highest, moving: this.#moving(rows, this.score, (row) => tenths(row.score)) },
    ]
    for (const { order, moving } of steps) order.remove([...leaving, ...this.#slotsOf(moving)])
    for (const slot of leaving) this.#clear(slot)
    for (const row of rows) this.#write(row)
    for (const { order, moving } of steps) order.insert(this.#slotsOf(moving))
    this.stamp += 1
  }

  /** Ids of the rows that are new or take another place by their value. */
  #moving(rows: readonly ColumnRow[], values: Float64Array | Uint16Array, value: (row: ColumnRow) => number) {
    const moving: number[] = []
    for (const row of rows) {
      const slot = this.slotOf(row.id)
      if (slot === undefined || values[slot] !== value(row)) moving.push(row.id)
    }
    return moving
  }

  #slotsOf(ids: readonly number[]): number[] {
    return ids.map((id) => this.slotOf(id)).filter((slot) => slot !== undefined)
  }

  #write(row: ColumnRow): void {
    let slot = this.slotOf(row.id)
    if (slot === undefined) {
      slot = this.pages.take(row.id)
      this.reserve(this.pages.end)
    } else {
      this.facets.add(this.facet[slot] ?? 0, -1)
    }
    this.facets.add(row.facet, 1)
    this.publishedAt[slot] = row.publishedAt
    this.firstSeenAt[slot] = seenAt(row)
    this.hot[slot] = row.hot
    this.score[slot] = tenths(row.score)
    this.story[slot] = row.storyId
    if (row.storyId > this.highestStory) this.highestStory = row.storyId
    this.facet[slot] = row.facet
  }

  #clear(slot: number): void {
    this.facets.add(this.facet[slot] ?? 0, -1)
    this.facet[slot] = 0
    this.pages.release(slot)
  }

  #liveSlots(): Uint32Array {
    const slots = new Uint32Array(this.end)
    let count = 0
    for (let slot = 0; slot < this.end; slot += 1) {
      if (this.facet[slot] !== 0) {
        slots[count] = slot
        count += 1
      }
    }
    return slots.subarray(0, count)
  }
}

function seenAt(row: ColumnRow): EpochMs {
  return row.firstSeenAt ?? row.publishedAt
}

function tenths(score: number): number {
  return Math.round(score * SCORE_STEPS)
}

function copied<A extends Float64Array | Uint16Array | Uint32Array>(from: A, to: A): A {
  to.set(from)
  return to
}
