import type { EpochMs } from '../../model/time.ts'
import { type ColumnRow, seenAt, tenths } from './column-row.ts'
import { FacetTable } from './facet-table.ts'
import { ItemJsonCache } from './item-json-cache.ts'
import { type ColumnLimits, LIMITS } from './limits.ts'
import { NumberTable } from './number-table.ts'
import { Representatives } from './representatives.ts'
import { SlotPages } from './slot-pages.ts'
import { SortedSlots } from './sorted-slots.ts'
import { StoryChains } from './story-chains.ts'
import { chosen, grown } from './typed-arrays.ts'

/** Bytes of the items whose JSON is kept: some 16,000 items. */
const ITEM_JSON_BYTES = 16 * 1024 * 1024

/**
 * The filterable fields of every item in typed arrays by slot, and its orders.
 * The facet of an empty slot is 0.
 */
export class Columns {
  readonly limits: ColumnLimits
  readonly facets: FacetTable
  readonly pages = new SlotPages()
  publishedAt = new Float64Array(0)
  firstSeenAt = new Float64Array(0)
  hot = new Float64Array(0)
  /** In tenths. */
  score = new Uint16Array(0)
  story = new Uint32Array(0)
  facet = new Uint32Array(0)
  /** `rankedAt` by slot, for items of unknown age only. All others rank by `publishedAt`. */
  readonly #olderRank = new Map<number, EpochMs>()
  /** By slot: the index in `#lifts` of what `hot` has more than `ownHot`. */
  #lift = new Uint16Array(0)
  readonly #lifts = new NumberTable()
  /** By `publishedAt`. Ranges of time are cut from it. */
  readonly byTime: SortedSlots
  /** By `rankedAt`. */
  readonly newest: SortedSlots
  /** Items of unknown age only, by `publishedAt`. */
  readonly ofUnknownAge: SortedSlots
  readonly seen: SortedSlots
  /** By `hot`, for lists in which one item stands for each story. */
  readonly hottest: SortedSlots
  /** By `ownHot`, for lists that show all items of a story. */
  readonly hottestOwn: SortedSlots
  readonly highest: SortedSlots
  readonly byFacet: SortedSlots
  /** Items of one story, linked. */
  readonly chains = new StoryChains(this)
  /** Items whose story has an earlier item, by `publishedAt`. */
  readonly followUps: SortedSlots
  readonly #orders: readonly RowOrder[]
  readonly #representatives = new Representatives()
  /** The ids of the items that have a tag, in no order. Ids without a slot are ignored. */
  idsWithTag: (tag: string) => readonly number[] = () => []
  /** The JSON of items that were listed lately. */
  readonly itemJson = new ItemJsonCache(ITEM_JSON_BYTES)
  /** Grows with each change. A computed value is valid while the stamp stays the same. */
  stamp = 0

  /** @param madeAt number of the store's latest change when the first items are read */
  constructor(madeAt = 0, limits = LIMITS) {
    this.facets = new FacetTable(madeAt)
    this.limits = limits
    const { chunk } = limits
    const counted = { chunk, counted: true }
    const plain = { chunk, counted: false }
    const publishedAt = (slot: number): number => this.publishedAt[slot] ?? 0
    this.byTime = new SortedSlots(this, publishedAt, counted)
    this.newest = new SortedSlots(this, (slot) => this.rankedAt(slot), counted)
    this.ofUnknownAge = new SortedSlots(this, publishedAt, plain)
    this.seen = new SortedSlots(this, (slot) => this.firstSeenAt[slot] ?? 0, counted)
    this.hottest = new SortedSlots(this, (slot) => this.hot[slot] ?? 0, plain)
    this.hottestOwn = new SortedSlots(this, (slot) => this.ownHot(slot), counted)
    this.highest = new SortedSlots(this, (slot) => this.score[slot] ?? 0, counted)
    this.byFacet = new SortedSlots(this, (slot) => this.facet[slot] ?? 0, plain)
    this.followUps = new SortedSlots(this, publishedAt, { chunk: Math.ceil(chunk / 8), counted: false })
    this.#orders = [
      { slots: this.byTime, valueOf: (row) => row.publishedAt },
      { slots: this.newest, valueOf: (row) => row.rankedAt },
      { slots: this.seen, valueOf: seenAt },
      { slots: this.hottest, valueOf: (row) => row.hot },
      { slots: this.hottestOwn, valueOf: (row) => row.hot - this.#liftOf(row) },
      { slots: this.highest, valueOf: (row) => tenths(row.score) },
      { slots: this.byFacet, valueOf: (row) => row.facet },
    ]
  }

  /** The number of items. */
  get size(): number {
    return this.byTime.length
  }

  /** Slots at or above this number are empty. */
  get end(): number {
    return this.pages.end
  }

  /** `undefined` where there is no such item. */
  slotOf(id: number): number | undefined {
    const slot = this.pages.slotOf(id)
    return slot !== undefined && (this.facet[slot] ?? 0) !== 0 ? slot : undefined
  }

  idOf(slot: number): number {
    return this.pages.idOf(slot)
  }

  rankedAt(slot: number): EpochMs {
    return this.#olderRank.get(slot) ?? this.publishedAt[slot] ?? 0
  }

  isAgeUnknown(slot: number): boolean {
    return this.#olderRank.has(slot)
  }

  /** `hot` without the lift. The representative of a story keeps its lift. */
  ownHot(slot: number): number {
    return (this.hot[slot] ?? 0) - this.#lifts.at(this.#lift[slot] ?? 0)
  }

  /** The slot of a story's representative; `undefined` for a story of one item. */
  representativeOf(story: number): number | undefined {
    const id = this.#representatives.of(story)
    return id === 0 ? undefined : this.slotOf(id)
  }

  /**
   * Notes the representative of a story. Call `append` or `apply` afterwards for the items returned.
   *
   * @param itemId `undefined` for a story of one item
   * @returns ids of the items whose position in an order changes
   */
  represent(story: number, itemId: number | undefined): number[] {
    const before = this.#representatives.of(story)
    const after = itemId ?? 0
    if (before === after) return []
    this.#representatives.set(story, after)
    return [before, after].filter((id) => id !== 0)
  }

  reserve(items: number): void {
    if (items <= this.facet.length) return
    const capacity = this.facet.length === 0 ? items : Math.ceil(items * GROWTH) + 1024
    this.publishedAt = grown(this.publishedAt, capacity)
    this.firstSeenAt = grown(this.firstSeenAt, capacity)
    this.hot = grown(this.hot, capacity)
    this.#lift = grown(this.#lift, capacity)
    this.score = grown(this.score, capacity)
    this.story = grown(this.story, capacity)
    this.facet = grown(this.facet, capacity)
    this.chains.reserve(capacity)
  }

  /** Adds an item to columns that are being filled. Call it in ascending order of ids, then call `sort`. */
  append(row: ColumnRow): void {
    this.#write(row)
  }

  /** Builds the orders after `append`. */
  sort(): void {
    const slots = this.#liveSlots()
    for (const order of this.#orders) if (order.slots !== this.newest) order.slots.rebuild(slots)
    const inTime = this.byTime.slice(0, this.size)
    // The order by rank is the order by time, except for items of unknown age.
    const ofUnknownAge = chosen(inTime, (slot) => this.isAgeUnknown(slot))
    this.ofUnknownAge.fill(ofUnknownAge)
    this.newest.fill(chosen(inTime, (slot) => !this.isAgeUnknown(slot)))
    this.newest.insert(ofUnknownAge)
    this.chains.rebuild([inTime])
    this.followUps.fill(chosen(inTime, (slot) => this.chains.previousOf(slot) !== undefined))
    this.stamp += 1
  }

  /** Adds or replaces `rows`, at most one for each item, and removes the ids `deleted`. Unknown ids are ignored. */
  apply(rows: readonly ColumnRow[], deleted: readonly number[]): void {
    const leaving = this.#slotsOf(deleted)
    const changed = rows.filter((row) => this.#isChanged(row))
    const changing = changed.map(({ id }) => id)
    const before = [...leaving, ...this.#slotsOf(changing)]
    const stories = new Set(before.map((slot) => this.story[slot] ?? 0))
    for (const { storyId } of changed) stories.add(storyId)

    // The chunks of the order by time cache numbers of their items, which any change makes invalid.
    // Every changed item is therefore taken out and put back there.
    const steps = this.#orders.map((order) => ({
      order: order.slots,
      moving:
        order.slots === this.byTime
          ? changing
          : changed.filter((row) => this.#isMoving(order, row)).map(({ id }) => id),
    }))
    for (const { order, moving } of steps) order.remove([...leaving, ...this.#slotsOf(moving)])
    this.ofUnknownAge.remove(this.#ofUnknownAge(before))
    for (const story of stories) this.followUps.remove(this.#followUpsOf(story))
    for (const slot of before) this.chains.unlink(slot)

    for (const slot of leaving) this.#clear(slot)
    for (const row of changed) this.#write(row)

    const after = this.#slotsOf(changing)
    for (const slot of after) this.chains.link(slot)
    for (const story of stories) this.followUps.insert(this.#followUpsOf(story))
    this.ofUnknownAge.insert(this.#ofUnknownAge(after))
    for (const { order, moving } of steps) order.insert(this.#slotsOf(moving))
    this.stamp += 1
  }

  /** What a file keeps. The arrays are those in use: they are valid while the stamp stays the same. */
  arrays(): ColumnArrays {
    const { end } = this
    const older = [...this.#olderRank]
    return {
      publishedAt: this.publishedAt.subarray(0, end),
      firstSeenAt: this.firstSeenAt.subarray(0, end),
      hot: this.hot.subarray(0, end),
      lift: this.#lift.subarray(0, end),
      score: this.score.subarray(0, end),
      story: this.story.subarray(0, end),
      facet: this.facet.subarray(0, end),
      lifts: this.#lifts.numbers,
      olderRankSlots: Uint32Array.from(older, ([slot]) => slot),
      olderRanks: Float64Array.from(older, ([, rank]) => rank),
      idPages: this.pages.idPages,
      representatives: this.#representatives.ids,
    }
  }

  /** All orders, in a fixed sequence. */
  get orders(): readonly SortedSlots[] {
    return [...this.#orders.map(({ slots }) => slots), this.ofUnknownAge, this.followUps]
  }

  /** Takes over the arrays of a file, and `facets` with their codes. Fill the orders then, and call `link`. */
  restore(arrays: ColumnArrays): void {
    this.pages.restore(arrays.idPages, arrays.facet)
    this.#representatives.restore(arrays.representatives)
    this.#lifts.restore(arrays.lifts)
    this.publishedAt = arrays.publishedAt
    this.firstSeenAt = arrays.firstSeenAt
    this.hot = arrays.hot
    this.#lift = arrays.lift
    this.score = arrays.score
    this.story = arrays.story
    this.facet = arrays.facet
    for (let slot = 0; slot < this.facet.length; slot += 1) {
      const code = this.facet[slot] ?? 0
      if (code !== 0) this.facets.add(code, 1)
    }
    for (const [index, slot] of arrays.olderRankSlots.entries())
      this.#olderRank.set(slot, arrays.olderRanks[index] ?? 0)
  }

  /** Links the items of each story after `restore`. */
  link(): void {
    this.chains.reserve(this.end)
    this.chains.rebuild(this.byTime.parts(0, this.size))
    this.stamp += 1
  }

  /** Whether the columns have this row as it is. */
  has(row: ColumnRow): boolean {
    return !this.#isChanged(row)
  }

  #isChanged(row: ColumnRow): boolean {
    const slot = this.slotOf(row.id)
    return (
      slot === undefined ||
      this.story[slot] !== row.storyId ||
      this.#orders.some((order) => this.#isMoving(order, row))
    )
  }

  #isMoving({ slots, valueOf }: RowOrder, row: ColumnRow): boolean {
    const slot = this.slotOf(row.id)
    // The chunks of every order keep counts by facet and the span of time of their items.
    return (
      slot === undefined ||
      this.facet[slot] !== row.facet ||
      this.publishedAt[slot] !== row.publishedAt ||
      slots.valueOf(slot) !== valueOf(row)
    )
  }

  #ofUnknownAge(slots: readonly number[]): number[] {
    return slots.filter((slot) => this.isAgeUnknown(slot))
  }

  #followUpsOf(story: number): number[] {
    return this.chains.slotsOf(story).slice(0, -1)
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
    if (row.rankedAt === row.publishedAt) this.#olderRank.delete(slot)
    else this.#olderRank.set(slot, row.rankedAt)
    this.firstSeenAt[slot] = seenAt(row)
    this.hot[slot] = row.hot
    this.#lift[slot] = this.#lifts.indexOf(this.#liftOf(row))
    this.score[slot] = tenths(row.score)
    this.story[slot] = row.storyId
    this.facet[slot] = row.facet
  }

  /** The lift to take off: 0 for the representative of a story. */
  #liftOf({ id, storyId, lift }: ColumnRow): number {
    return this.#representatives.of(storyId) === id ? 0 : lift
  }

  #clear(slot: number): void {
    this.facets.add(this.facet[slot] ?? 0, -1)
    this.facet[slot] = 0
    this.#olderRank.delete(slot)
    this.pages.release(slot)
  }

  #liveSlots(): Uint32Array {
    const slots = new Uint32Array(this.end)
    for (let slot = 0; slot < slots.length; slot += 1) slots[slot] = slot
    return chosen(slots, (slot) => this.facet[slot] !== 0)
  }
}

/** Typed arrays by slot, and small tables. */
export interface ColumnArrays {
  readonly publishedAt: Float64Array<ArrayBuffer>
  readonly firstSeenAt: Float64Array<ArrayBuffer>
  readonly hot: Float64Array<ArrayBuffer>
  readonly lift: Uint16Array<ArrayBuffer>
  readonly score: Uint16Array<ArrayBuffer>
  readonly story: Uint32Array<ArrayBuffer>
  readonly facet: Uint32Array<ArrayBuffer>
  readonly lifts: Float64Array<ArrayBuffer>
  readonly olderRankSlots: Uint32Array<ArrayBuffer>
  readonly olderRanks: Float64Array<ArrayBuffer>
  readonly idPages: Uint32Array<ArrayBuffer>
  readonly representatives: Uint32Array<ArrayBuffer>
}

/** An order of all items, and the value of a row in it. */
interface RowOrder {
  readonly slots: SortedSlots
  readonly valueOf: (row: ColumnRow) => number
}

/** A full array grows by this factor. */
const GROWTH = 1.0625
