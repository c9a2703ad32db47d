import { type ColumnRow, ItemColumns, type SavedItems } from './item-columns.ts'
import { ItemJsonCache } from './item-json-cache.ts'
import { SortedSlots } from './slots/sorted-slots.ts'
import { StoryChains } from './slots/story-chains.ts'
import { ascending, chosen, sortedBy } from './slots/typed-arrays.ts'

/** Bytes of the items whose JSON is kept: some 16,000 items. */
const ITEM_JSON_BYTES = 16 * 1024 * 1024

/** Limits at which one way to select becomes faster than another. Tests make them smaller: few items take all ways. */
export interface ColumnLimits {
  /** Slots of an order in one array. On average a change moves 50 % of them, a count reads 25 %. */
  readonly chunk: number
  /** Up to this many slots, reading each one is the fastest way. A page that ends later is cut from a kept list. */
  readonly few: number
  /** Steps along an order for one page, at most: about 0.2 ms. */
  readonly walk: number
}

const LIMITS: ColumnLimits = {
  chunk: 8_192,
  few: 2_048,
  walk: 50_000,
}

/** The columns with their orders, and the chains of stories. */
export class Columns extends ItemColumns {
  readonly limits: ColumnLimits
  /** Orders of all items, in the sequence of a file. */
  readonly #orders: SortedSlots[] = []
  /** By `publishedAt`. Ranges of time are cut from it. */
  readonly byTime: SortedSlots
  /** By `rankedAt`. */
  readonly newest: SortedSlots
  readonly seen: SortedSlots
  /** By `hot`, for lists in which one item stands for each story. */
  readonly hottest: SortedSlots
  /** By `ownHot`, for lists that show all items of a story. */
  readonly hottestOwn: SortedSlots
  readonly highest: SortedSlots
  /** Items of unknown age only, by `publishedAt`. */
  readonly ofUnknownAge: SortedSlots
  /** Items whose story has an earlier item, by `publishedAt`. */
  readonly followUps: SortedSlots
  /** Items of one story, linked. */
  readonly chains = new StoryChains(this)
  /** The ids of the items that have a tag, in no order. Ids without a slot are ignored. */
  idsWithTag: (tag: string) => ReadonlySet<number> = () => new Set()
  /** The JSON of items that were listed lately. */
  readonly itemJson = new ItemJsonCache(ITEM_JSON_BYTES)
  /** Grows with each change. A computed value is valid while the stamp stays the same. */
  stamp = 0

  /** @param madeAt number of the store's latest change when the first items are read */
  constructor(madeAt = 0, limits = LIMITS) {
    super(madeAt)
    this.limits = limits
    const { chunk } = limits
    const order = (counted: boolean, valueOf: (slot: number) => number): SortedSlots => {
      const slots = new SortedSlots(this, valueOf, { chunk, counted })
      this.#orders.push(slots)
      return slots
    }
    const publishedAt = (slot: number): number => this.publishedAtOf(slot)
    this.byTime = order(true, publishedAt)
    this.newest = order(true, (slot) => this.rankedAtOf(slot))
    this.seen = order(true, (slot) => this.firstSeenAtOf(slot))
    this.hottest = order(false, (slot) => this.hotOf(slot))
    this.hottestOwn = order(true, (slot) => this.ownHot(slot))
    this.highest = order(true, (slot) => this.scoreOf(slot))
    this.ofUnknownAge = new SortedSlots(this, publishedAt, { chunk, counted: false })
    this.followUps = new SortedSlots(this, publishedAt, { chunk: Math.ceil(chunk / 8), counted: false })
  }

  /** The number of items. */
  get size(): number {
    return this.byTime.length
  }

  /** All orders, in the sequence of a file. */
  get orders(): readonly SortedSlots[] {
    return [...this.#orders, this.ofUnknownAge, this.followUps]
  }

  /** Adds an item to columns that are being filled. Call it in ascending order of ids, then call `sort`. */
  append(row: ColumnRow): void {
    this.write(row)
  }

  /** Builds the orders after `append`. */
  sort(): void {
    const slots = chosen(ascending(this.end), (slot) => this.facetOf(slot) !== 0)
    for (const order of this.#orders) if (order !== this.newest) order.fill(sortedBy(slots, order.valueOf))
    const inTime = this.byTime.slice(0, this.size)
    // The order by rank is the order by time, except for items of unknown age.
    const ofUnknownAge = chosen(inTime, (slot) => this.isAgeUnknown(slot))
    this.ofUnknownAge.fill(ofUnknownAge)
    this.newest.fill(chosen(inTime, (slot) => !this.isAgeUnknown(slot)))
    this.newest.insert(ofUnknownAge)
    this.#link()
    this.followUps.fill(chosen(inTime, (slot) => this.chains.previousOf(slot) !== undefined))
  }

  /** Takes over what a file has kept. @param orders the slots of `orders` */
  restore(items: SavedItems, orders: readonly Uint32Array[]): void {
    this.restoreItems(items)
    for (const [index, order] of this.orders.entries()) order.fill(orders[index] ?? new Uint32Array(0))
    this.#link()
  }

  #link(): void {
    this.chains.rebuild(this.byTime.parts(0, this.size))
    this.stamp += 1
  }

  /** Adds or replaces `rows`, at most one for each item, and removes the ids `deleted`. Unknown ids are ignored. */
  apply(rows: readonly ColumnRow[], deleted: readonly number[]): void {
    const leaving = this.slotsOf(deleted)
    const changed = rows.filter((row) => !this.has(row))
    const changing = changed.map(({ id }) => id)
    const before = [...leaving, ...this.slotsOf(changing)]
    const stories = new Set(before.map((slot) => this.storyOf(slot)))
    for (const { storyId } of changed) stories.add(storyId)

    // Chunks cache numbers of their items, which any change makes invalid.
    for (const order of this.#orders) order.remove(before)
    this.ofUnknownAge.remove(before.filter((slot) => this.isAgeUnknown(slot)))
    for (const story of stories) this.followUps.remove(this.#followUpsOf(story))
    for (const slot of before) this.chains.unlink(slot)

    for (const slot of leaving) this.clear(slot)
    for (const row of changed) this.write(row)

    const after = this.slotsOf(changing)
    for (const slot of after) this.chains.link(slot)
    for (const story of stories) this.followUps.insert(this.#followUpsOf(story))
    this.ofUnknownAge.insert(after.filter((slot) => this.isAgeUnknown(slot)))
    for (const order of this.#orders) order.insert(after)
    this.stamp += 1
  }

  #followUpsOf(story: number): number[] {
    return this.chains.slotsOf(story).slice(0, -1)
  }
}
