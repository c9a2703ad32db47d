import { setImmediate } from 'node:timers/promises'
import type { Database } from 'better-sqlite3'
import type { ItemFilter } from '../../../model/filter.ts'
import type { TrendCarrier, TrendItems } from '../../../model/story.ts'
import { type EpochMs, SECOND_MS } from '../../../model/time.ts'
import type { Columns } from '../../columns/columns.ts'
import { itemPredicate, passes } from '../../columns/item-predicate.ts'
import type { ChangeFeed } from '../change-feed.ts'
import type { Names } from '../names.ts'
import { prepareAll } from '../statements.ts'

/** Rows read at once. */
const CHUNK = 5_000

const TREND_COLUMNS = 'i.id, i.publisher, i.engagement, i.first_seen_at'

export const TREND_SQL = {
  after: `SELECT ${TREND_COLUMNS} FROM items i WHERE i.id > ? ORDER BY i.id LIMIT ${CHUNK}`,
  rows: `SELECT ${TREND_COLUMNS} FROM json_each(?) j CROSS JOIN items i ON i.id = j.value`,
} as const

/**
 * What trends need of each item beside the columns, in memory: 12 bytes an item. It is read on first use, and
 * updated with changes at each later call.
 */
export class TrendReads {
  readonly #sql
  readonly #names: Names
  readonly #changes: Pick<ChangeFeed, 'onChange' | 'columns'>
  /** Those that everything was read for. */
  #columns: Columns | undefined
  #loading: Promise<void> | undefined
  /** Items that changed since they were read. */
  readonly #stale = new Set<number>()
  #listening = false
  readonly #numbers = new Map<string, number>()
  #publisher = new Uint32Array(0)
  #engagement = new Float32Array(0)
  /** Seconds since 1970, rounded up. */
  #firstSeen = new Uint32Array(0)

  constructor(db: Database, names: Names, changes: Pick<ChangeFeed, 'onChange' | 'columns'>) {
    this.#sql = prepareAll(db, TREND_SQL)
    for (const statement of Object.values(this.#sql)) statement.raw()
    this.#names = names
    this.#changes = changes
  }

  /** Items of [from, until) that pass. */
  async list(filter: ItemFilter, from: EpochMs, until: EpochMs, stories?: Uint32Array): Promise<TrendItems> {
    const columns = await this.#follow()
    const predicate = itemPredicate(columns, filter)
    const first = columns.byTime.before(from, 0)
    const slots = columns.byTime.slice(first, columns.byTime.before(until, 0))
    const meant = stories === undefined ? slots : ofStories(columns, slots, stories)
    const rows = rowsFor(meant.length)
    let count = 0
    for (const slot of meant) {
      if (!passes(columns, predicate, slot)) continue
      rows.itemId[count] = columns.idOf(slot)
      rows.storyId[count] = columns.story[slot] ?? 0
      rows.publishedAt[count] = columns.publishedAt[slot] ?? 0
      rows.firstSeenAt[count] = (this.#firstSeen[slot] ?? 0) * SECOND_MS
      rows.isAgeUnknown[count] = columns.isAgeUnknown(slot) ? 1 : 0
      rows.publisher[count] = this.#publisher[slot] ?? 0
      rows.engagement[count] = this.#engagement[slot] ?? 0
      rows.carrier[count] = columns.facet[slot] ?? 0
      count += 1
    }
    return {
      itemId: rows.itemId.subarray(0, count),
      storyId: rows.storyId.subarray(0, count),
      publishedAt: rows.publishedAt.subarray(0, count),
      firstSeenAt: rows.firstSeenAt.subarray(0, count),
      isAgeUnknown: rows.isAgeUnknown.subarray(0, count),
      publisher: rows.publisher.subarray(0, count),
      engagement: rows.engagement.subarray(0, count),
      carrier: rows.carrier.subarray(0, count),
      carriers: this.#carriers(columns),
    }
  }

  #carriers(columns: Columns): Map<number, TrendCarrier> {
    return new Map(
      columns.facets.live().map(({ code, facet: { sources } }) => {
        const [owner = ''] = sources
        const weight = this.#names.sourceBySlug(owner)?.weight ?? 1
        return [code, { sources, weight }]
      }),
    )
  }

  /** Brings what is kept up to date with the columns. */
  async #follow(): Promise<Columns> {
    if (!this.#listening) {
      this.#changes.onChange((itemIds) => {
        for (const id of itemIds) this.#stale.add(id)
      })
      this.#listening = true
    }
    let columns = this.#changes.columns()
    while (this.#columns !== columns) {
      this.#loading ??= this.#load(columns).finally(() => (this.#loading = undefined))
      await this.#loading
      columns = this.#changes.columns()
    }
    if (this.#stale.size > 0) {
      this.#take(columns, this.#sql.rows.all(JSON.stringify([...this.#stale])) as TrendRow[])
      this.#stale.clear()
    }
    return columns
  }

  /** In steps, so that other requests are answered meanwhile; items that change in between are read again. */
  async #load(columns: Columns): Promise<void> {
    for (let last = 0, more = true; more;) {
      const rows = this.#sql.after.all(last) as TrendRow[]
      this.#take(columns, rows)
      last = rows.at(-1)?.[0] ?? last
      more = rows.length === CHUNK
      await setImmediate()
    }
    this.#columns = columns
  }

  #take(columns: Columns, rows: readonly TrendRow[]): void {
    this.#reserve(columns.end)
    for (const [id, publisher, engagement, firstSeenAt] of rows) {
      const slot = columns.slotOf(id)
      // Saved after the last update of the columns: counted later.
      if (slot === undefined) continue
      this.#publisher[slot] = this.#number(publisher)
      this.#engagement[slot] = engagement
      this.#firstSeen[slot] = Math.ceil(firstSeenAt / SECOND_MS)
    }
  }

  #number(publisher: string): number {
    const known = this.#numbers.get(publisher)
    if (known !== undefined) return known
    const number = this.#numbers.size
    this.#numbers.set(publisher, number)
    return number
  }

  #reserve(slots: number): void {
    if (slots <= this.#publisher.length) return
    const size = Math.ceil(slots * 1.25) + 1024
    const [publisher, engagement, firstSeen] = [this.#publisher, this.#engagement, this.#firstSeen]
    this.#publisher = new Uint32Array(size)
    this.#publisher.set(publisher)
    this.#engagement = new Float32Array(size)
    this.#engagement.set(engagement)
    this.#firstSeen = new Uint32Array(size)
    this.#firstSeen.set(firstSeen)
  }
}

function ofStories(columns: Columns, slots: Uint32Array, stories: Uint32Array): Uint32Array {
  const { story } = columns
  const meant = new Uint32Array(slots.length)
  let count = 0
  for (const slot of slots) {
    if ((stories[story[slot] ?? 0] ?? 0) === 0) continue
    meant[count] = slot
    count += 1
  }
  return meant.subarray(0, count)
}

function rowsFor(count: number) {
  return {
    itemId: new Float64Array(count),
    storyId: new Uint32Array(count),
    publishedAt: new Float64Array(count),
    firstSeenAt: new Float64Array(count),
    isAgeUnknown: new Uint8Array(count),
    publisher: new Uint32Array(count),
    engagement: new Float32Array(count),
    carrier: new Uint32Array(count),
  }
}

type TrendRow = readonly [id: number, publisher: string, engagement: number, firstSeenAt: number]
