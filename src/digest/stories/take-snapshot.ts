import { VALUES } from './cluster.ts'
import { MOST_LIKEST } from './live-item.ts'
import type { LiveItem } from './live-item.ts'
import { INDEXED_TERMS } from './neighbours.ts'
import type { Neighbours } from './neighbours.ts'
import { COLUMN, DATED, STIRRED } from './snapshot.ts'
import type { Snapshot } from './snapshot.ts'
import { MOST_TERMS } from './terms.ts'
import type { Terms } from './terms.ts'

/** Bits of a term's use in the number that holds both. */
const USE_BITS = 8

/** What a snapshot tells of single items. */
export type ItemColumns = Omit<Snapshot, 'arrived' | 'young' | 'grown' | 'rarity' | 'habits' | 'days'>

/** What items are known by outside of themselves. */
export interface Beside {
  readonly neighbours: Pick<Neighbours, 'writeHeaviest'>
  /** By slot, as many as an item has likest ones at most. */
  readonly likenesses: Float64Array
  /** Terms of the items that nobody has compared yet. */
  readonly packed: Int32Array
}

export function takeSnapshot(items: ReadonlyMap<number, LiveItem>, beside: Beside): ItemColumns {
  // Numbers are sorted many times as fast as items by a function.
  const ordered: LiveItem[] = []
  for (const itemId of Float64Array.from(items.keys()).sort()) {
    const live = items.get(itemId)
    if (live !== undefined) ordered.push(live)
  }
  return {
    ...valuesOf(ordered),
    ...termsOf(ordered, beside),
    ...heaviestOf(ordered, beside),
    ...likestOf(ordered, beside),
  }
}

/** What each item has one of. A loop: to make each column by a function takes several times as long. */
function valuesOf(
  items: readonly LiveItem[],
): Omit<ItemColumns, 'terms' | 'heavyCount' | 'heavy' | 'likestCount' | 'likest' | 'likenesses'> {
  const { length } = items
  const sources = createNames<string>()
  const publishers = createNames<string>()
  const languages = createNames<string | null>()
  const columns = {
    itemId: new Float64Array(length),
    storyId: new Float64Array(length),
    publishedAt: new Float64Array(length),
    firstSeenAt: new Float64Array(length),
    title: new Float64Array(length),
    flags: new Uint8Array(length),
    source: new Int32Array(length),
    publisher: new Int32Array(length),
    language: new Int32Array(length),
    arrivedAt: new Int32Array(length),
    lookedAt: new Int32Array(length),
    dissolveAt: new Int32Array(length),
    settledAt: new Int32Array(length),
    termCount: new Int32Array(length),
  }
  for (let row = 0; row < length; row++) {
    const live = items[row] as LiveItem
    columns.itemId[row] = live.itemId
    columns.storyId[row] = live.strand.storyId
    columns.publishedAt[row] = live.publishedAt
    columns.firstSeenAt[row] = live.firstSeenAt
    columns.title[row] = live.title
    columns.flags[row] = (live.dated ? DATED : 0) | (live.column ? COLUMN : 0) | (live.stirred ? STIRRED : 0)
    columns.source[row] = sources.numberOf(live.sourceId)
    columns.publisher[row] = publishers.numberOf(live.publisherName)
    columns.language[row] = languages.numberOf(live.language)
    columns.arrivedAt[row] = live.arrivedAt
    columns.lookedAt[row] = live.lookedAt
    columns.dissolveAt[row] = live.strand.dissolveAt
    columns.settledAt[row] = live.strand.settledAt
    columns.termCount[row] = live.terms
  }
  return { ...columns, sources: sources.all, publishers: publishers.all, languages: languages.all }
}

function termsOf(items: readonly LiveItem[], { packed }: Beside): Pick<Snapshot, 'terms'> {
  let all = 0
  for (const { terms } of items) all += terms
  const terms = new Int32Array(all)
  let to = 0
  for (const { block, terms: count, packedAt } of items) {
    if (block === undefined) {
      for (let k = 0; k < count; k++) terms[to++] = packed[packedAt + k] as number
    } else {
      const { cells, at } = block
      const usesAt = at + count * (1 + VALUES)
      for (let k = 0; k < count; k++)
        terms[to++] = ((cells[at + k] as number) << USE_BITS) | (cells[usesAt + k] as number)
    }
  }
  return { terms }
}

function heaviestOf(
  items: readonly LiveItem[],
  { neighbours }: Beside,
): Pick<Snapshot, 'heavyCount' | 'heavy'> {
  const heavyCount = new Int32Array(items.length)
  const heavy = new Int32Array(items.length * INDEXED_TERMS)
  let to = 0
  items.forEach((live, row) => {
    const count = neighbours.writeHeaviest(live, heavy, to)
    heavyCount[row] = count
    to += count
  })
  return { heavyCount, heavy: heavy.subarray(0, to) }
}

function likestOf(
  items: readonly LiveItem[],
  { likenesses }: Beside,
): Pick<Snapshot, 'likestCount' | 'likest' | 'likenesses'> {
  const rows = new Int32Array(likenesses.length / MOST_LIKEST)
  const likestCount = new Int32Array(items.length)
  let all = 0
  for (let row = 0; row < items.length; row++) {
    const live = items[row] as LiveItem
    rows[live.slot] = row
    likestCount[row] = live.likest.length
    all += live.likest.length
  }
  const likest = new Int32Array(all)
  const kept = new Float64Array(likest.length)
  let to = 0
  for (const live of items) {
    for (let k = 0; k < live.likest.length; k++) {
      likest[to] = rows[(live.likest[k] as LiveItem).slot] as number
      kept[to++] = likenesses[live.slot * MOST_LIKEST + k] as number
    }
  }
  return { likestCount, likest, likenesses: kept }
}

const unpacked = { count: 0, terms: new Int32Array(MOST_TERMS), uses: new Uint8Array(MOST_TERMS) }

/** The terms of an item in a snapshot; they hold until the next call. */
export function unpackTerms(packed: Int32Array, from: number, count: number): Terms {
  unpacked.count = Math.min(count, MOST_TERMS)
  for (let k = 0; k < unpacked.count; k++) {
    const number = packed[from + k] as number
    unpacked.terms[k] = number >> USE_BITS
    unpacked.uses[k] = number & ((1 << USE_BITS) - 1)
  }
  return unpacked
}

function createNames<T>(): { all: T[]; numberOf(name: T): number } {
  const all: T[] = []
  const numbers = new Map<T, number>()
  return {
    all,
    numberOf(name) {
      let number = numbers.get(name)
      if (number === undefined) {
        number = all.push(name) - 1
        numbers.set(name, number)
      }
      return number
    },
  }
}
