import { type ColumnRow, ItemColumns, type SavedItems } from './item-columns.ts'
import { ItemJsonCache } from './item-json-cache.ts'
import { SortedSlots } from './slots/sorted-slots.ts'
import { StoryChains } from './slots/story-chains.ts'
import { ascending, chosen, sortedBy } from './slots/typed-arrays.ts'

/** Size of the item JSON cache: about 16,000 items. */
const ITEM_JSON_BYTES = 16 * 1024 * 1024

/** Thresholds between the ways to select. Tests lower them to take all ways with few items. */
export interface ColumnLimits {
  /** Slots per array of an order. On average a change moves 50 % of them, and a count reads 25 %. */
  readonly chunk: number
  /** Up to this many slots, reading each is fastest. Pages beyond are cut from a cached list. */
  readonly few: number
  /** Maximum number of steps along an order for one page: about 0.2 ms. */
  readonly walk: number
}

const LIMITS: ColumnLimits = {
  chunk: 8_192,
  few: 2_048,
  walk: 50_000,
}

/** All columns, with their orders and the chains of stories. */
export class Columns extends ItemColumns {
  readonly limits: ColumnLimits
  /** Orders of all items, as in the file. */
  readonly #orders: SortedSlots[] = []
  /** By `publishedAt`, for time ranges. */
  readonly byTime: SortedSlots
  /** By `rankedAt`. */
  readonly newest: SortedSlots
  readonly seen: SortedSlots
  /** By `hot`, for lists with one item per story. */
  readonly hottest: SortedSlots
  /** By `ownHot`, for lists with all items of a story. */
  readonly hottestOwn: SortedSlots
  readonly highest: SortedSlots
  /** Items of unknown age only, by `publishedAt`. */
  readonly ofUnknownAge: SortedSlots
  /** Items whose story has an earlier item, by `publishedAt`. */
  readonly followUps: SortedSlots
  readonly chains = new StoryChains(this)
  /** Returns ids of the items with a tag, unordered. Ids without a slot are ignored. */
  idsWithTag: (tag: string) => ReadonlySet<number> = () => new Set()
  /** JSON of recently listed items. */
  readonly itemJson = new ItemJsonCache(ITEM_JSON_BYTES)
  /** Increases with each change. Computed values are valid for one stamp. */
  stamp = 0

  /** @param madeAt `seq` of the store's last change when the first items are read */
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

  /** Number of items. */
  get size(): number {
    return this.byTime.length
  }

  /** All orders, as in the file. */
  get orders(): readonly SortedSlots[] {
    return [...this.#orders, this.ofUnknownAge, this.followUps]
  }

  /** Adds an item while the columns are filled. Call it in ascending order of ids, then call `sort`. */
  append(row: ColumnRow): void {
    this.write(row)
  }

  /** Builds the orders after `append`. */
  sort(): void {
    const slots = chosen(ascending(this.end), (slot) => this.facetOf(slot) !== 0)
    for (const order of this.#orders) if (order !== this.newest) order.fill(sortedBy(slots, order.valueOf))
    const inTime = this.byTime.slice(0, this.size)
    // By rank and by time the order is equal, except for items of unknown age.
    const ofUnknownAge = chosen(inTime, (slot) => this.isAgeUnknown(slot))
    this.ofUnknownAge.fill(ofUnknownAge)
    this.newest.fill(chosen(inTime, (slot) => !this.isAgeUnknown(slot)))
    this.newest.insert(ofUnknownAge)
    this.#link()
    this.followUps.fill(chosen(inTime, (slot) => this.chains.previousOf(slot) !== undefined))
  }

  /** Restores the contents of a file. @param orders the slots of `orders` */
  restore(items: SavedItems, orders: readonly Uint32Array[]): void {
    this.restoreItems(items)
    for (const [index, order] of this.orders.entries()) order.fill(orders[index] ?? new Uint32Array(0))
    this.#link()
  }

  #link(): void {
    this.chains.rebuild(this.byTime.parts(0, this.size))
    this.stamp += 1
  }

  /** Adds or replaces `rows`, at most one per item, and removes the ids `deleted`. Unknown ids are ignored. */
  apply(rows: readonly ColumnRow[], deleted: readonly number[]): void {
    const leaving = this.slotsOf(deleted)
    const changed = rows.filter((row) => !this.has(row))
    const changing = changed.map(({ id }) => id)
    const before = [...leaving, ...this.slotsOf(changing)]
    const stories = new Set(before.map((slot) => this.storyOf(slot)))
    for (const { storyId } of changed) stories.add(storyId)

    // Chunks cache numbers of their items, which any change invalidates.
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
