import { VALUES } from './cluster.ts'
import { MOST_LIKEST } from './live-item.ts'
import type { LiveItem } from './live-item.ts'
import type { Neighbours } from './neighbours.ts'
import type { Snapshot } from './snapshot.ts'
import { MOST_TERMS } from './terms.ts'
import type { Terms } from './terms.ts'

/** Bits of a term's use in the number that holds both. */
const USE_BITS = 8

/** @param likenesses by slot, as many as an item has likest ones at most */
export function takeSnapshot(
  items: readonly LiveItem[],
  neighbours: Pick<Neighbours, 'heaviestOf'>,
  likenesses: Float64Array,
): Snapshot {
  const ordered = items.toSorted((a, b) => a.itemId - b.itemId)
  const rows = new Map(ordered.map((live, row) => [live, row]))
  const sources = createNames<string>()
  const publishers = createNames<string>()
  const languages = createNames<string | null>()
  const count = ordered.length
  const termCount = Int32Array.from(ordered, ({ terms }) => terms)
  const heavyCount = Int32Array.from(ordered, (live) => neighbours.heaviestOf(live).length)
  const likestCount = Int32Array.from(ordered, ({ likest }) => likest.length)
  const terms = new Int32Array(sumOf(termCount))
  const heavy = new Int32Array(sumOf(heavyCount))
  const likest = new Int32Array(sumOf(likestCount))
  const kept = new Float64Array(likest.length)
  const source = new Int32Array(count)
  const publisher = new Int32Array(count)
  const language = new Int32Array(count)
  let termsAt = 0
  let heavyAt = 0
  let likestAt = 0
  ordered.forEach((live, row) => {
    source[row] = sources.numberOf(live.sourceId)
    publisher[row] = publishers.numberOf(live.publisherName)
    language[row] = languages.numberOf(live.language)
    const { cells, at } = live.block
    const usesAt = at + live.terms * (1 + VALUES)
    for (let k = 0; k < live.terms; k++) {
      terms[termsAt++] = ((cells[at + k] as number) << USE_BITS) | (cells[usesAt + k] as number)
    }
    const heaviest = neighbours.heaviestOf(live)
    heavy.set(heaviest, heavyAt)
    heavyAt += heaviest.length
    live.likest.forEach((other, k) => {
      likest[likestAt] = rows.get(other) ?? -1
      kept[likestAt++] = likenesses[live.slot * MOST_LIKEST + k] as number
    })
  })
  return {
    sources: sources.all,
    publishers: publishers.all,
    languages: languages.all,
    itemId: Float64Array.from(ordered, ({ itemId }) => itemId),
    publishedAt: Float64Array.from(ordered, ({ publishedAt }) => publishedAt),
    firstSeenAt: Float64Array.from(ordered, ({ firstSeenAt }) => firstSeenAt),
    title: Float64Array.from(ordered, ({ title }) => title),
    source,
    publisher,
    language,
    termCount,
    terms,
    heavyCount,
    heavy,
    likestCount,
    likest,
    likenesses: kept,
  }
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
