import { HOUR_MS, type EpochMs } from '../../model/time.ts'
import { LAST_SLOT, packCounts, SLOTS, unpackCounts } from './packed-counts.ts'
import { termIn, type Terms } from './terms.ts'
import { createTitleTable, resized, type TitlesState } from './title-table.ts'

/** A term in more than this share of one source's items is boilerplate, not news. */
const BOILERPLATE_SHARE = 0.2
/** Terms that fewer items share may be news. */
const MIN_ITEMS = 12
/** The counts of a source are halved when it reaches this many items. */
const HALVE_AT = 400

/** Up to 60 items of one visit count in full. All items of a larger visit count for at most about 120. */
const FULL_WEIGHT_ITEMS = 60

/** A title that is repeated after a longer time is the name of a column, for example "Morning briefing". */
const COLUMN_AFTER_MS = 20 * HOUR_MS

/** The number of a source's items that hold a term. Several terms share one count. */
export interface SourceTerms {
  items: number
  readonly counts: Uint16Array
  /** The time of the last visit, and the number of its new items. */
  visitedAt: EpochMs
  brought: number
}

/** Terms that stand in more of a source's items than this are boilerplate. */
export function maxNewsCount(source: SourceTerms): number {
  const max = source.items * BOILERPLATE_SHARE
  return source.items >= MIN_ITEMS ? max : Infinity
}

/** A hash of a source and a title, regardless of case. It has 53 bits, which makes collisions very improbable. */
export function titleNumber(sourceId: string, title: string): number {
  let one = 0xdeadbeef | 0
  let two = 0x41c6ce57
  for (const text of [sourceId, title.slice(0, 200).toLowerCase()]) {
    for (let k = 0; k < text.length; k++) {
      const unit = text.charCodeAt(k)
      one = Math.imul(one ^ unit, 0x9e3779b1)
      two = Math.imul(two ^ unit, 0x5f356495)
    }
    // Separates the id of the source from the title.
    one = Math.imul(one ^ 0x1ffff, 0x9e3779b1)
    two = Math.imul(two ^ 0x1ffff, 0x5f356495)
  }
  one = Math.imul(one ^ (one >>> 15), 0x735a2d97) ^ (two >>> 13)
  two = Math.imul(two ^ (two >>> 15), 0xcaf649a9) ^ (one >>> 13)
  return (two >>> 0) * 2 ** 21 + (one >>> 11)
}

interface TitleUse {
  /** Weight of the item in document frequencies, 0..1. It is 0 if the source has shown the title before. */
  readonly weight: number
  /** Whether the title names a column. */
  readonly column: boolean
  /** Whether this was not known before. Earlier items with the title then belong to the column too. */
  readonly isNewColumn: boolean
}

/** Counts the terms and titles that a source repeats. */
export interface Boilerplate {
  /** Counts an item of the source. @param title from `titleNumber` @param seenAt time of the first sighting */
  see(sourceId: string, title: number, terms: Terms, publishedAt: EpochMs, seenAt: EpochMs): TitleUse
  /** The term counts of a source, always in the same object. */
  termsOfSource(sourceId: string): SourceTerms | undefined
  /** Forgets titles last seen before this time. */
  forget(before: EpochMs): void
  state(): BoilerplateState
  /** Restores a saved state into an empty object. Unpacks the counts of a source on first use. */
  restore(state: BoilerplateState): void
}

/** The saved state: sources, one for each row, and their titles. */
export interface BoilerplateState {
  readonly sources: readonly string[]
  readonly items: Float64Array
  readonly visitedAt: Float64Array
  readonly brought: Int32Array
  /** By row: the length of the source's counts in `packed`, which holds the counts of all sources in sequence. */
  readonly lengths: Int32Array
  readonly packed: Uint16Array
  readonly titles: TitlesState
}

export function createBoilerplate(): Boilerplate {
  const bySource = new Map<string, SourceTerms>()
  /** The restored counts, not unpacked. */
  let packed: ReadonlyMap<string, PackedSourceTerms> = new Map()
  /** The sources with items counted since the restore. */
  const counted = new Set<string>()
  let titles = createTitleTable()

  function termsOfSource(sourceId: string): SourceTerms | undefined {
    const source = bySource.get(sourceId)
    if (source !== undefined) return source
    const there = packed.get(sourceId)
    if (there === undefined) return undefined
    const { items, visitedAt, brought, counts } = there
    const unpacked = { items, visitedAt, brought, counts: unpackCounts(counts) }
    bySource.set(sourceId, unpacked)
    return unpacked
  }

  /** @returns whether the title turns out to name a column only now */
  function seeTitle(row: number, at: EpochMs): boolean {
    const { first, last, columns } = titles.rows
    const earliest = first[row] as number
    const latest = last[row] as number
    first[row] = Math.min(earliest, at)
    last[row] = Math.max(latest, at)
    if (columns[row] === 1) return false
    const isColumn = Math.abs(at - earliest) > COLUMN_AFTER_MS || Math.abs(at - latest) > COLUMN_AFTER_MS
    if (isColumn) columns[row] = 1
    return isColumn
  }

  return {
    see(sourceId, title, terms, at, seenAt) {
      let source = termsOfSource(sourceId)
      if (source === undefined) bySource.set(sourceId, (source = newSourceTerms()))
      counted.add(sourceId)
      const row = titles.find(title)
      if (row >= 0) {
        const isNewColumn = seeTitle(row, at)
        return { weight: 0, column: titles.rows.columns[row] === 1, isNewColumn }
      }
      titles.add(title, at)
      source.items++
      for (const entry of terms) {
        const slot = termIn(entry) & LAST_SLOT
        source.counts[slot] = (source.counts[slot] as number) + 1
      }
      if (source.items >= HALVE_AT) {
        source.items /= 2
        for (let i = 0; i < SLOTS; i++) source.counts[i] = (source.counts[i] as number) >> 1
      }
      if (source.visitedAt !== seenAt) {
        source.visitedAt = seenAt
        source.brought = 0
      }
      source.brought++
      const weight = Math.min(1, (FULL_WEIGHT_ITEMS / source.brought) ** 2)
      return { weight, column: false, isNewColumn: false }
    },
    termsOfSource,
    forget: (before) => titles.forget(before),
    state() {
      const all = new Map(packed)
      for (const sourceId of counted) {
        const source = bySource.get(sourceId)
        if (source !== undefined) all.set(sourceId, packedSourceTerms(source))
      }
      const rows = [...all.values()]
      return {
        sources: [...all.keys()],
        items: Float64Array.from(rows, ({ items }) => items),
        visitedAt: Float64Array.from(rows, ({ visitedAt }) => visitedAt),
        brought: Int32Array.from(rows, ({ brought }) => brought),
        lengths: Int32Array.from(rows, ({ counts }) => counts.length),
        packed: joined(rows.map(({ counts }) => counts)),
        titles: resized(titles.rows, titles.size, titles.size),
      }
    },
    restore(state) {
      packed = packedBySource(state)
      titles = createTitleTable(copied(state.titles))
    },
  }
}

/** A source whose counts are packed by `packCounts`. */
type PackedSourceTerms = SourceTerms

function packedSourceTerms({ items, visitedAt, brought, counts }: SourceTerms): PackedSourceTerms {
  return { items, visitedAt, brought, counts: packCounts(counts) }
}

function packedBySource({
  sources,
  items,
  visitedAt,
  brought,
  lengths,
  packed,
}: BoilerplateState): Map<string, PackedSourceTerms> {
  const bySource = new Map<string, PackedSourceTerms>()
  // A copy lets the buffer with the other columns be freed.
  const all = packed.slice()
  let at = 0
  sources.forEach((sourceId, row) => {
    const length = lengths[row] ?? 0
    bySource.set(sourceId, {
      items: items[row] ?? 0,
      visitedAt: visitedAt[row] ?? -Infinity,
      brought: brought[row] ?? 0,
      counts: all.subarray(at, at + length),
    })
    at += length
  })
  return bySource
}

function copied(titles: TitlesState): TitlesState {
  const { length } = titles.titles
  return resized(titles, length, length)
}

function joined(parts: readonly Uint16Array[]): Uint16Array {
  const all = new Uint16Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

function newSourceTerms(): SourceTerms {
  return { items: 0, counts: new Uint16Array(SLOTS), visitedAt: -Infinity, brought: 0 }
}
