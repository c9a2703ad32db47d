import type { EpochMs } from '../../model/time.ts'
import { FacetTable } from './facet-table.ts'
import { SlotPages } from './slot-pages.ts'
import { SortedSlots } from './sorted-slots.ts'

/** What the columns keep of an item. */
export interface ColumnRow {
  readonly id: number
  readonly publishedAt: EpochMs
  /** Differs from `publishedAt` for items of unknown age alone, which it makes older. */
  readonly rankedAt: EpochMs
  /** `publishedAt` where left out. */
  readonly firstSeenAt?: EpochMs
  readonly hot: number
  /** What the coverage of its story adds to that; from `coverageLift`. */
  readonly lift: number
  /** 0..100, one decimal. */
  readonly score: number
  readonly storyId: number
  /** From `facets.code`. */
  readonly facet: number
}

/** Scores have one decimal and are kept as whole tenths. */
export const SCORE_STEPS = 10

/**
 * The filterable fields of every item in typed arrays by slot, and its orders: 74 bytes an item,
 * and the item that stands for each story of several.
 * The facet of an empty slot is 0.
 */
export class Columns {
  readonly facets: FacetTable
  readonly pages = new SlotPages()
  publishedAt = new Float64Array(0)
  rankedAt = new Float64Array(0)
  firstSeenAt = new Float64Array(0)
  hot = new Float64Array(0)
  /** The same without its lift for all items that stand for no story. */
  ownHot = new Float64Array(0)
  /** In tenths. */
  score = new Uint16Array(0)
  story = new Uint32Array(0)
  facet = new Uint32Array(0)
  /** By `publishedAt`: what ranges of time are cut from. */
  readonly byTime = new SortedSlots(this.publishedAt, this.pages)
  /** By `rankedAt`. */
  readonly newest = new SortedSlots(this.rankedAt, this.pages)
  /** Those of unknown age alone, by `publishedAt`. */
  readonly ofUnknownAge = new SortedSlots(this.publishedAt, this.pages)
  readonly seen = new SortedSlots(this.firstSeenAt, this.pages)
  /** By `hot`: where one item stands for each story. */
  readonly hottest = new SortedSlots(this.hot, this.pages)
  /** By `ownHot`: where items of one story stand side by side. */
  readonly hottestOwn = new SortedSlots(this.ownHot, this.pages)
  readonly highest = new SortedSlots(this.score, this.pages)
  /** By story of several the id of the item that stands for it; 0 for others. */
  #representatives = new Uint32Array(0)
  /** No story has a higher id. */
  highestStory = 0
  /** Ids of the items that have a tag, in no order; those that are in no slot are to be left out. */
  idsWithTag: (tag: string) => readonly number[] = () => []
  #scratch = new Uint32Array(0)
  /** Grows by each change: what was computed at one stamp holds while it lasts. */
  stamp = 0

  /** @param madeAt the store's change that the first items are read at */
  constructor(madeAt = 0) {
    this.facets = new FacetTable(madeAt)
  }

  /** Items. */
  get size(): number {
    return this.byTime.length
  }

  /** Slots beyond this are empty. */
  get end(): number {
    return this.pages.end
  }

  /** Bytes held by the arrays. */
  get byteLength(): number {
    const times = [this.publishedAt, this.rankedAt, this.byTime, this.newest, this.ofUnknownAge]
    const seen = [this.firstSeenAt, this.seen]
    const hots = [this.hot, this.ownHot, this.hottest, this.hottestOwn]
    const others = [this.score, this.highest, this.story, this.facet, this.#representatives]
    return [...times, ...seen, ...hots, ...others, this.#scratch, this.pages].reduce(
      (sum, held) => sum + held.byteLength,
      0,
    )
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

  /** The slot of the item that stands for a story; `undefined` for a story of one item. */
  representativeOf(story: number): number | undefined {
    const id = this.#representatives[story] ?? 0
    return id === 0 ? undefined : this.slotOf(id)
  }

  /**
   * Notes what stands for a story, `undefined` for one of a single item; `append` or `apply` must follow for the items named.
   *
   * @returns the items whose order changes
   */
  represent(story: number, itemId: number | undefined): number[] {
    const before = this.#representatives[story] ?? 0
    const after = itemId ?? 0
    if (before === after) return []
    if (story >= this.#representatives.length) {
      const grown = new Uint32Array(Math.ceil((story + 1) * 1.25) + 1024)
      grown.set(this.#representatives)
      this.#representatives = grown
    }
    this.#representatives[story] = after
    return [before, after].filter((id) => id !== 0)
  }

  isAgeUnknown(slot: number): boolean {
    return this.rankedAt[slot] !== this.publishedAt[slot]
  }

  /** Makes room for so many items. */
  reserve(items: number): void {
    if (items <= this.facet.length) return
    const capacity = this.facet.length === 0 ? items : Math.ceil(items * 1.25) + 1024
    this.publishedAt = copied(this.publishedAt, new Float64Array(capacity))
    this.rankedAt = copied(this.rankedAt, new Float64Array(capacity))
    this.firstSeenAt = copied(this.firstSeenAt, new Float64Array(capacity))
    this.hot = copied(this.hot, new Float64Array(capacity))
    this.ownHot = copied(this.ownHot, new Float64Array(capacity))
    this.score = copied(this.score, new Uint16Array(capacity))
    this.story = copied(this.story, new Uint32Array(capacity))
    this.facet = copied(this.facet, new Uint32Array(capacity))
    this.byTime.useValues(this.publishedAt)
    this.newest.useValues(this.rankedAt)
    this.ofUnknownAge.useValues(this.publishedAt)
    this.seen.useValues(this.firstSeenAt)
    this.hottest.useValues(this.hot)
    this.hottestOwn.useValues(this.ownHot)
    this.highest.useValues(this.score)
  }

  /** Adds an item to columns that are being filled; in ascending order of ids, and `sort` must follow. */
  append(row: ColumnRow): void {
    this.#write(row)
  }

  /** Sorts what was filled in. */
  sort(): void {
    const slots = this.#liveSlots()
    for (const order of [this.byTime, this.newest, this.seen, this.hottest, this.hottestOwn, this.highest])
      order.rebuild(slots)
    this.ofUnknownAge.rebuild(slots.filter((slot) => this.isAgeUnknown(slot)))
    this.stamp += 1
  }

  /** Adds or renews `rows`, one an item, and removes `deleted`, ids that need not be there. */
  apply(rows: readonly ColumnRow[], deleted: readonly number[]): void {
    const leaving = this.#slotsOf(deleted)
    const steps = [
      { order: this.byTime, moving: this.#moving(rows, this.publishedAt, (row) => row.publishedAt) },
      { order: this.newest, moving: this.#moving(rows, this.rankedAt, (row) => row.rankedAt) },
      { order: this.seen, moving: this.#moving(rows, this.firstSeenAt, seenAt) },
      { order: this.hottest, moving: this.#moving(rows, this.hot, (row) => row.hot) },
      { order: this.hottestOwn, moving: this.#moving(rows, this.ownHot, (row) => this.#ownHotOf(row)) },
      { order: this.highest, moving: this.#moving(rows, this.score, (row) => tenths(row.score)) },
    ]
    for (const { order, moving } of steps) order.remove([...leaving, ...this.#slotsOf(moving)])
    const changing = rows.map(({ id }) => id)
    this.ofUnknownAge.remove(this.#ofUnknownAge([...leaving, ...this.#slotsOf(changing)]))
    for (const slot of leaving) this.#clear(slot)
    for (const row of rows) this.#write(row)
    for (const { order, moving } of steps) order.insert(this.#slotsOf(moving))
    this.ofUnknownAge.insert(this.#ofUnknownAge(this.#slotsOf(changing)))
    this.stamp += 1
  }

  /** Ids of the rows that are new or change their position by their value. */
  #moving(rows: readonly ColumnRow[], values: Float64Array | Uint16Array, value: (row: ColumnRow) => number) {
    const moving: number[] = []
    for (const row of rows) {
      const slot = this.slotOf(row.id)
      if (slot === undefined || values[slot] !== value(row)) moving.push(row.id)
    }
    return moving
  }

  #ofUnknownAge(slots: readonly number[]): number[] {
    return slots.filter((slot) => this.isAgeUnknown(slot))
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
    this.rankedAt[slot] = row.rankedAt
    this.firstSeenAt[slot] = seenAt(row)
    this.hot[slot] = row.hot
    this.ownHot[slot] = this.#ownHotOf(row)
    this.score[slot] = tenths(row.score)
    this.story[slot] = row.storyId
    if (row.storyId > this.highestStory) this.highestStory = row.storyId
    this.facet[slot] = row.facet
  }

  #ownHotOf({ id, storyId, hot, lift }: ColumnRow): number {
    return this.#representatives[storyId] === id ? hot : hot - lift
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
