import { VALUES } from './cluster.ts'
import { MOST_LIKEST } from './live-item.ts'
import type { LiveItem } from './live-item.ts'
import { INDEXED_TERMS } from './neighbours.ts'
import type { Neighbours } from './neighbours.ts'
import { COLUMN, DATED } from './snapshot.ts'
import type { Snapshot } from './snapshot.ts'
import { MOST_TERMS } from './terms.ts'
import type { Terms } from './terms.ts'

/** Bits of a term's use in the number that holds both. */
const USE_BITS = 8

/** What a snapshot tells of single items. */
export type ItemColumns = Omit<Snapshot, 'arrived' | 'rarity' | 'habits' | 'days' | 'beginnings'>

/** What items are known by outside of themselves. */
export interface Beside {
  readonly neighbours: Pick<Neighbours, 'writeHeaviest'>
  /** By slot, as many as an item has likest ones at most. */
  readonly likenesses: Float64Array
  /** Terms of the items that nobody has compared yet. */
  readonly packed: Int32Array
}

export function takeSnapshot(items: readonly LiveItem[], beside: Beside): ItemColumns {
  const ordered = items.toSorted((a, b) => a.itemId - b.itemId)
  const sources = createNames<string>()
  const publishers = createNames<string>()
  const languages = createNames<string | null>()
  return {
    itemId: Float64Array.from(ordered, ({ itemId }) => itemId),
    storyId: Float64Array.from(ordered, ({ strand }) => strand.storyId),
    publishedAt: Float64Array.from(ordered, ({ publishedAt }) => publishedAt),
    firstSeenAt: Float64Array.from(ordered, ({ firstSeenAt }) => firstSeenAt),
    title: Float64Array.from(ordered, ({ title }) => title),
    flags: Uint8Array.from(ordered, ({ dated, column }) => (dated ? DATED : 0) | (column ? COLUMN : 0)),
    source: Int32Array.from(ordered, ({ sourceId }) => sources.numberOf(sourceId)),
    publisher: Int32Array.from(ordered, ({ publisherName }) => publishers.numberOf(publisherName)),
    language: Int32Array.from(ordered, ({ language }) => languages.numberOf(language)),
    sources: sources.all,
    publishers: publishers.all,
    languages: languages.all,
    ...termsOf(ordered, beside),
    ...heaviestOf(ordered, beside),
    ...likestOf(ordered, beside),
  }
}

function termsOf(items: readonly LiveItem[], { packed }: Beside): Pick<Snapshot, 'termCount' | 'terms'> {
  const termCount = Int32Array.from(items, ({ terms }) => terms)
  const terms = new Int32Array(sumOf(termCount))
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
  return { termCount, terms }
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
  const rows = new Int32Array(items.reduce((most, { slot }) => Math.max(most, slot), -1) + 1)
  items.forEach(({ slot }, row) => (rows[slot] = row))
  const likestCount = Int32Array.from(items, ({ likest }) => likest.length)
  const likest = new Int32Array(sumOf(likestCount))
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

function sumOf(numbers: Int32Array): number {
  let sum = 0
  for (let k = 0; k < numbers.length; k++) sum += numbers[k] as number
  return sum
}
