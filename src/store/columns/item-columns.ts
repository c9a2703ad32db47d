import { getOrInsert } from '../../model/get-or-insert.ts'
import { grown } from '../../model/grown.ts'
import type { EpochMs } from '../../model/time.ts'
import { FacetTable } from './slots/facet-table.ts'
import { SlotPages } from './slots/slot-pages.ts'

/** The fields of an item that the columns keep. */
export interface ColumnRow {
  readonly id: number
  readonly publishedAt: EpochMs
  /** Earlier than `publishedAt` for items of unknown age, otherwise equal. */
  readonly rankedAt: EpochMs
  readonly firstSeenAt: EpochMs
  readonly hot: number
  /** The part of `hot` from the story's coverage (`coverageLift`). */
  readonly lift: number
  /** 0..100, one decimal. */
  readonly score: number
  readonly storyId: number
  /** From `facets.code`. */
  readonly facet: number
  /** Of its engagement, 0 if unknown; at most 2^32 - 1. */
  readonly points: number
  /** To read its text; at most 2^16 - 1. */
  readonly minutes: number
  /** The fields from here on are for trends only. Registrable domain of its address. */
  readonly publisher: string
  readonly share: number
  readonly engagement: number
  /** Whether its source states no time. */
  readonly isUndated: boolean
}

/** Names of the columns, by which they grow, are saved and are restored. */
const NAMES = [
  'publishedAt',
  'rankedAt',
  'firstSeenAt',
  'hot',
  'lift',
  'score',
  'story',
  'facet',
  'points',
  'minutes',
  'publisher',
  'share',
  'engagement',
  'isUndated',
] as const

/** Growth factor of a full array. */
const GROWTH = 1.0625

/** The filterable fields of all items, in typed arrays by slot. An empty slot has facet 0. */
export class ItemColumns {
  readonly facets: FacetTable
  readonly pages = new SlotPages()
  publishedAt = new Float64Array(0)
  rankedAt = new Float64Array(0)
  firstSeenAt = new Float64Array(0)
  hot = new Float64Array(0)
  /** `hot` minus `ownHot`. */
  lift = new Float64Array(0)
  score = new Float64Array(0)
  story = new Uint32Array(0)
  facet = new Uint32Array(0)
  points = new Uint32Array(0)
  minutes = new Uint16Array(0)
  /** Publisher number, from 1. */
  publisher = new Uint32Array(0)
  share = new Float32Array(0)
  engagement = new Float32Array(0)
  /** 1 if its source states no time. */
  isUndated = new Uint8Array(0)
  readonly #publishers = new Map<string, number>()
  /** By story of several items: id of its representative. */
  #representatives = new Uint32Array(0)

  /** @param madeAt `seq` of the store's last change when the first items are read */
  constructor(madeAt: number) {
    this.facets = new FacetTable(madeAt)
  }

  /** Slots from this one on are empty. */
  get end(): number {
    return this.pages.end
  }

  /** `undefined` if there is no such item. */
  slotOf(id: number): number | undefined {
    const slot = this.pages.slotOf(id)
    return slot !== undefined && this.facetOf(slot) !== 0 ? slot : undefined
  }

  slotsOf(ids: Iterable<number>): number[] {
    const slots: number[] = []
    for (const id of ids) {
      const slot = this.slotOf(id)
      if (slot !== undefined) slots.push(slot)
    }
    return slots
  }

  idOf(slot: number): number {
    return this.pages.idOf(slot)
  }

  // A method for each column: one function for all would see several array types, and V8 would not optimise it.

  publishedAtOf(slot: number): EpochMs {
    return this.publishedAt[slot] ?? 0
  }

  firstSeenAtOf(slot: number): EpochMs {
    return this.firstSeenAt[slot] ?? 0
  }

  hotOf(slot: number): number {
    return this.hot[slot] ?? 0
  }

  scoreOf(slot: number): number {
    return this.score[slot] ?? 0
  }

  storyOf(slot: number): number {
    return this.story[slot] ?? 0
  }

  facetOf(slot: number): number {
    return this.facet[slot] ?? 0
  }

  rankedAtOf(slot: number): EpochMs {
    return this.rankedAt[slot] ?? 0
  }

  isAgeUnknown(slot: number): boolean {
    return this.rankedAtOf(slot) !== this.publishedAtOf(slot)
  }

  /** `hot` without the lift. */
  ownHot(slot: number): number {
    return this.hotOf(slot) - (this.lift[slot] ?? 0)
  }

  /** Slot of a story's representative; `undefined` for a story of one item. */
  representativeOf(story: number): number | undefined {
    const id = this.#representatives[story] ?? 0
    return id === 0 ? undefined : this.slotOf(id)
  }

  /**
   * Sets the representative of a story. Then call `append` or `apply` for the returned items.
   *
   * @param itemId `undefined` for a story of one item
   * @returns ids of the items whose position in an order changes
   */
  represent(story: number, itemId: number | undefined): number[] {
    const before = this.#representatives[story] ?? 0
    const after = itemId ?? 0
    if (before === after) return []
    if (story >= this.#representatives.length)
      this.#representatives = grown(this.#representatives, Math.ceil((story + 1) * 1.125) + 1024)
    this.#representatives[story] = after
    return [before, after].filter((id) => id !== 0)
  }

  reserve(items: number): void {
    const { length } = this.facet
    if (items <= length) return
    const capacity = length === 0 ? items : Math.ceil(items * GROWTH) + 1024
    replaceColumns(this, (name) => grown(this[name], capacity))
  }

  protected write(row: ColumnRow): void {
    let slot = this.slotOf(row.id)
    if (slot === undefined) {
      slot = this.pages.take(row.id)
      this.reserve(this.pages.end)
    } else {
      this.facets.add(this.facetOf(slot), -1)
    }
    this.facets.add(row.facet, 1)
    this.publishedAt[slot] = row.publishedAt
    this.rankedAt[slot] = row.rankedAt
    this.firstSeenAt[slot] = row.firstSeenAt
    this.hot[slot] = row.hot
    this.lift[slot] = this.#liftOf(row)
    this.score[slot] = row.score
    this.story[slot] = row.storyId
    this.facet[slot] = row.facet
    this.points[slot] = row.points
    this.minutes[slot] = row.minutes
    this.publisher[slot] = this.#publisherNumber(row.publisher)
    this.share[slot] = row.share
    this.engagement[slot] = row.engagement
    this.isUndated[slot] = Number(row.isUndated)
  }

  /** Whether the columns have exactly this row. */
  has(row: ColumnRow): boolean {
    const slot = this.slotOf(row.id)
    return (
      slot !== undefined &&
      this.publishedAt[slot] === row.publishedAt &&
      this.rankedAt[slot] === row.rankedAt &&
      this.firstSeenAt[slot] === row.firstSeenAt &&
      this.hot[slot] === row.hot &&
      this.lift[slot] === this.#liftOf(row) &&
      this.score[slot] === row.score &&
      this.story[slot] === row.storyId &&
      this.facet[slot] === row.facet &&
      this.points[slot] === row.points &&
      this.minutes[slot] === row.minutes &&
      this.publisher[slot] === this.#publishers.get(row.publisher) &&
      this.share[slot] === Math.fround(row.share) &&
      this.engagement[slot] === Math.fround(row.engagement) &&
      this.isUndated[slot] === Number(row.isUndated)
    )
  }

  /** 0 for a representative: its `ownHot` is its `hot`. */
  #liftOf({ id, storyId, lift }: ColumnRow): number {
    return this.#representatives[storyId] === id ? 0 : lift
  }

  #publisherNumber(publisher: string): number {
    return getOrInsert(this.#publishers, publisher, () => this.#publishers.size + 1)
  }

  protected clear(slot: number): void {
    this.facets.add(this.facetOf(slot), -1)
    this.facet[slot] = 0
    this.pages.release(slot)
  }

  /** State for the file, without the facets. The arrays are not copied. */
  saved() {
    return {
      columns: Object.fromEntries(NAMES.map((name) => [name, this[name].subarray(0, this.end)])),
      idPages: this.pages.idPages,
      publishers: [...this.#publishers.keys()],
      representatives: this.#representatives,
    }
  }

  /** Restores the state of a file. `facets` must have its codes. */
  protected restoreItems(saved: SavedItems): void {
    this.pages.restore(saved.idPages, saved.columns.facet)
    replaceColumns(this, (name) => saved.columns[name])
    for (let slot = 0; slot < this.facet.length; slot += 1) {
      const code = this.facetOf(slot)
      if (code !== 0) this.facets.add(code, 1)
    }
    for (const publisher of saved.publishers) this.#publisherNumber(publisher)
    this.#representatives = saved.representatives
  }
}

type Name = (typeof NAMES)[number]
type Column = ItemColumns[Name]

function replaceColumns(columns: Record<Name, Column>, columnOf: (name: Name) => Column): void {
  for (const name of NAMES) columns[name] = columnOf(name)
}

export interface SavedItems extends Omit<ReturnType<ItemColumns['saved']>, 'columns'> {
  readonly columns: Pick<ItemColumns, Name>
}
