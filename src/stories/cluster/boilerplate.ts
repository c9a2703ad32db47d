import { HOUR_MS, type EpochMs } from '../../model/time.ts'

/** Up to 60 items of a visit count fully. All items of a larger visit count for at most about 120. */
const FULL_WEIGHT_ITEMS = 60

/** A title that is repeated after more than this is the name of a column, for example "Morning briefing". */
const COLUMN_AFTER_MS = 20 * HOUR_MS

/** Hash of a source and a title, ignoring case. Its 53 bits make collisions very improbable. */
export function titleNumber(sourceId: string, title: string): number {
  let one = 0xdeadbeef | 0
  let two = 0x41c6ce57
  for (const text of [sourceId, title.slice(0, 200).toLowerCase()]) {
    for (let k = 0; k < text.length; k++) {
      const unit = text.charCodeAt(k)
      one = Math.imul(one ^ unit, 0x9e3779b1)
      two = Math.imul(two ^ unit, 0x5f356495)
    }
    // Separates the source's id from the title.
    one = Math.imul(one ^ 0x1ffff, 0x9e3779b1)
    two = Math.imul(two ^ 0x1ffff, 0x5f356495)
  }
  one = Math.imul(one ^ (one >>> 15), 0x735a2d97) ^ (two >>> 13)
  two = Math.imul(two ^ (two >>> 15), 0xcaf649a9) ^ (one >>> 13)
  return (two >>> 0) * 2 ** 21 + (one >>> 11)
}

interface TitleUse {
  /** Weight of the item in document frequencies, 0..1; 0 if the source has shown the title before. */
  readonly weight: number
  /** Whether the title names a column. */
  readonly column: boolean
  /** Whether this is new. Earlier items with the title then belong to the column too. */
  readonly isNewColumn: boolean
}

interface KnownTitle {
  /** Times of the earliest and latest item with the title. */
  first: EpochMs
  last: EpochMs
  isColumn: boolean
}

/** Tracks what sources repeat: titles, and large archives. */
export class Boilerplate {
  readonly #visits = new Map<string, { at: EpochMs; brought: number }>()
  readonly #titles = new Map<number, KnownTitle>()

  /** Counts an item of a source. @param title from `titleNumber` @param seenAt time of the first sighting */
  see(sourceId: string, title: number, publishedAt: EpochMs, seenAt: EpochMs): TitleUse {
    const known = this.#titles.get(title)
    if (known !== undefined) {
      const isNewColumn = seeAgain(known, publishedAt)
      return { weight: 0, column: known.isColumn, isNewColumn }
    }
    this.#titles.set(title, { first: publishedAt, last: publishedAt, isColumn: false })
    let visit = this.#visits.get(sourceId)
    if (visit?.at !== seenAt) this.#visits.set(sourceId, (visit = { at: seenAt, brought: 0 }))
    visit.brought++
    const weight = Math.min(1, (FULL_WEIGHT_ITEMS / visit.brought) ** 2)
    return { weight, column: false, isNewColumn: false }
  }

  /** Forgets titles last seen before this time. */
  forget(before: EpochMs): void {
    for (const [title, { last }] of this.#titles) if (last < before) this.#titles.delete(title)
  }

  state(): BoilerplateState {
    const visits = [...this.#visits.values()]
    const titles = [...this.#titles.values()]
    return {
      sources: [...this.#visits.keys()],
      visitedAt: Float64Array.from(visits, ({ at }) => at),
      brought: Int32Array.from(visits, ({ brought }) => brought),
      titles: {
        titles: Float64Array.from(this.#titles.keys()),
        first: Float64Array.from(titles, ({ first }) => first),
        last: Float64Array.from(titles, ({ last }) => last),
        columns: Uint8Array.from(titles, ({ isColumn }) => (isColumn ? 1 : 0)),
      },
    }
  }

  /** Restores a saved state into an empty object. */
  restore({ sources, visitedAt, brought, titles: { titles, first, last, columns } }: BoilerplateState): void {
    for (const [row, sourceId] of sources.entries()) {
      this.#visits.set(sourceId, { at: visitedAt[row] ?? 0, brought: brought[row] ?? 0 })
    }
    for (const [row, title] of titles.entries()) {
      this.#titles.set(title, { first: first[row] ?? 0, last: last[row] ?? 0, isColumn: columns[row] === 1 })
    }
  }
}

/** @returns whether the title is now known to name a column, for the first time */
function seeAgain(known: KnownTitle, at: EpochMs): boolean {
  const { first, last, isColumn } = known
  known.first = Math.min(first, at)
  known.last = Math.max(last, at)
  known.isColumn ||= Math.abs(at - first) > COLUMN_AFTER_MS || Math.abs(at - last) > COLUMN_AFTER_MS
  return known.isColumn && !isColumn
}

/** Saved state in columns: the last visit of each source, and all titles. */
export interface BoilerplateState {
  readonly sources: readonly string[]
  readonly visitedAt: Float64Array
  readonly brought: Int32Array
  readonly titles: {
    readonly titles: Float64Array
    readonly first: Float64Array
    readonly last: Float64Array
    /** 1 for the title of a column. */
    readonly columns: Uint8Array
  }
}
